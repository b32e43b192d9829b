// Paints three dice under a glass dome. Faces are seen tumbling until the record says what they show.
import { diceIn, pipsOf } from "../layout/dice";
import { dicePose } from "../state/course/dice";
import { seenFaces, type SeenFace, type Turned } from "./cube";
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
  TURN,
  WOOD,
  wood,
  type Look,
  type Pen,
} from "./look";

const TRAY = 0.8;
/** Half of a die, as a part of the half of the picture. */
const DIE = 0.172;
const PLACES: readonly { readonly x: number; readonly y: number; readonly yaw: number }[] = [
  { x: -0.4, y: 0.1, yaw: 0.028 },
  { x: 0.01, y: -0.2, yaw: -0.02 },
  { x: 0.4, y: 0.13, yaw: 0.046 },
];

export function diceDome(): (sizePx: number, look: Look) => Paint {
  return (sizePx, look) => {
    const radius = sizePx / 2;
    const tray = plate(sizePx, (pen) => paintTray(pen, radius, look));
    const glass = plate(sizePx, (pen) => paintGlass(pen, radius));
    return (pen, frame) => {
      if (frame.course.game !== "sic-bo") return;
      lay(pen, tray);
      paintDice(pen, radius, frame, look);
      lay(pen, glass);
      paintTotal(pen, radius, frame, look);
    };
  };
}

function paintTray(pen: Pen, radius: number, look: Look): void {
  wood(pen, radius * 0.985, radius * TRAY, [WOOD.dark, WOOD.light, WOOD.night]);
  circle(pen, radius * 0.978, radius * 0.014, brass(pen, look));
  ring(
    pen,
    radius * TRAY,
    0,
    radial(pen, 0, radius * TRAY, [
      [0, look.felt],
      [0.7, look.feltDeep],
      [1, "#04160f"],
    ]),
  );
  for (let index = 0; index < 60; index += 1) {
    sector(pen, radius * TRAY, radius * 0.1, index / 60, (index + 0.5) / 60);
    pen.fillStyle = "rgb(255 255 255 / 0.012)";
    pen.fill();
  }
  circle(pen, radius * 0.66, radius * 0.004, "rgb(201 162 75 / 0.4)");
  circle(pen, radius * TRAY, radius * 0.022, brass(pen, look));
  circle(pen, radius * (TRAY - 0.014), radius * 0.004, "rgb(0 0 0 / 0.6)");
}

/** Two soft lights on the glass and its bright edge; nothing that hides a pip. */
function paintGlass(pen: Pen, radius: number): void {
  const edge = radius * (TRAY - 0.02);
  ring(
    pen,
    edge,
    0,
    radial(pen, edge * 0.75, edge, [
      [0, "rgb(210 235 255 / 0)"],
      [0.85, "rgb(210 235 255 / 0.05)"],
      [1, "rgb(210 235 255 / 0.2)"],
    ]),
  );
  for (const [from, to, far, strength] of [
    [0.79, 0.93, 0.9, 0.3],
    [0.33, 0.41, 0.92, 0.12],
  ] as const) {
    pen.beginPath();
    pen.arc(0, 0, edge * far, (from - 0.25) * TURN, (to - 0.25) * TURN);
    pen.lineCap = "round";
    pen.lineWidth = radius * 0.035;
    pen.strokeStyle = `rgb(255 255 255 / ${strength})`;
    pen.filter = `blur(${Math.max(1, radius * 0.012)}px)`;
    pen.stroke();
    pen.filter = "none";
  }
}

function paintDice(pen: Pen, radius: number, frame: Frame, look: Look): void {
  if (frame.course.game !== "sic-bo") return;
  const isLying = frame.kind === "settled";
  const pose = dicePose(frame.course, frame.ms);
  const isGone = frame.kind === "idle" || frame.kind === "waiting";
  const shown = frame.isStill && !isLying ? (isGone ? 0 : 1) : pose.shown;
  if (shown <= 0) return;
  pen.save();
  pen.globalAlpha *= shown;
  const dice = pose.dice.map((die, index) => {
    const place = PLACES[index] ?? { x: 0, y: 0, yaw: 0 };
    const isBlank = frame.isStill && !isLying;
    const thrown = isBlank ? { x: 0, y: 0, height: 0.12 } : throwAt(pose.shake, frame.ms, index);
    const turned: Turned = isBlank
      ? { pitch: 0.06, roll: 0.05 * (index - 1), yaw: place.yaw * 2 }
      : { ...die, yaw: place.yaw };
    return { x: place.x + thrown.x, y: place.y + thrown.y, height: thrown.height, turned, isBlank };
  });
  for (const die of dice) paintShadow(pen, radius, die.x, die.y, die.height);
  for (const die of [...dice].sort((one, other) => one.y - other.y)) {
    pen.save();
    pen.translate(die.x * radius, (die.y - 0.7 * die.height) * radius);
    const size = DIE * radius * (1 + 0.25 * die.height);
    for (const face of seenFaces(die.turned)) paintFace(pen, size, face, die.isBlank, look);
    pen.restore();
  }
  pen.restore();
}

/** How far a shaken die is from its place, and how high: three waves that never meet. */
function throwAt(shake: number, ms: number, index: number): { x: number; y: number; height: number } {
  const phase = index * 2.1;
  return {
    x: shake * (0.07 * Math.sin(ms * 0.0083 + phase) + 0.035 * Math.sin(ms * 0.0197 + 2 * phase)),
    y: shake * (0.07 * Math.cos(ms * 0.0071 + 1.7 * phase) + 0.03 * Math.sin(ms * 0.0173 + phase)),
    height: shake * 0.34 * Math.abs(Math.sin(ms * 0.0079 + 1.3 * phase)),
  };
}

function paintShadow(pen: Pen, radius: number, x: number, y: number, height: number): void {
  pen.save();
  pen.translate((x + 0.05 + 0.2 * height) * radius, (y + 0.075 + 0.12 * height) * radius);
  const size = DIE * radius * (1.5 + height);
  pen.scale(1, 0.86);
  ring(
    pen,
    size,
    0,
    radial(pen, size * 0.35, size, [
      [0, `rgb(0 0 0 / ${0.62 - 0.6 * height})`],
      [1, "rgb(0 0 0 / 0)"],
    ]),
  );
  pen.restore();
}

function paintFace(pen: Pen, size: number, seen: SeenFace, isBlank: boolean, look: Look): void {
  pen.save();
  const [right, down, middle] = [seen.right, seen.down, seen.middle];
  pen.transform(right[0], right[1], down[0], down[1], middle[0] * size, middle[1] * size);
  pen.scale(size, size);
  square(pen, 1, 0.1, tone(seen.light * 0.82));
  square(pen, 0.97, 0.24, tone(seen.light));
  if (!isBlank) {
    for (const { x, y } of pipsOf(seen.face)) pip(pen, 2 * x - 1, 2 * y - 1, seen.face === 1, look);
  }
  pen.restore();
}

function square(pen: Pen, half: number, corner: number, fill: string): void {
  pen.beginPath();
  pen.roundRect(-half, -half, 2 * half, 2 * half, corner);
  pen.fillStyle = fill;
  pen.fill();
}

/** Ivory in the light. */
function tone(light: number): string {
  return `color-mix(in srgb, ${IVORY.light} ${Math.round(100 * Math.min(1, 0.1 + light))}%, #7d7052)`;
}

function pip(pen: Pen, x: number, y: number, isOne: boolean, look: Look): void {
  const size = isOne ? 0.32 : 0.2;
  pen.beginPath();
  pen.arc(x, y, size, 0, TURN);
  pen.fillStyle = isOne ? look.red : look.black;
  pen.fill();
  pen.beginPath();
  pen.arc(x, y, size * 0.86, 0.05 * TURN, 0.33 * TURN);
  pen.lineWidth = size * 0.16;
  pen.strokeStyle = "rgb(255 255 255 / 0.28)";
  pen.stroke();
}

/** The three together, on a plate below them. */
function paintTotal(pen: Pen, radius: number, frame: Frame, look: Look): void {
  const dice = frame.outcome === null ? null : diceIn(frame.outcome);
  if (dice === null) return;
  const total = dice.reduce((sum, face) => sum + face, 0);
  pen.save();
  pen.translate(0, radius * 0.545);
  medallion(pen, radius * 0.165, String(total), look.panel, frame.reveal, look);
  pen.restore();
}
