import { createRandom } from "#shared/random.ts";
import { circle, element, group, HEIGHT, type Point, path, rect, short, WIDTH } from "./svg.ts";

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

const TILE = 220;

/** Paper grain over a whole picture of the given size: one small tile of specks repeated, as noise filters are slow. */
export function grain(width: number, height: number, dark: string, light: string): string {
  const random = createRandom("grain");
  const specks = (count: number, radius: number): string =>
    times(count)
      .map(() => dot([random.range(2, TILE - 2), random.range(2, TILE - 2)], random.range(radius * 0.5, radius)))
      .join("");
  const tile = element(
    "pattern",
    { id: "grain", width: TILE, height: TILE, patternUnits: "userSpaceOnUse" },
    path(specks(170, 1.3), { fill: dark, opacity: 0.16 }),
    path(specks(150, 1.3), { fill: light, opacity: 0.2 }),
  );
  return tile + rect(0, 0, width, height, { fill: "url(#grain)" });
}

/** Printer's dots in a box, on a grid turned by 45°: `weight` gives 0 (none) to 1 (dots touching) at a place. */
export function halftone(
  box: { x: number; y: number; width: number; height: number },
  pitch: number,
  fill: string,
  weight: (x: number, y: number) => number,
): string {
  let d = "";
  for (let row = 0; row * pitch <= box.height; row += 1) {
    const shift = row % 2 === 0 ? 0 : pitch;
    for (let x = shift; x <= box.width; x += pitch * 2) {
      const at: Point = [box.x + x, box.y + row * pitch];
      const radius = pitch * Math.min(1, Math.max(0, weight(at[0], at[1])));
      if (radius > 0.8) d += dot(at, radius);
    }
  }
  return path(d, { fill });
}

/** A flat disc with a halftone crescent on its lower right side: the house's way to give a sphere volume. */
export function shadedDisc(centre: Point, radius: number, fill: string, shade: string): string {
  const dots = halftone(
    { x: centre[0] - radius, y: centre[1] - radius, width: radius * 2, height: radius * 2 },
    8,
    shade,
    (x, y) => {
      const dx = (x - centre[0]) / radius;
      const dy = (y - centre[1]) / radius;
      // Dots near the rim shrink instead of sticking out of it.
      const room = ((1 - Math.hypot(dx, dy)) * radius) / 8;
      return Math.min(room, (Math.hypot(dx + 0.35, dy + 0.35) - 0.72) * 1.1);
    },
  );
  return group({}, circle(centre, radius, { fill }), dots);
}

/** A hero-wide field of dots fading from one side, a quiet way to fill an empty ground. */
export function fade(fill: string, weight: (x: number, y: number) => number, pitch = 12): string {
  return halftone({ x: -pitch, y: -pitch, width: WIDTH + pitch * 2, height: HEIGHT + pitch * 2 }, pitch, fill, weight);
}

/** A standing person seen from behind: `foot` is where they stand, `height` in pixels. */
export function standingFigure(
  [x, y]: readonly [x: number, y: number],
  height: number,
  coat: string,
  skin: string,
): string {
  const unit = height / 100;
  const body =
    "M-13 -76C-13 -83 -7 -85 0 -85C7 -85 13 -83 13 -76L17 -40H12.5L14 -22L9 -22L8 0H1.5L0 -22L-1.5 0H-8L-9 -22H-14L-12.5 -40H-17Z";
  return group(
    { transform: `translate(${short(x)} ${short(y)}) scale(${short(unit)})` },
    path("M-3 -90h6v8h-6Z", { fill: skin }),
    circle([0, -93], 6.6, { fill: skin }),
    path("M-6.9 -92A6.9 6.9 0 0 1 6.9 -92C5 -88 -5 -88 -6.9 -92Z", { fill: coat }),
    path(body, { fill: coat }),
  );
}
