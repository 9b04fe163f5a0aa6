import type { Attachment } from "svelte/attachments";

/** What a word or a § mark means. */
export interface Explanation {
  title: string;
  words: string;
  rule: string;
}

/** A mouse that only passes by is not asking. */
const PATIENCE = 300;
/** What is told describes what was pointed at. */
export const TIP = "explanation";

/** The one explanation on the screen. */
class Explaining {
  told: Explanation | null = $state.raw(null);
  spot: Element | null = $state.raw(null);

  tell(told: Explanation | null, spot: Element | null): void {
    this.spot?.removeAttribute("aria-describedby");
    this.told = told?.words ? told : null;
    this.spot = this.told ? spot : null;
    this.spot?.setAttribute("aria-describedby", TIP);
  }
}
export const explaining = new Explaining();

/** Tells what something means when it is hovered, has the focus or is tapped. */
export function explains(meaning: () => Explanation, taps = false): Attachment {
  return (element) => {
    let wait: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => explaining.tell(meaning(), element);
    const hide = (): void => {
      clearTimeout(wait);
      if (explaining.spot === element) explaining.tell(null, null);
    };
    const listeners: Record<string, (event: Event) => void> = {
      pointerenter: (event) => {
        clearTimeout(wait);
        if ((event as PointerEvent).pointerType !== "touch") wait = setTimeout(show, PATIENCE);
      },
      pointerleave: hide,
      focus: () => element.matches(":focus-visible") && show(),
      blur: hide,
      click: () => (taps ? show() : hide()),
    };
    for (const [name, listen] of Object.entries(listeners)) element.addEventListener(name, listen);
    return () => {
      hide();
      for (const [name, listen] of Object.entries(listeners)) element.removeEventListener(name, listen);
    };
  };
}
