/** How far the pointer must move before it drags, in pixels. */
const FAR = 8;

/** Lets a piece be dragged to where a click would put it: it is picked up, follows the pointer, and the piece under it is clicked.
    Fingers scroll, so they tap. */
export function draggable(canDrag: () => boolean, pick: (isUp: boolean) => void): (piece: HTMLElement) => () => void {
  return (piece) => {
    let from: { x: number; y: number } | null = null;
    let ghost: HTMLElement | null = null;

    function begin(): void {
      const box = piece.getBoundingClientRect();
      ghost = piece.cloneNode(true) as HTMLElement;
      ghost.removeAttribute("data-piece");
      ghost.setAttribute("aria-hidden", "true");
      ghost.inert = true;
      Object.assign(ghost.style, {
        position: "fixed",
        zIndex: "60",
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        pointerEvents: "none",
      });
      piece.parentElement!.append(ghost);
      pick(true);
    }

    function onpointerdown(event: PointerEvent): void {
      if (event.pointerType === "touch" || event.button !== 0 || !canDrag()) return;
      from = { x: event.clientX, y: event.clientY };
      addEventListener("pointermove", onpointermove);
      addEventListener("pointerup", onpointerup);
      addEventListener("pointercancel", end);
    }

    function onpointermove(event: PointerEvent): void {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!ghost && Math.hypot(x, y) < FAR) return;
      if (!ghost) begin();
      ghost!.style.translate = `${x}px ${y}px`;
    }

    function onpointerup(event: PointerEvent): void {
      const wasDragged = ghost !== null;
      end();
      if (!wasDragged) return;
      // The click that follows belongs to the drag.
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, true));
      const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-possible=yes]");
      if (target && target !== piece) setTimeout(() => target.click());
      else pick(false);
    }

    const swallow = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };

    function end(): void {
      from = null;
      ghost?.remove();
      ghost = null;
      removeEventListener("pointermove", onpointermove);
      removeEventListener("pointerup", onpointerup);
      removeEventListener("pointercancel", end);
    }

    piece.addEventListener("pointerdown", onpointerdown);
    return () => {
      end();
      piece.removeEventListener("pointerdown", onpointerdown);
    };
  };
}
