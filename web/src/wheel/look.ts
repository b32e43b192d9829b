// What the painters share: the colours of the house, wood and brass that no token knows, and small strokes.

/** The tokens a painter takes from the page. */
export interface Look {
  readonly red: string;
  readonly black: string;
  readonly green: string;
  readonly text: string;
  readonly paper: string;
  readonly ink: string;
  readonly felt: string;
  readonly feltDeep: string;
  readonly panel: string;
  readonly brass: string;
  readonly brassBright: string;
  readonly brassDeep: string;
  readonly font: string;
}

export type Pen = CanvasRenderingContext2D;

/** Materials: only ever drawn, never the colour of a text or a state. */
export const WOOD = { light: "#96481c", warm: "#68290d", dark: "#3a1506", night: "#1b0903" };
export const IVORY = { light: "#fffdf4", warm: "#efe6cd", shade: "#b7a67e" };

export const TURN = 2 * Math.PI;
/** Angles of the pictures begin at the top, those of a canvas at the right. */
const TOP = -0.25;

export function lookOf(element: Element): Look {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    red: token("--red"),
    black: token("--black"),
    green: token("--green"),
    text: token("--text"),
    paper: token("--paper"),
    ink: token("--ink"),
    felt: token("--felt"),
    feltDeep: token("--felt-deep"),
    panel: token("--panel"),
    brass: token("--brass"),
    brassBright: token("--brass-bright"),
    brassDeep: token("--brass-deep"),
    font: style.fontFamily,
  };
}

/** A picture that is drawn once and shown often; its middle is 0, 0. */
export function plate(sizePx: number, paint: (pen: Pen, radius: number) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.max(1, Math.round(sizePx));
  const pen = canvas.getContext("2d");
  if (pen !== null) {
    pen.translate(canvas.width / 2, canvas.height / 2);
    paint(pen, canvas.width / 2);
  }
  return canvas;
}

/** Lays a plate down with its middle at 0, 0. */
export function lay(pen: Pen, picture: HTMLCanvasElement): void {
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
}

export function turned(pen: Pen, turns: number, paint: () => void): void {
  pen.save();
  pen.rotate(turns * TURN);
  paint();
  pen.restore();
}

/** A ring, or a disc if it has no inside. */
export function ring(pen: Pen, outer: number, inner: number, fill: string | CanvasGradient): void {
  pen.beginPath();
  pen.arc(0, 0, outer, 0, TURN);
  if (inner > 0) pen.arc(0, 0, inner, TURN, 0, true);
  pen.fillStyle = fill;
  pen.fill();
}

export function circle(pen: Pen, radius: number, width: number, stroke: string | CanvasGradient): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, TURN);
  pen.lineWidth = width;
  pen.strokeStyle = stroke;
  pen.stroke();
}

/** The part of a ring between two angles, in turns from the top. */
export function sector(pen: Pen, outer: number, inner: number, from: number, to: number): void {
  const [first, last] = [(from + TOP) * TURN, (to + TOP) * TURN];
  pen.beginPath();
  pen.arc(0, 0, outer, first, last);
  pen.arc(0, 0, inner, last, first, true);
  pen.closePath();
}

type Stop = readonly [number, string];

export function radial(pen: Pen, inner: number, outer: number, stops: readonly Stop[]): CanvasGradient {
  const gradient = pen.createRadialGradient(0, 0, inner, 0, 0, outer);
  for (const [place, colour] of stops) gradient.addColorStop(place, colour);
  return gradient;
}

/** Light that comes from above left, round a ring. */
export function sheen(pen: Pen, stops: readonly Stop[]): CanvasGradient {
  const gradient = pen.createConicGradient(-0.375 * TURN, 0, 0);
  for (const [place, colour] of stops) gradient.addColorStop(place, colour);
  return gradient;
}

export function brass(pen: Pen, look: Look): CanvasGradient {
  return sheen(pen, [
    [0, "#fff3c9"],
    [0.1, look.brassBright],
    [0.25, look.brass],
    [0.42, look.brassDeep],
    [0.5, look.brass],
    [0.6, look.brassDeep],
    [0.75, look.brass],
    [0.9, look.brassBright],
    [1, "#fff3c9"],
  ]);
}

/** Turned wood: the same grain each time, finer than it can be counted. */
export function grain(pen: Pen, outer: number, inner: number): void {
  let seed = 7;
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  pen.save();
  pen.lineWidth = Math.max(0.5, (outer - inner) / 60);
  for (let stroke = 0; stroke < 150; stroke += 1) {
    const radius = inner + (outer - inner) * chance();
    const from = chance() * TURN;
    pen.strokeStyle = chance() < 0.5 ? "rgb(0 0 0 / 0.13)" : "rgb(255 205 150 / 0.06)";
    pen.beginPath();
    pen.arc(0, 0, radius, from, from + 0.2 + chance());
    pen.stroke();
  }
  pen.restore();
}

/** A wooden ring under the light. */
export function wood(
  pen: Pen,
  outer: number,
  inner: number,
  colours: readonly [string, string, string],
): void {
  const [edge, middle, well] = colours;
  ring(
    pen,
    outer,
    inner,
    radial(pen, inner, outer, [
      [0, well],
      [0.55, middle],
      [1, edge],
    ]),
  );
  grain(pen, outer, inner);
  const light: readonly Stop[] = [
    [0, "rgb(255 226 180 / 0.34)"],
    [0.16, "rgb(255 226 180 / 0.05)"],
    [0.4, "rgb(0 0 0 / 0.28)"],
    [0.55, "rgb(0 0 0 / 0.34)"],
    [0.68, "rgb(255 226 180 / 0.03)"],
    [0.86, "rgb(255 226 180 / 0.08)"],
    [1, "rgb(255 226 180 / 0.34)"],
  ];
  ring(pen, outer, inner, sheen(pen, light));
}

/** The way something goes, for who does not want to see it go: strokes that fade behind it, from a place on. */
export function sweep(pen: Pen, radius: number, from: number, width: number, look: Look): void {
  pen.save();
  pen.lineCap = "round";
  pen.lineWidth = width;
  pen.strokeStyle = look.text;
  for (let index = 0; index < 12; index += 1) {
    const first = (from + 0.025 + index * 0.02 + TOP) * TURN;
    pen.globalAlpha = 0.55 * (1 - index / 12);
    pen.beginPath();
    pen.arc(0, 0, radius, first, first + 0.012 * TURN);
    pen.stroke();
  }
  pen.restore();
}

export function write(pen: Pen, text: string, px: number, look: Look, fill: string, weight = 800): void {
  pen.font = `${weight} ${px}px ${look.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText(text);
  pen.fillStyle = fill;
  pen.fillText(text, 0, (up - down) / 2);
}

/** What came, large in the middle of the picture; `part` of it is there. */
export function medallion(
  pen: Pen,
  radius: number,
  text: string,
  fill: string,
  part: number,
  look: Look,
): void {
  if (part <= 0) return;
  pen.save();
  pen.globalAlpha *= Math.min(1, part);
  pen.shadowColor = "rgb(0 0 0 / 0.65)";
  pen.shadowBlur = radius * 0.35;
  pen.shadowOffsetY = radius * 0.08;
  ring(pen, radius, 0, brass(pen, look));
  pen.shadowColor = "transparent";
  ring(pen, radius * 0.9, 0, "rgb(0 0 0 / 0.55)");
  ring(pen, radius * 0.875, 0, fill);
  ring(
    pen,
    radius * 0.875,
    0,
    radial(pen, 0, radius * 0.875, [
      [0, "rgb(255 255 255 / 0.1)"],
      [0.6, "rgb(255 255 255 / 0)"],
      [0.6, "rgb(0 0 0 / 0)"],
      [1, "rgb(0 0 0 / 0.35)"],
    ]),
  );
  write(pen, text, radius * (text.length > 2 ? 0.78 : 1.08), look, look.text);
  pen.restore();
}

/** How much of what came is shown, so long after it came to rest. */
export const REVEAL_MS = 450;

export function revealed(sinceMs: number): number {
  return Math.min(1, Math.max(0, sinceMs / REVEAL_MS));
}
