// Paints a roulette wheel: bowl, rotor, ball. The rotor is drawn once and then only turned.
import { colourOf } from "../layout/drawing";
import { ballPose, type BallPose } from "../state/course/ball";
import type { LayoutView } from "../wire/messages";
import type { Frame, Paint } from "./easel";
import {
  brass,
  circle,
  IVORY,
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

/** Radii, as parts of the half of the picture. */
const RIM = 0.985;
const TRACK_OUTER = 0.935;
const TRACK = 0.9;
const TRACK_INNER = 0.865;
const ROTOR = 0.79;
const NUMBERS_OUTER = 0.778;
const NUMBERS_INNER = 0.648;
const POCKETS_INNER = 0.5;
const SEAT = 0.592;
const BALL = 0.035;
const DEFLECTORS = 8;
/** Where a ball stands for one that runs, if nothing may spin. */
const STILL: BallPose = { rotor: 0, ball: 0.09, depth: 0, lift: 0, shown: 1, speed: 0 };

export function fillOf(layout: LayoutView, number: string, look: Look): string {
  const colour = colourOf(layout, number);
  if (colour === null) return look.panel;
  // The green of the house is too bright for small figures on it.
  return colour === "green" ? `color-mix(in srgb, ${look.green} 80%, black)` : look[colour];
}

export function rouletteWheel(layout: LayoutView): (sizePx: number, look: Look) => Paint {
  return (sizePx, look) => {
    const radius = sizePx / 2;
    const bowl = plate(sizePx, (pen) => paintBowl(pen, radius, look));
    const rotor = plate(sizePx * ROTOR, (pen) => paintRotor(pen, radius, layout, look));
    const light = plate(sizePx * ROTOR, (pen) => paintLight(pen, radius));
    const ball = plate(sizePx * BALL * 1.6, (pen) => paintBall(pen, radius * BALL));
    return (pen, frame) => {
      if (frame.course.game !== "roulette") return;
      const pose = poseOf(frame);
      lay(pen, bowl);
      turned(pen, pose.rotor, () => {
        lay(pen, rotor);
        if (frame.outcome !== null) markPocket(pen, radius, layout, frame.outcome, frame.reveal, look);
      });
      lay(pen, light);
      if (frame.isStill && pose.depth === 0 && pose.shown > 0) {
        sweep(pen, TRACK * radius, pose.ball, radius * 0.022, look);
      }
      paintBallAt(pen, radius, pose, ball);
      if (frame.outcome === null) return;
      const fill = fillOf(layout, frame.outcome, look);
      medallion(pen, radius * (frame.isStill ? 0.46 : 0.3), frame.outcome, fill, frame.reveal, look);
    };
  };
}

function poseOf(frame: Frame): BallPose {
  if (frame.course.game !== "roulette") return STILL;
  const pose = ballPose(frame.course, frame.ms);
  if (!frame.isStill || frame.kind === "settled") return pose;
  return { ...STILL, shown: frame.kind === "idle" || frame.kind === "waiting" ? 0 : 1 };
}

function paintBowl(pen: Pen, radius: number, look: Look): void {
  const [rim, outer, inner, rotor] = [RIM, TRACK_OUTER, TRACK_INNER, ROTOR].map((part) => part * radius) as [
    number,
    number,
    number,
    number,
  ];
  wood(pen, rim, outer, [WOOD.dark, WOOD.light, WOOD.warm]);
  circle(pen, rim, radius * 0.012, brass(pen, look));
  wood(pen, outer, inner, [WOOD.night, WOOD.dark, WOOD.warm]);
  circle(pen, outer, radius * 0.008, brass(pen, look));
  shade(pen, outer, inner);
  wood(pen, inner, rotor * 0.98, [WOOD.light, WOOD.warm, WOOD.night]);
  circle(pen, inner, radius * 0.005, "rgb(255 220 170 / 0.35)");
  for (let index = 0; index < DEFLECTORS; index += 1) {
    turned(pen, index / DEFLECTORS, () => deflector(pen, radius, index % 2 === 0, look));
  }
}

/** The track is a groove: dark under its outer edge. */
function shade(pen: Pen, outer: number, inner: number): void {
  ring(
    pen,
    outer,
    inner,
    radial(pen, inner, outer, [
      [0, "rgb(0 0 0 / 0.1)"],
      [0.35, "rgb(255 230 190 / 0.12)"],
      [0.7, "rgb(0 0 0 / 0.2)"],
      [1, "rgb(0 0 0 / 0.65)"],
    ]),
  );
}

function deflector(pen: Pen, radius: number, isUpright: boolean, look: Look): void {
  const [long, short] = [radius * 0.035, radius * 0.0135];
  const [wide, high] = isUpright ? [short, long] : [long, short];
  pen.save();
  pen.translate(0, -radius * 0.829);
  pen.beginPath();
  pen.moveTo(0, -high);
  pen.lineTo(wide, 0);
  pen.lineTo(0, high);
  pen.lineTo(-wide, 0);
  pen.closePath();
  pen.shadowColor = "rgb(0 0 0 / 0.7)";
  pen.shadowBlur = radius * 0.02;
  pen.shadowOffsetY = radius * 0.006;
  const shine = pen.createLinearGradient(-wide, -high, wide, high);
  shine.addColorStop(0, "#fff6d8");
  shine.addColorStop(0.45, look.brass);
  shine.addColorStop(1, look.brassDeep);
  pen.fillStyle = shine;
  pen.fill();
  pen.restore();
}

function paintRotor(pen: Pen, radius: number, layout: LayoutView, look: Look): void {
  const count = layout.wheel.length;
  ring(pen, ROTOR * radius, 0, brass(pen, look));
  ring(pen, NUMBERS_OUTER * radius, 0, "#000000");
  layout.wheel.forEach((number, index) =>
    pocket(pen, radius, index / count, 0.5 / count, fillOf(layout, number, look)),
  );
  bandShades(pen, radius);
  frets(pen, radius, count, look);
  layout.wheel.forEach((number, index) => {
    turned(pen, index / count, () => {
      pen.translate(0, (-(NUMBERS_OUTER + NUMBERS_INNER) / 2) * radius);
      write(pen, number, numberPx(radius, count), look, look.text, 750);
    });
  });
  cone(pen, radius, look);
}

/** As large as two figures fit between two frets. */
function numberPx(radius: number, count: number): number {
  const between = (TURN * NUMBERS_INNER * radius) / count;
  return Math.min(between * 0.74, (NUMBERS_OUTER - NUMBERS_INNER) * radius * 0.8);
}

function pocket(pen: Pen, radius: number, place: number, half: number, fill: string): void {
  sector(pen, NUMBERS_OUTER * radius, POCKETS_INNER * radius, place - half, place + half);
  pen.fillStyle = fill;
  pen.fill();
}

/** The numbers slope towards the pockets, and the pockets are deep. */
function bandShades(pen: Pen, radius: number): void {
  const [outer, edge, inner] = [NUMBERS_OUTER * radius, NUMBERS_INNER * radius, POCKETS_INNER * radius];
  ring(
    pen,
    outer,
    edge,
    radial(pen, edge, outer, [
      [0, "rgb(255 255 255 / 0.07)"],
      [0.5, "rgb(255 255 255 / 0)"],
      [0.5, "rgb(0 0 0 / 0)"],
      [1, "rgb(0 0 0 / 0.3)"],
    ]),
  );
  ring(
    pen,
    edge,
    inner,
    radial(pen, inner, edge, [
      [0, "rgb(0 0 0 / 0.55)"],
      [0.45, "rgb(0 0 0 / 0.2)"],
      [0.8, "rgb(0 0 0 / 0.34)"],
      [1, "rgb(0 0 0 / 0.62)"],
    ]),
  );
}

function frets(pen: Pen, radius: number, count: number, look: Look): void {
  for (let index = 0; index < count; index += 1) {
    turned(pen, (index + 0.5) / count, () => {
      line(pen, radius, NUMBERS_OUTER, NUMBERS_INNER, 0.0035, "rgb(244 241 232 / 0.55)");
      line(pen, radius, NUMBERS_INNER, POCKETS_INNER, 0.012, "rgb(0 0 0 / 0.45)");
      line(pen, radius, NUMBERS_INNER, POCKETS_INNER, 0.0075, look.brass);
      line(pen, radius, NUMBERS_INNER, POCKETS_INNER, 0.0025, "#fff0bf");
    });
  }
  circle(pen, NUMBERS_INNER * radius, radius * 0.008, look.brass);
  circle(pen, NUMBERS_INNER * radius - radius * 0.004, radius * 0.002, "rgb(0 0 0 / 0.6)");
}

function line(pen: Pen, radius: number, from: number, to: number, width: number, stroke: string): void {
  pen.beginPath();
  pen.moveTo(0, -from * radius);
  pen.lineTo(0, -to * radius);
  pen.lineWidth = Math.max(0.75, width * radius);
  pen.strokeStyle = stroke;
  pen.stroke();
}

/** The cone, inlaid, with the turret that a dealer turns. */
function cone(pen: Pen, radius: number, look: Look): void {
  const edge = POCKETS_INNER * radius;
  wood(pen, edge, 0, [WOOD.warm, WOOD.light, WOOD.warm]);
  for (let index = 0; index < 16; index += 1) {
    sector(pen, edge * 0.9, edge * 0.42, index / 16, (index + 1) / 16);
    pen.fillStyle = index % 2 === 0 ? "rgb(20 8 2 / 0.38)" : "rgb(255 210 140 / 0.1)";
    pen.fill();
  }
  ring(
    pen,
    edge,
    edge * 0.4,
    radial(pen, edge * 0.4, edge, [
      [0, "rgb(255 230 190 / 0.16)"],
      [0.6, "rgb(0 0 0 / 0.05)"],
      [1, "rgb(0 0 0 / 0.5)"],
    ]),
  );
  circle(pen, edge, radius * 0.012, brass(pen, look));
  circle(pen, edge * 0.9, radius * 0.004, look.brassDeep);
  circle(pen, edge * 0.42, radius * 0.01, look.brass);
  for (let index = 0; index < 4; index += 1) turned(pen, index / 4 + 0.125, () => arm(pen, radius, look));
  hub(pen, radius, look);
}

function arm(pen: Pen, radius: number, look: Look): void {
  const long = radius * 0.235;
  pen.save();
  pen.shadowColor = "rgb(0 0 0 / 0.6)";
  pen.shadowBlur = radius * 0.03;
  pen.beginPath();
  pen.moveTo(-radius * 0.024, 0);
  pen.lineTo(-radius * 0.009, -long);
  pen.lineTo(radius * 0.009, -long);
  pen.lineTo(radius * 0.024, 0);
  pen.closePath();
  const shine = pen.createLinearGradient(-radius * 0.02, 0, radius * 0.02, 0);
  shine.addColorStop(0, look.brassDeep);
  shine.addColorStop(0.4, "#fff0c0");
  shine.addColorStop(1, look.brassDeep);
  pen.fillStyle = shine;
  pen.fill();
  pen.translate(0, -long);
  knob(pen, radius * 0.03, look);
  pen.restore();
}

function hub(pen: Pen, radius: number, look: Look): void {
  pen.save();
  pen.shadowColor = "rgb(0 0 0 / 0.6)";
  pen.shadowBlur = radius * 0.05;
  knob(pen, radius * 0.09, look);
  pen.restore();
  circle(pen, radius * 0.062, radius * 0.004, look.brassDeep);
  knob(pen, radius * 0.045, look);
}

function knob(pen: Pen, size: number, look: Look): void {
  const shine = pen.createRadialGradient(-size * 0.35, -size * 0.35, size * 0.05, 0, 0, size);
  shine.addColorStop(0, "#fff8e0");
  shine.addColorStop(0.4, look.brassBright);
  shine.addColorStop(1, look.brassDeep);
  ring(pen, size, 0, shine);
}

/** Light stands still while the rotor turns under it. */
function paintLight(pen: Pen, radius: number): void {
  const glow = sheen(pen, [
    [0, "rgb(255 244 220 / 0.15)"],
    [0.14, "rgb(255 244 220 / 0.02)"],
    [0.42, "rgb(0 0 0 / 0.14)"],
    [0.52, "rgb(0 0 0 / 0.18)"],
    [0.66, "rgb(0 0 0 / 0.04)"],
    [0.86, "rgb(255 244 220 / 0.03)"],
    [1, "rgb(255 244 220 / 0.15)"],
  ]);
  ring(pen, ROTOR * radius * 0.995, 0, glow);
  ring(
    pen,
    ROTOR * radius,
    NUMBERS_INNER * radius,
    radial(pen, NUMBERS_INNER * radius, ROTOR * radius, [
      [0, "rgb(0 0 0 / 0)"],
      [0.7, "rgb(0 0 0 / 0)"],
      [1, "rgb(0 0 0 / 0.4)"],
    ]),
  );
}

function paintBall(pen: Pen, size: number): void {
  const shine = pen.createRadialGradient(-size * 0.35, -size * 0.4, size * 0.05, 0, 0, size);
  shine.addColorStop(0, "#ffffff");
  shine.addColorStop(0.35, IVORY.light);
  shine.addColorStop(0.75, IVORY.warm);
  shine.addColorStop(1, IVORY.shade);
  ring(pen, size, 0, shine);
}

/** Where the ball is, as a part of the half of the picture. */
export function ballRadius(pose: Pick<BallPose, "depth" | "lift">): number {
  return TRACK - (TRACK - SEAT) * pose.depth + 0.05 * pose.lift;
}

function paintBallAt(pen: Pen, radius: number, pose: BallPose, ball: HTMLCanvasElement): void {
  if (pose.shown <= 0) return;
  const far = ballRadius(pose) * radius;
  // A quick ball is seen as a streak: where it was within one sixtieth of a second.
  const streak = pose.speed * 16;
  for (const [back, alpha] of [
    [1, 0.16],
    [0.66, 0.26],
    [0.33, 0.4],
    [0, 1],
  ] as const) {
    if (back > 0 && Math.abs(streak) < 0.006) continue;
    const angle = (pose.ball - streak * back) * TURN;
    pen.save();
    pen.globalAlpha *= pose.shown * alpha;
    pen.translate(far * Math.sin(angle), -far * Math.cos(angle));
    if (back === 0) paintShadow(pen, radius * BALL, pose.lift);
    const scale = 1 + 0.28 * pose.lift;
    pen.scale(scale, scale);
    lay(pen, ball);
    pen.restore();
  }
}

function paintShadow(pen: Pen, size: number, lift: number): void {
  pen.save();
  const far = size * (0.35 + 1.3 * lift);
  pen.translate(far * 0.8, far);
  ring(
    pen,
    size * 1.35,
    0,
    radial(pen, size * 0.3, size * 1.35, [
      [0, `rgb(0 0 0 / ${0.62 - 0.25 * lift})`],
      [1, "rgb(0 0 0 / 0)"],
    ]),
  );
  pen.restore();
}

function markPocket(
  pen: Pen,
  radius: number,
  layout: LayoutView,
  outcome: string,
  part: number,
  look: Look,
): void {
  const index = layout.wheel.indexOf(outcome);
  if (index < 0 || part <= 0) return;
  const [place, half] = [index / layout.wheel.length, 0.5 / layout.wheel.length];
  pen.save();
  pen.globalAlpha *= part;
  sector(pen, NUMBERS_OUTER * radius, POCKETS_INNER * radius, place - half, place + half);
  pen.strokeStyle = look.brassBright;
  pen.lineWidth = radius * 0.016;
  pen.lineJoin = "round";
  pen.stroke();
  pen.strokeStyle = "#fffbe8";
  pen.lineWidth = radius * 0.006;
  pen.stroke();
  pen.restore();
}
