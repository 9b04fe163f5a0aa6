interface Part {
  turn: number;
  come: () => void;
}

let waiting: Part[] = [];
let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Draws parts of a page one after another, each in a frame of its own, so that a slow device stays responsive.
    Parts with a lower turn come first.  Returns a function that cancels it. */
export function later(come: () => void, turn = 0): () => void {
  const part = { turn, come };
  waiting.push(part);
  waitForFrame();
  return () => void (waiting = waiting.filter((other) => other !== part));
}

/** Lets the browser draw the last part before the next one is called. */
function waitForFrame(): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const call = (): void => void (timer = setTimeout(callNext));
  // A hidden page gets no animation frames.
  if (document.hidden) call();
  else frame = requestAnimationFrame(call);
}

function callNext(): void {
  const turn = Math.min(...waiting.map((part) => part.turn));
  const next = waiting.find((part) => part.turn === turn);
  waiting = waiting.filter((part) => part !== next);
  next?.come();
  if (waiting.length > 0) waitForFrame();
}
