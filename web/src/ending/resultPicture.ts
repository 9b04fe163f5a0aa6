import { MARK_SHAPES } from "../ui/SeatMark.svelte";

/** What the picture of a result says; nothing in it needs a link to be understood. */
export interface PicturedResult {
  title: string;
  /** Deck, players, date. */
  about: string;
  rows: { name: string; points: string; mark: number; won: boolean }[];
  words: string;
}

export const PICTURE_WIDTH = 600;
export const PICTURE_HEIGHT = 315;
/** Drawn larger, so that it is sharp everywhere. */
const SCALE = 2;
const DISPLAY = "Fraunces, Georgia, serif";
const TEXT = "'Atkinson Hyperlegible Next', system-ui, sans-serif";
/** The colours of the seats on a dark ground. */
const COLOURS = ["#6fb3ee", "#f08a7e", "#72c78b", "#e3ae4f", "#c29be8", "#57c3cc", "#ec8cbc", "#aab9c0"];
/** And on a light one, for the winner. */
const DARK_COLOURS = ["#1d69ab", "#b3362b", "#2a7440", "#8f5a00", "#7546a0", "#0b7480", "#a03370", "#4f5d65"];

/** Draws the result before the evening of the game, `scene`, if there is one. */
export async function drawResult(canvas: HTMLCanvasElement, result: PicturedResult, scene: SVGElement | null): Promise<void> {
  canvas.width = PICTURE_WIDTH * SCALE;
  canvas.height = PICTURE_HEIGHT * SCALE;
  const pen = canvas.getContext("2d")!;
  pen.scale(SCALE, SCALE);
  await Promise.allSettled([document.fonts.load(`600 28px ${DISPLAY}`), document.fonts.load(`16px ${TEXT}`), document.fonts.load(`700 16px ${TEXT}`)]);
  drawSky(pen);
  const image = scene && (await imageOf(scene).catch(() => null));
  if (image) pen.drawImage(image, 0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  const shade = pen.createLinearGradient(0, 0, PICTURE_WIDTH, 0);
  shade.addColorStop(0, "rgb(6 22 30 / 78%)");
  shade.addColorStop(0.62, "rgb(6 22 30 / 55%)");
  shade.addColorStop(1, "rgb(6 22 30 / 10%)");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  drawHead(pen, result);
  drawRows(pen, result);
  drawWords(pen, result.words);
}

function drawSky(pen: CanvasRenderingContext2D): void {
  const sky = pen.createLinearGradient(0, 0, 0, PICTURE_HEIGHT);
  sky.addColorStop(0, "#0b2233");
  sky.addColorStop(0.6, "#2d5a6c");
  sky.addColorStop(0.6, "#1f6a80");
  sky.addColorStop(1, "#154a5e");
  pen.fillStyle = sky;
  pen.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
}

/** The scene as an image of this size: what is drawn on the page is drawn here as well. */
function imageOf(scene: SVGElement): Promise<HTMLImageElement> {
  const copy = scene.cloneNode(true) as SVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", `${PICTURE_WIDTH * SCALE}`);
  copy.setAttribute("height", `${PICTURE_HEIGHT * SCALE}`);
  copy.setAttribute("preserveAspectRatio", "xMidYMax slice");
  const text = new XMLSerializer().serializeToString(copy);
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = fail;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

function drawHead(pen: CanvasRenderingContext2D, { title, about }: PicturedResult): void {
  pen.save();
  pen.translate(26, 22);
  pen.scale(34 / 32, 34 / 32);
  fill(pen, roundedSquare(32, 8), "#0f5566");
  fill(pen, "M19.5 9a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", "#f4b266");
  fill(pen, "M4 19.5 9.5 12l3 3.5L17 8l9.5 11.5z", "#dfecef");
  pen.strokeStyle = "#7fd0e0";
  pen.lineWidth = 2.2;
  pen.lineCap = "round";
  pen.stroke(new Path2D("M3 23.5q3.25-3 6.5 0t6.5 0 6.5 0 6.5 0"));
  pen.restore();
  pen.fillStyle = "#fff";
  pen.font = `600 28px ${DISPLAY}`;
  pen.textBaseline = "alphabetic";
  pen.fillText(title, 72, 49);
  const width = pen.measureText(title).width;
  pen.font = `14px ${TEXT}`;
  pen.fillStyle = "#dbe8ec";
  pen.fillText(fitted(pen, about, PICTURE_WIDTH - 26 - 84 - width), 84 + width, 48);
}

function drawRows(pen: CanvasRenderingContext2D, { rows }: PicturedResult): void {
  const height = rows.length > 5 ? 22 : rows.length > 4 ? 30 : 38;
  const step = height + (rows.length > 4 ? 4 : 6);
  rows.forEach(({ name, points, mark, won }, at) => {
    const y = 76 + at * step;
    pen.fillStyle = won ? "#fdf0d0" : "rgb(6 22 30 / 62%)";
    pen.beginPath();
    pen.roundRect(26, y, 300, height, 8);
    pen.fill();
    pen.save();
    pen.translate(40, y + height / 2 - 7);
    pen.scale(14 / 16, 14 / 16);
    fill(pen, MARK_SHAPES[mark % MARK_SHAPES.length]!, (won ? DARK_COLOURS : COLOURS)[mark % COLOURS.length]!);
    pen.restore();
    pen.textBaseline = "middle";
    pen.fillStyle = won ? "#12242c" : "#fff";
    pen.font = `700 ${height > 25 ? 16 : 13}px ${TEXT}`;
    pen.fillText(fitted(pen, name, 190), 66, y + height / 2 + 1);
    pen.textAlign = "right";
    pen.font = `600 ${height > 25 ? 22 : 16}px ${DISPLAY}`;
    pen.fillText(points, 312, y + height / 2 + 1);
    pen.textAlign = "left";
  });
}

function drawWords(pen: CanvasRenderingContext2D, words: string): void {
  pen.textBaseline = "alphabetic";
  pen.fillStyle = "#fff";
  pen.font = `15px ${TEXT}`;
  pen.fillText(fitted(pen, words, PICTURE_WIDTH - 52), 26, PICTURE_HEIGHT - 20);
}

/** As much of it as has room. */
function fitted(pen: CanvasRenderingContext2D, words: string, width: number): string {
  if (pen.measureText(words).width <= width) return words;
  const letters = [...words];
  while (letters.length > 0 && pen.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

function fill(pen: CanvasRenderingContext2D, path: string, colour: string): void {
  pen.fillStyle = colour;
  pen.fill(new Path2D(path));
}

const roundedSquare = (size: number, round: number): string =>
  `M${round} 0h${size - 2 * round}a${round} ${round} 0 0 1 ${round} ${round}v${size - 2 * round}a${round} ${round} 0 0 1-${round} ${round}h${2 * round - size}a${round} ${round} 0 0 1-${round}-${round}v${2 * round - size}a${round} ${round} 0 0 1 ${round}-${round}z`;
