import type { Attachment } from "svelte/attachments";

/** What a word or a § mark means. */
export interface Explanation {
  title: string;
  words: string;
  rule: string;
}

/** Milliseconds that the mouse has to rest on something before it is explained. */
const PATIENCE = 300;
/** The id of the explanation, for aria-describedby. */
export const TIP = "explanation";

/** The one explanation on the screen. */
class Explaining {
  shown: Explanation | null = $state.raw(null);
  spot: Element | null = $state.raw(null);

  show(explanation: Explanation | null, spot: Element | null): void {
    this.spot?.removeAttribute("aria-describedby");
    this.shown = explanation?.words ? explanation : null;
    this.spot = this.shown ? spot : null;
    this.spot?.setAttribute("aria-describedby", TIP);
  }
}
export const explaining = new Explaining();

/** Explains an element when it is hovered, focused or (`taps`) tapped. */
export function explains(meaning: () => Explanation, taps = false): Attachment {
  return (element) => {
    let wait: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => explaining.show(meaning(), element);
    const hide = (): void => {
      clearTimeout(wait);
      if (explaining.spot === element) explaining.show(null, null);
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
