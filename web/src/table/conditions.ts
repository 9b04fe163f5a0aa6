import type { PlanNow } from "../protocol";

export type Condition = NonNullable<PlanNow["only_if"]>[number];

/** What must not have changed for a planned decision to be made, as it reads after "only if". */
export const CONDITION_WORDS: Record<Condition, string> = {
  price: "it costs no more and brings no less",
  untouched: "nobody else has been there",
  goods: "I have the same goods as here",
  others: "the others do exactly this",
};

export const CONDITIONS = Object.keys(CONDITION_WORDS) as Condition[];
