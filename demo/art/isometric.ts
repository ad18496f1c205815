import { mix, type Palette } from "./palette.ts";
import { type Point, polygon, short } from "./svg.ts";

const COS_30 = Math.sqrt(3) / 2;

/** An isometric view: x runs down to the right, y down to the left, z up; `unit` is the pixels of one step. */
export interface View {
  readonly origin: Point;
  readonly unit: number;
}

/** A cuboid in steps of the view. */
export interface Cuboid {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
}

/** The three colours a lit cuboid shows. */
interface Tones {
  readonly top: string;
  readonly left: string;
  readonly right: string;
}

export type Face = "top" | "left" | "right";

/** Where a point of the isometric space falls on the page. */
export function project(view: View, x: number, y: number, z: number): Point {
  return [view.origin[0] + (x - y) * view.unit * COS_30, view.origin[1] + ((x + y) / 2 - z) * view.unit];
}

/** Light from the upper left: top brightest, right side in shade. */
export function tonesOf(base: string, palette: Palette): Tones {
  return { top: mix(base, palette.light, 0.24), left: base, right: mix(base, palette.ink, 0.42) };
}

/** Draws the three visible faces of a cuboid. */
export function drawCuboid(view: View, cuboid: Cuboid, tones: Tones): string {
  const { x, y, z, width, depth, height } = cuboid;
  const corner = (dx: number, dy: number, dz: number): Point =>
    project(view, x + dx * width, y + dy * depth, z + dz * height);
  // A hair of stroke in the face's own colour closes the antialiasing seams between neighbours.
  const face = (fill: string, ...points: Point[]): string =>
    polygon(points, { fill, stroke: fill, "stroke-width": 0.8 });
  return [
    face(tones.left, corner(0, 1, 1), corner(1, 1, 1), corner(1, 1, 0), corner(0, 1, 0)),
    face(tones.right, corner(1, 1, 1), corner(1, 0, 1), corner(1, 0, 0), corner(1, 1, 0)),
    face(tones.top, corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1)),
  ].join("");
}

/** The `transform` that lays a unit square (0..1, y down) on one face of a cuboid. */
export function faceTransform(view: View, cuboid: Cuboid, face: Face): string {
  const { x, y, z, width, depth, height } = cuboid;
  const at = (dx: number, dy: number, dz: number): Point =>
    project(view, x + dx * width, y + dy * depth, z + dz * height);
  const corners: Record<Face, readonly [Point, Point, Point]> = {
    top: [at(0, 0, 1), at(1, 0, 1), at(0, 1, 1)],
    left: [at(0, 1, 1), at(1, 1, 1), at(0, 1, 0)],
    right: [at(1, 1, 1), at(1, 0, 1), at(1, 1, 0)],
  };
  const [origin, across, down] = corners[face];
  const matrix = [
    across[0] - origin[0],
    across[1] - origin[1],
    down[0] - origin[0],
    down[1] - origin[1],
    origin[0],
    origin[1],
  ];
  return `matrix(${matrix.map(short).join(" ")})`;
}
