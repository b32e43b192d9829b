// Paints a money wheel: segments with their symbols between brass pins, and the clapper that they flick.
import { discPose, type DiscPose } from "../state/course/disc";
import type { LayoutView } from "../wire/messages";
import type { Frame, Paint } from "./easel";
import {
  brass,
  circle,
  lay,
  medallion,
  plate,
  radial,
  ring,
  sector,
  sheen,
  sweep,
  TURN,
  turned,
  WOOD,
  wood,
  write,
  type Look,
  type Pen,
} from "./look";

const RIM = 0.93;
const PINS = 0.885;
const FACE = 0.86;
const HEART = 0.4;
const CLAPPER = 0.985;

/** By how often a symbol stands on the wheel: the rarest in gold. Each is darker than its letter by 4.5 to 1. */
const FILLS: readonly string[] = [
  "#14543f",
  "#7a1420",
  "#1d3f78",
  "#5a2d82",
  "#7a4a12",
  "#0c6670",
  "#8a2560",
];

/** The colour of each symbol, the most frequent first. */
export function fillsOf(wheel: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const symbol of wheel) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const ranked = [...counts].sort((one, other) => other[1] - one[1]).map(([symbol]) => symbol);
  return new Map(ranked.map((symbol, rank) => [symbol, FILLS[rank % FILLS.length] ?? "#14543f"]));
}

export function moneyWheel(layout: Pick<LayoutView, "wheel">): (sizePx: number, look: Look) => Paint {
  return (sizePx, look) => {
    const radius = sizePx / 2;
    const fills = fillsOf(layout.wheel);
    const frame = plate(sizePx, (pen) => paintFrame(pen, radius, look));
    const disc = plate(sizePx * RIM, (pen) => paintDisc(pen, radius, layout.wheel, fills, look));
    const light = plate(sizePx * RIM, (pen) => paintLight(pen, radius));
    return (pen, shown) => {
      if (shown.course.game !== "money-wheel") return;
      const pose = poseOf(shown);
      lay(pen, frame);
      turned(pen, pose.turned, () => lay(pen, disc));
      lay(pen, light);
      paintVeil(pen, radius, pose.shown);
      if (shown.isStill && isGoing(shown)) sweepRound(pen, radius, look);
      if (shown.outcome !== null) markTop(pen, radius, layout.wheel.length, shown.reveal, look);
      paintClapper(pen, radius, pose, layout.wheel.length, look);
      if (shown.outcome === null) return;
      const fill = fills.get(shown.outcome) ?? look.panel;
      medallion(pen, radius * (shown.isStill ? 0.46 : 0.31), shown.outcome, fill, shown.reveal, look);
    };
  };
}

function poseOf(frame: Frame): DiscPose {
  if (frame.course.game !== "money-wheel") return { turned: 0, speed: 0, shown: 0 };
  const pose = discPose(frame.course, frame.ms);
  return frame.isStill && frame.kind !== "settled" ? { turned: 0, speed: 0, shown: 0 } : pose;
}

function isGoing({ kind }: Frame): boolean {
  return kind === "running" || kind === "dropping" || kind === "resting";
}

function sweepRound(pen: Pen, radius: number, look: Look): void {
  for (const from of [0.05, 0.383, 0.717]) sweep(pen, radius * 0.955, from, radius * 0.02, look);
}

function paintFrame(pen: Pen, radius: number, look: Look): void {
  wood(pen, radius * 0.985, radius * 0.86, [WOOD.night, WOOD.dark, WOOD.warm]);
  circle(pen, radius * 0.98, radius * 0.01, brass(pen, look));
}

function paintDisc(
  pen: Pen,
  radius: number,
  wheel: readonly string[],
  fills: ReadonlyMap<string, string>,
  look: Look,
): void {
  const count = wheel.length;
  wood(pen, RIM * radius, FACE * radius, [WOOD.dark, WOOD.light, WOOD.warm]);
  wheel.forEach((symbol, index) => {
    sector(pen, FACE * radius, HEART * radius, (index - 0.5) / count, (index + 0.5) / count);
    pen.fillStyle = fills.get(symbol) ?? look.panel;
    pen.fill();
    pen.lineWidth = Math.max(0.75, radius * 0.004);
    pen.strokeStyle = "rgb(236 201 117 / 0.7)";
    pen.stroke();
  });
  paintDepth(pen, radius);
  wheel.forEach((symbol, index) =>
    turned(pen, index / count, () => paintSymbol(pen, radius, symbol, count, look)),
  );
  for (let index = 0; index < count; index += 1) {
    turned(pen, (index + 0.5) / count, () => pin(pen, radius, look));
  }
  circle(pen, FACE * radius, radius * 0.008, brass(pen, look));
  circle(pen, RIM * radius * 0.995, radius * 0.006, look.brassDeep);
  paintHeart(pen, radius, look);
}

function paintDepth(pen: Pen, radius: number): void {
  ring(
    pen,
    FACE * radius,
    HEART * radius,
    radial(pen, HEART * radius, FACE * radius, [
      [0, "rgb(0 0 0 / 0.5)"],
      [0.3, "rgb(0 0 0 / 0.12)"],
      [0.8, "rgb(255 255 255 / 0.05)"],
      [1, "rgb(0 0 0 / 0.2)"],
    ]),
  );
}

/** The symbol large at the rim, and once more small towards the middle, as such wheels have it. */
function paintSymbol(pen: Pen, radius: number, symbol: string, count: number, look: Look): void {
  const between = (TURN * FACE * radius) / count;
  const px = Math.min(between * 0.92, radius * 0.14) * (symbol.length > 1 ? 1.4 / symbol.length : 1);
  pen.translate(0, -radius * 0.785);
  write(pen, symbol, px, look, look.text);
  pen.translate(0, radius * 0.19);
  pen.globalAlpha = 0.55;
  write(pen, symbol, px * 0.55, look, look.brassBright, 700);
}

function pin(pen: Pen, radius: number, look: Look): void {
  pen.translate(0, -PINS * radius);
  const size = Math.max(1, radius * 0.0115);
  const shine = pen.createRadialGradient(-size * 0.3, -size * 0.3, 0, 0, 0, size);
  shine.addColorStop(0, "#fff8e0");
  shine.addColorStop(0.6, look.brass);
  shine.addColorStop(1, look.brassDeep);
  ring(pen, size, 0, shine);
}

function paintHeart(pen: Pen, radius: number, look: Look): void {
  const edge = HEART * radius;
  wood(pen, edge, 0, [WOOD.warm, WOOD.light, WOOD.warm]);
  for (let index = 0; index < 16; index += 1) {
    turned(pen, index / 16, () => {
      pen.beginPath();
      pen.moveTo(0, -edge * (index % 2 === 0 ? 0.9 : 0.66));
      pen.lineTo(edge * 0.12, -edge * 0.3);
      pen.lineTo(-edge * 0.12, -edge * 0.3);
      pen.closePath();
      pen.fillStyle = index % 2 === 0 ? look.brass : look.brassDeep;
      pen.globalAlpha = 0.85;
      pen.fill();
    });
  }
  circle(pen, edge, radius * 0.016, brass(pen, look));
  ring(pen, edge * 0.34, 0, brass(pen, look));
  ring(pen, edge * 0.27, 0, WOOD.dark);
  ring(pen, edge * 0.16, 0, brass(pen, look));
}

function paintLight(pen: Pen, radius: number): void {
  ring(
    pen,
    RIM * radius,
    0,
    sheen(pen, [
      [0, "rgb(255 244 220 / 0.2)"],
      [0.16, "rgb(255 244 220 / 0.02)"],
      [0.45, "rgb(0 0 0 / 0.22)"],
      [0.55, "rgb(0 0 0 / 0.22)"],
      [0.84, "rgb(255 244 220 / 0.02)"],
      [1, "rgb(255 244 220 / 0.2)"],
    ]),
  );
}

/** A wheel that says nothing lies in the shade. */
function paintVeil(pen: Pen, radius: number, shown: number): void {
  if (shown >= 1) return;
  ring(pen, RIM * radius, 0, `rgb(0 0 0 / ${0.5 * (1 - shown)})`);
}

function markTop(pen: Pen, radius: number, count: number, part: number, look: Look): void {
  if (part <= 0) return;
  pen.save();
  pen.globalAlpha *= part;
  sector(pen, FACE * radius, HEART * radius, -0.5 / count, 0.5 / count);
  pen.lineJoin = "round";
  pen.lineWidth = radius * 0.018;
  pen.strokeStyle = look.brassBright;
  pen.stroke();
  pen.lineWidth = radius * 0.006;
  pen.strokeStyle = "#fffbe8";
  pen.stroke();
  pen.restore();
}

/** How far the clapper is bent, in turns: pushed by a pin, then back with a flick. */
export function bent(pose: Pick<DiscPose, "turned" | "speed">, count: number): number {
  const passed = pose.turned * count + 0.5;
  const since = pose.speed >= 0 ? passed - Math.floor(passed) : Math.ceil(passed) - passed;
  const pace = Math.min(1, Math.abs(pose.speed) / 0.00005);
  return Math.sign(pose.speed) * pace * 0.055 * Math.max(0, 1 - 3 * since);
}

function paintClapper(pen: Pen, radius: number, pose: DiscPose, count: number, look: Look): void {
  if (pose.shown <= 0) return;
  const [wide, long] = [radius * 0.042, radius * 0.112];
  pen.save();
  pen.globalAlpha *= pose.shown;
  pen.translate(0, -CLAPPER * radius + wide * 0.6);
  pen.rotate(-bent(pose, count) * TURN);
  pen.shadowColor = "rgb(0 0 0 / 0.7)";
  pen.shadowBlur = radius * 0.03;
  pen.shadowOffsetY = radius * 0.01;
  pen.beginPath();
  pen.moveTo(-wide, -wide * 0.4);
  pen.quadraticCurveTo(0, -wide * 1.3, wide, -wide * 0.4);
  pen.lineTo(wide * 0.16, long);
  pen.lineTo(-wide * 0.16, long);
  pen.closePath();
  const shine = pen.createLinearGradient(-wide, 0, wide, 0);
  shine.addColorStop(0, look.brassDeep);
  shine.addColorStop(0.4, "#fff3c9");
  shine.addColorStop(1, look.brass);
  pen.fillStyle = shine;
  pen.fill();
  pen.shadowColor = "transparent";
  ring(pen, wide * 0.34, 0, WOOD.dark);
  pen.restore();
}
