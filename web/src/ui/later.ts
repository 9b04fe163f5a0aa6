interface Part {
  turn: number;
  come: () => void;
}

let waiting: Part[] = [];
let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Parts of a page that come one after another, each in a frame of its own: a small machine is never held up by all at once.
    The lower its turn the sooner a part comes.  Returns how to give it up. */
export function later(come: () => void, turn = 0): () => void {
  const part = { turn, come };
  waiting.push(part);
  waitForFrame();
  return () => void (waiting = waiting.filter((other) => other !== part));
}

/** What has just come is drawn before the next part is called. */
function waitForFrame(): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  const call = (): void => void (timer = setTimeout(callNext));
  // Nothing is drawn of a page that nobody sees.
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
