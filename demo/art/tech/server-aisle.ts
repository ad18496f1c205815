import { mix } from "../color.ts";
import { standingFigure } from "../figure.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, circle, group, type Point, polygon, rect } from "../svg.ts";

/** Eye height and the middle of the aisle: everything runs to this point. */
const VANISHING: Point = [CENTRE[0], 430];

/** The aisle of a machine hall in one-point perspective, with somebody small at the end of it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one picture, all parts of which share one perspective
export function serverAisle({ random, palette }: Scene): string {
  const bays = 6;
  const slots = random.pick([7, 9, 11]);
  const door = random.pick(["arch", "square", "disc"] as const);
  const aisle = 250;
  const ceiling = 640;
  const floor = 480;

  // A place at depth 1 is drawn full size, at depth 2 half size, and so on.
  const at = (x: number, y: number, depth: number): Point => [VANISHING[0] + x / depth, VANISHING[1] + y / depth];
  const depthOf = (bay: number): number => 0.3 * 1.5 ** bay;

  const wall = (side: number): string[] =>
    times(bays)
      .toReversed()
      .flatMap((bay) => {
        const near = depthOf(bay);
        const far = depthOf(bay + 0.9);
        const x = side * aisle;
        const fog = bay / (bays + 2);
        const hue = bay % 2 === 0 ? palette.main : mix(palette.main, palette.ink, 0.22);
        const lit = side < 0 ? hue : mix(hue, palette.ink, 0.32);
        const body = mix(lit, palette.ground, fog * 0.4);
        const next = depthOf(bay + 1);
        const frame = polygon([at(x, -ceiling, near), at(x, -ceiling, next), at(x, floor, next), at(x, floor, near)], {
          fill: mix(palette.ink, palette.ground, fog * 0.5),
        });
        const panel = polygon(
          [
            at(x, -ceiling * 0.96, near),
            at(x, -ceiling * 0.96, far),
            at(x, floor * 0.94, far),
            at(x, floor * 0.94, near),
          ],
          { fill: body },
        );
        const units = times(slots).map((slot) => {
          const height = (ceiling * 0.96 + floor * 0.94) / slots;
          const top = -ceiling * 0.96 + slot * height + height * 0.16;
          const bottom = top + height * 0.68;
          const from = near * 1.05;
          const to = far * 0.97;
          const fill = random.chance(0.1)
            ? palette.accent
            : random.chance(0.16)
              ? palette.second
              : mix(body, palette.ink, 0.5);
          const face = polygon([at(x, top, from), at(x, top, to), at(x, bottom, to), at(x, bottom, from)], { fill });
          const light = at(x, (top + bottom) / 2, near * 1.16);
          const lamp = circle(light, 15 / near / 1.6, { fill: random.chance(0.6) ? palette.light : palette.second });
          return face + lamp;
        });
        return [frame, panel, ...units];
      });

  const end = depthOf(bays);
  const [left, top] = at(-aisle, -ceiling, end);
  const [right, bottom] = at(aisle, floor, end);
  const glow = palette.light;
  const width = right - left;
  const doorway = {
    arch: `M${left} ${bottom}V${top + width / 2}A${width / 2} ${width / 2} 0 0 1 ${right} ${top + width / 2}V${bottom}Z`,
    square: `M${left} ${bottom}V${top}H${right}V${bottom}Z`,
    disc: `M${left} ${bottom}V${top}H${right}V${bottom}Z`,
  }[door];
  const floorLight = polygon(
    [
      at(-aisle * 0.55, floor, end),
      at(aisle * 0.55, floor, end),
      at(aisle * 0.75, floor, 0.3),
      at(-aisle * 0.75, floor, 0.3),
    ],
    {
      fill: mix(palette.second, palette.light, 0.5),
    },
  );
  return group(
    {},
    rect(0, 0, 1600, VANISHING[1], { fill: mix(palette.ground, palette.ink, 0.5) }),
    rect(0, VANISHING[1], 1600, 900, { fill: mix(palette.ground, palette.ink, 0.28) }),
    floorLight,
    polygon([at(-60, -ceiling, end), at(60, -ceiling, end), at(60, -ceiling, 0.3), at(-60, -ceiling, 0.3)], {
      fill: palette.light,
    }),
    rect(left, top, width, bottom - top, { fill: palette.second }),
    `<path d="${doorway}" fill="${door === "disc" ? palette.second : glow}"/>`,
    door === "disc" ? circle([VANISHING[0], (top + bottom) / 2], width * 0.42, { fill: palette.accent }) : "",
    ...wall(-1),
    ...wall(1),
    standingFigure(
      [VANISHING[0] + random.pick([-24, 0, 24]), 664],
      270,
      palette.ink,
      mix(palette.accent, palette.ink, 0.4),
    ),
  );
}
