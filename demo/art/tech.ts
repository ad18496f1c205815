import { itemAt, type Random } from "#shared/random.ts";
import { type Cuboid, drawCuboid, faceTransform, project, tonesOf, type View } from "./isometric.ts";
import { type Family, mix, type Scene, TECH_PALETTES } from "./palette.ts";
import { arc, fade, smooth, standingFigure, times } from "./shapes.ts";
import { CENTRE, circle, group, HEIGHT, type Point, path, polygon, polyline, rect, stroke, WIDTH } from "./svg.ts";

const HALF = 232;

/** A processor from above, its traces running out to the edges of the page by right and half-right angles. */
function chipMacro({ random, palette }: Scene): string {
  const pins = random.pick([7, 9, 11]);
  const pitch = (HALF * 2 - 60) / (pins - 1);
  const weight = Math.min(26, pitch * 0.42);
  const lit = new Set([
    random.integer(0, pins * 4 - 1),
    random.integer(0, pins * 4 - 1),
    random.integer(0, pins * 4 - 1),
  ]);
  const fanOut = random.range(1.5, 2.1);

  const traces = times(pins * 4).map((index) => {
    const side = Math.floor(index / pins);
    const pin = (index % pins) - (pins - 1) / 2;
    // In the side's own frame: y runs away from the chip, x along its edge.
    const x = pin * pitch;
    const spread = pin * pitch * fanOut;
    const first = 40 + (pins / 2 - Math.abs(pin)) * pitch * 0.62;
    const bend = Math.abs(spread - x);
    const ends = random.chance(0.3);
    const far = ends ? HALF + first + bend + random.range(30, 130) : 1100;
    const points: Point[] = [
      [x, HALF],
      [x, HALF + first],
      [spread, HALF + first + bend],
      [spread, far],
    ];
    const color = lit.has(index) ? palette.accent : itemAt([palette.main, palette.second, palette.main], index);
    const pad = ends
      ? circle([spread, far], weight * 1.05, { fill: color }) +
        circle([spread, far], weight * 0.45, { fill: palette.ground })
      : "";
    const leg = rect(x - weight * 0.8, HALF - 4, weight * 1.6, 42, { fill: palette.light });
    return group(
      { transform: `rotate(${side * 90})` },
      path(polyline(points), stroke(color, weight, { "stroke-linejoin": "round" })),
      pad,
      leg,
    );
  });

  const cells = random.pick([4, 6, 8]);
  const core = 260;
  const cell = core / cells;
  const die = times(cells * cells).map((index) => {
    const [column, row] = [index % cells, Math.floor(index / cells)];
    const fill = random.pick([
      palette.main,
      palette.main,
      palette.second,
      palette.light,
      palette.accent,
      mix(palette.main, palette.ink, 0.5),
    ]);
    const gap = cells === 8 ? 3 : 5;
    return rect(column * cell - core / 2 + gap / 2, row * cell - core / 2 + gap / 2, cell - gap, cell - gap, { fill });
  });

  return group(
    { transform: `translate(${CENTRE[0]} ${CENTRE[1]})` },
    rect(-HALF + 26, -HALF + 34, HALF * 2, HALF * 2, { fill: mix(palette.ground, palette.ink, 0.3) }),
    ...traces,
    rect(-HALF, -HALF, HALF * 2, HALF * 2, { rx: 14, fill: palette.ink }),
    rect(-HALF + 34, -HALF + 34, HALF * 2 - 68, HALF * 2 - 68, { rx: 6, fill: mix(palette.ink, palette.main, 0.4) }),
    rect(-core / 2 - 14, -core / 2 - 14, core + 28, core + 28, { fill: palette.ink }),
    ...die,
    circle([-HALF + 20, -HALF + 20], 8, { fill: palette.light }),
  );
}

const PLOT = 3;
const SPAN = 4;

/** Rows of windows, vents or a chip's pads in a unit square. */
function facade(random: Random, lit: string, dim: string): string {
  const columns = random.pick([3, 4, 5]);
  const rows = random.pick([4, 6, 7]);
  const style = random.integer(0, 2);
  if (style === 0) {
    return times(rows)
      .map((row) => rect(0.12, 0.1 + (row * 0.82) / rows, 0.76, 0.42 / rows, { fill: dim }))
      .join("");
  }
  if (style === 1) {
    return times(columns)
      .map((column) => rect(0.12 + (column * 0.8) / columns, 0.08, 0.4 / columns, 0.84, { fill: dim }))
      .join("");
  }
  return times(columns * rows)
    .map((index) => {
      const [x, y] = [0.12 + ((index % columns) * 0.8) / columns, 0.1 + (Math.floor(index / columns) * 0.84) / rows];
      return rect(x, y, 0.5 / columns, 0.5 / rows, { fill: random.chance(0.4) ? lit : dim });
    })
    .join("");
}

/** A city that is also a circuit board: towers as components, streets as traces. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one walk over the plots, each of which draws its street and tower from one stream of random numbers
function circuitCity({ random, palette }: Scene): string {
  const unit = random.pick([84, 98]);
  const view: View = { origin: [random.pick([690, 800, 910]), 540], unit };
  const streets: string[] = [];
  const towers: string[] = [];
  const board = mix(palette.ground, palette.ink, 0.1);
  const trace = mix(palette.ground, palette.light, 0.45);

  for (let x = -SPAN; x <= SPAN; x += 1) {
    for (let y = -SPAN; y <= SPAN; y += 1) {
      const [gx, gy] = [x * PLOT, y * PLOT];
      const [across, down] = project(view, gx, gy, 0);
      if (across < -400 || across > WIDTH + 400 || down < -300 || down > HEIGHT + 600) continue;
      for (const lane of times(3)) {
        const shift = 2.25 + lane * 0.25;
        const color = random.chance(0.12) ? palette.accent : lane === 1 ? palette.second : trace;
        const alongX: Point[] = [project(view, gx, gy + shift, 0), project(view, gx + PLOT, gy + shift, 0)];
        const alongY: Point[] = [project(view, gx + shift, gy, 0), project(view, gx + shift, gy + PLOT, 0)];
        streets.push(path(polyline(random.chance(0.5) ? alongX : alongY), stroke(color, 6)));
      }
      const isSpecial = x === 0 && y === 0;
      const front = Math.max(0, x + y);
      const height = isSpecial
        ? random.range(3.4, 3.9)
        : Math.max(0.3, random.pick([0.3, 0.5, 1.1, 2, 2.8]) - front * 0.4);
      const base = isSpecial
        ? palette.accent
        : random.pick([
            palette.main,
            palette.main,
            palette.second,
            palette.light,
            mix(palette.main, palette.ink, 0.35),
          ]);
      const size = random.pick([1.6, 1.9]);
      const body: Cuboid = { x: gx, y: gy, z: 0, width: size, depth: size, height };
      const tones = tonesOf(base, palette);
      const shade: Point[] = [
        project(view, gx + size, gy + size, 0),
        project(view, gx + size + height * 0.7, gy + size - height * 0.15, 0),
        project(view, gx + size + height * 0.7, gy - height * 0.15, 0),
        project(view, gx + size, gy, 0),
      ];
      streets.push(path(`${polyline(shade)}Z`, { fill: mix(palette.ground, palette.ink, 0.35) }));
      towers.push(drawCuboid(view, body, tones));
      const dim = mix(base, palette.ink, 0.45);
      const lit = mix(palette.light, palette.second, 0.3);
      if (height > 0.8) {
        towers.push(group({ transform: faceTransform(view, body, "left") }, facade(random, lit, dim)));
        towers.push(
          group({ transform: faceTransform(view, body, "right") }, facade(random, lit, mix(dim, palette.ink, 0.4))),
        );
      }
      const roof = {
        ...body,
        x: gx + size * 0.25,
        y: gy + size * 0.25,
        z: height,
        width: size / 2,
        depth: size / 2,
        height: 0.3,
      };
      towers.push(
        random.chance(0.5) || isSpecial
          ? drawCuboid(view, roof, tonesOf(isSpecial ? palette.light : mix(base, palette.ink, 0.2), palette))
          : group({ transform: faceTransform(view, body, "top") }, circle([0.5, 0.5], 0.26, { fill: tones.left })),
      );
      if (isSpecial) {
        const mast = project(view, gx + size / 2, gy + size / 2, height + 0.3);
        towers.push(
          rect(mast[0] - 5, mast[1] - 120, 10, 124, { fill: palette.ink }),
          circle([mast[0], mast[1] - 126], 17, { fill: palette.accent }),
        );
      }
    }
  }
  return group({}, rect(0, 0, WIDTH, HEIGHT, { fill: board }), ...streets, ...towers);
}

/** Eye height and the middle of the aisle: everything runs to this point. */
const VANISHING: Point = [CENTRE[0], 430];

/** The aisle of a machine hall in one-point perspective, with somebody small at the end of it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one picture, all parts of which share one perspective
function serverAisle({ random, palette }: Scene): string {
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

/** A line of hills over the whole width; its phase says where the tops are. */
function hill(y: number, phase: number, fill: string): string {
  const points = times(10).map((index): Point => [index * 200 - 100, y + Math.sin(index * 0.8 + phase) * 44]);
  return path(`${smooth(points)}V900H-100Z`, { fill });
}

/** A lattice mast or a dish on a hill, sending its arcs over the whole sky. */
function signalMast({ random, palette }: Scene): string {
  const x = 800 + random.pick([-90, 0, 90]);
  const head: Point = [x, 300];
  const rings = random.pick([7, 9]);
  const pitch = 1060 / rings;
  const fan = random.pick(["sky", "sides"] as const);
  const dish = random.chance(0.4);
  const tint = (ring: number): string =>
    itemAt(
      [palette.main, mix(palette.ground, palette.second, 0.7), palette.second, mix(palette.main, palette.ground, 0.45)],
      ring,
    );

  const sky = times(rings)
    .toReversed()
    .map((ring) => {
      const radius = 130 + ring * pitch;
      if (fan === "sky") return circle(head, radius, { fill: tint(ring) });
      const wing = 0.62;
      const line = stroke(ring === 1 ? palette.accent : tint(ring), pitch * 0.5);
      return path(arc(head, radius, -wing, wing), line) + path(arc(head, radius, Math.PI - wing, Math.PI + wing), line);
    });

  const base = 800;
  const spread = 120;
  const sections = 7;
  const edge = (level: number, side: number): Point => {
    const share = level / sections;
    return [x + side * (spread * (1 - share) + 16 * share), base - (base - head[1]) * share];
  };
  const braces = times(sections).map((level) =>
    path(
      polyline([edge(level, -1), edge(level + 1, 1), edge(level + 1, -1), edge(level, 1)]),
      stroke(palette.ink, 11, { "stroke-linejoin": "bevel" }),
    ),
  );
  const mast = [
    ...braces,
    path(
      polyline([edge(0, -1), edge(sections, -1)]) + polyline([edge(0, 1), edge(sections, 1)]),
      stroke(palette.ink, 20),
    ),
    path(polyline([head, [x, head[1] - 96]]), stroke(palette.ink, 18)),
  ];
  const tilt = random.pick([-38, 38]);
  const bowl = group(
    { transform: `translate(${x} ${head[1] + 20}) rotate(${tilt})` },
    path("M-230 -70A230 200 0 0 0 230 -70Z", { fill: palette.light }),
    path("M0 -70H230A230 200 0 0 1 0 130Z", { fill: mix(palette.light, palette.ink, 0.28) }),
    path("M-120 -70L0 -240L120 -70", stroke(palette.ink, 12)),
    circle([0, -244], 34, { fill: palette.accent }),
  );
  const phase = random.range(0, 6);
  return group(
    {},
    ...sky,
    fade(mix(palette.ground, palette.ink, 0.35), (_x, y) => (y - 560) / 900, 10),
    hill(730, phase, mix(palette.main, palette.ink, 0.35)),
    ...(dish ? [path(`M${x - 50} 800L${x - 20} 330H${x + 20}L${x + 50} 800Z`, { fill: palette.ink }), bowl] : mast),
    dish
      ? ""
      : circle([x, head[1] - 96], 44, { fill: palette.accent }) +
          circle([x, head[1] - 96], 17, { fill: palette.light }),
    hill(812, phase + 2, mix(palette.main, palette.ink, 0.7)),
    path(`M0 880H${WIDTH}`, stroke(palette.ink, 60)),
  );
}

/** Circuits as cities, racks, chips, antennas. */
export const TECH_FAMILY: Family = {
  palettes: TECH_PALETTES,
  compositions: [circuitCity, chipMacro, serverAisle, signalMast],
};
