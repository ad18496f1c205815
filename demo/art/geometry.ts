import { type Point, short } from "./svg.ts";

/** A full turn, radians. */
export const TURN = Math.PI * 2;

/** The point at a distance (pixels) and an angle (radians, clockwise from the right) of a centre. */
export function polar(centre: Point, radius: number, angle: number): Point {
  return [centre[0] + Math.cos(angle) * radius, centre[1] + Math.sin(angle) * radius];
}

/** `count` whole numbers from 0, for drawing rows. */
export function times(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => index);
}

/** Path data of a smooth curve (Catmull-Rom as cubic Béziers) through all the points. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number): Point => {
    const reached = closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[reached] as Point;
  };
  const first = at(0);
  let d = `M${short(first[0])} ${short(first[1])}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const before = at(index - 1);
    const from = at(index);
    const to = at(index + 1);
    const after = at(index + 2);
    const control = (a: Point, b: Point, c: Point, sign: number): string =>
      `${short(b[0] + (sign * (c[0] - a[0])) / 6)} ${short(b[1] + (sign * (c[1] - a[1])) / 6)}`;
    d += `C${control(before, from, to, 1)} ${control(from, to, after, -1)} ${short(to[0])} ${short(to[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** Path data of an arc of a circle from one angle to another (radians, clockwise), left open. */
export function arc(centre: Point, radius: number, from: number, to: number): string {
  const start = polar(centre, radius, from);
  const end = polar(centre, radius, to);
  const large = Math.abs(to - from) > Math.PI ? 1 : 0;
  const sweep = to > from ? 1 : 0;
  const size = short(radius);
  return `M${short(start[0])} ${short(start[1])}A${size} ${size} 0 ${large} ${sweep} ${short(end[0])} ${short(end[1])}`;
}

/** Path data of a pie slice. */
export function sector(centre: Point, radius: number, from: number, to: number): string {
  return `${arc(centre, radius, from, to)}L${short(centre[0])} ${short(centre[1])}Z`;
}

/** Path data of a full circle, for joining many into one cheap path. */
export function dot([x, y]: Point, radius: number): string {
  const r = short(radius);
  const across = short(radius * 2);
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`;
}

/** A wavy closed outline around a centre: the given waves (lobes, depth as a share of the radius, phase) summed. */
export function wavyOutline(
  centre: Point,
  radius: number,
  waves: readonly { lobes: number; depth: number; phase: number }[],
): Point[] {
  const steps = 48;
  return times(steps).map((step) => {
    const angle = (step / steps) * TURN;
    const swell = waves.reduce((sum, wave) => sum + wave.depth * Math.sin(wave.lobes * angle + wave.phase), 1);
    return polar(centre, radius * swell, angle);
  });
}
