import type { RatingShown } from "../../protocol";
import { countOf } from "../turns";

/** "1043 ± 120" */
export const ratingNumber = ({ number, spread }: Pick<RatingShown, "number" | "spread">): string => `${number} ± ${spread}`;

/** "1043 ± 120 after 7 games, still unsure" */
export const ratingWords = (rating: RatingShown): string => `${ratingNumber(rating)} after ${countOf(rating.games, "game")}${rating.unsure ? ", still unsure" : ""}`;
