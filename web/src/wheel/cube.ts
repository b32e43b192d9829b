// A die in space: how it is turned, which of its faces are seen, and how each is drawn as a flat picture.
// Pure arithmetic. The picture is seen from above, leaning back a little; x is right, y away, z up.

export type Vector = readonly [number, number, number];

/** One face as it is seen: a square from -1 to 1 in both directions, laid out in the picture. */
export interface SeenFace {
  readonly face: number;
  /** The picture's right and down for one step to the right and one step down on the face. */
  readonly right: readonly [number, number];
  readonly down: readonly [number, number];
  readonly middle: readonly [number, number];
  /** From 0 in the dark to 1 full in the light. */
  readonly light: number;
}

export interface Turned {
  readonly pitch: number;
  readonly roll: number;
  /** About the upright axis, which changes no face. */
  readonly yaw: number;
}

const TURN = 2 * Math.PI;
/** How far the picture leans back. */
const LEAN = 0.058 * TURN;
const LIGHT: Vector = [-0.42, 0.3, 0.857];

/** Face, the way it looks, and two directions on it. Opposite faces make seven. */
const FACES: readonly (readonly [number, Vector, Vector, Vector])[] = [
  [1, [0, 0, 1], [1, 0, 0], [0, -1, 0]],
  [6, [0, 0, -1], [1, 0, 0], [0, 1, 0]],
  [2, [0, 1, 0], [1, 0, 0], [0, 0, 1]],
  [5, [0, -1, 0], [1, 0, 0], [0, 0, -1]],
  [3, [-1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [4, [1, 0, 0], [0, 1, 0], [0, 0, -1]],
];

function about(axis: 0 | 1 | 2, turns: number, [x, y, z]: Vector): Vector {
  const [cos, sin] = [Math.cos(turns * TURN), Math.sin(turns * TURN)];
  if (axis === 0) return [x, y * cos - z * sin, y * sin + z * cos];
  if (axis === 1) return [x * cos + z * sin, y, z * cos - x * sin];
  return [x * cos - y * sin, x * sin + y * cos, z];
}

function turn(vector: Vector, { pitch, roll, yaw }: Turned): Vector {
  return about(2, yaw, about(1, roll, about(0, pitch, vector)));
}

/** Right and down in the picture, and how near. */
function project([x, y, z]: Vector): Vector {
  return [x, -y * Math.cos(LEAN) - z * Math.sin(LEAN), z * Math.cos(LEAN) - y * Math.sin(LEAN)];
}

/** The faces that are seen, the farthest first. */
export function seenFaces(turned: Turned): readonly SeenFace[] {
  return FACES.flatMap(([face, out, right, down]) => {
    const normal = turn(out, turned);
    const [x, y, near] = project(normal);
    if (near <= 0) return [];
    const [rightX, rightY] = project(turn(right, turned));
    const [downX, downY] = project(turn(down, turned));
    const light = Math.max(0, normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2]);
    return [
      { seen: { face, right: [rightX, rightY], down: [downX, downY], middle: [x, y], light }, near } as const,
    ];
  })
    .sort((one, other) => one.near - other.near)
    .map(({ seen }) => seen);
}
