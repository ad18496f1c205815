import { createRandom } from "#shared/random.ts";
import { dot, times } from "./geometry.ts";
import { circle, element, group, HEIGHT, type Point, path, rect, WIDTH } from "./svg.ts";

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
