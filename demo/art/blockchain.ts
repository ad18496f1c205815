import { itemAt, type Random } from "#shared/random.ts";
import { type Cuboid, drawCuboid, type Face, faceTransform, project, tonesOf, type View } from "./isometric.ts";
import { BLOCKCHAIN_PALETTES, type Family, lightness, mix, type Scene } from "./palette.ts";
import { arc, fade, polar, shadedDisc, TURN, times } from "./shapes.ts";
import {
  CENTRE,
  circle,
  clipped,
  group,
  HEIGHT,
  type Point,
  path,
  polygon,
  polyline,
  rect,
  stroke,
  WIDTH,
} from "./svg.ts";

/** Blocks seated round a table: a ring of squares, joined along the ring and across it. */
function consensusRing({ random, palette }: Scene): string {
  const seats = random.pick([9, 10, 12]);
  const radius = 318;
  const size = seats === 12 ? 112 : 132;
  const start = random.range(0, TURN);
  const angleOf = (seat: number): number => start + (seat / seats) * TURN;
  const leader = random.integer(0, seats - 1);
  const step = random.pick([3, 4]);

  const ripples = times(5).map((ring) =>
    circle(CENTRE, 520 + ring * 116, stroke(mix(palette.ground, palette.ink, 0.2 - ring * 0.03), 58)),
  );
  const chords = times(seats).map((seat) => {
    const toLeader = seat === leader || (seat + step) % seats === leader;
    return path(polyline([polar(CENTRE, radius, angleOf(seat)), polar(CENTRE, radius, angleOf(seat + step))]), {
      ...stroke(toLeader ? palette.accent : palette.light, toLeader ? 12 : 7),
    });
  });
  const links = times(seats).map((seat) =>
    path(arc(CENTRE, radius, angleOf(seat), angleOf(seat + 1)), stroke(palette.ink, 34)),
  );
  const blocks = times(seats).map((seat) => {
    const [x, y] = polar(CENTRE, radius, angleOf(seat));
    const fill = seat === leader ? palette.accent : seat % 3 === 1 ? palette.second : palette.main;
    const degrees = (angleOf(seat) * 360) / TURN;
    return group(
      { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(1)})` },
      rect(-size / 2, -size / 2, size, size, { fill }),
      rect(0, -size / 2, size / 2, size, { fill: mix(fill, palette.ink, 0.28) }),
      circle([0, 0], size * 0.2, { fill: seat === leader ? palette.light : mix(fill, palette.light, 0.72) }),
    );
  });

  return group(
    {},
    ...ripples,
    shadedDisc(CENTRE, radius, mix(palette.main, palette.ink, 0.45), palette.ink),
    ...chords,
    circle(CENTRE, 70, { fill: palette.second }),
    circle(CENTRE, 32, { fill: palette.ink }),
    ...links,
    ...blocks,
  );
}

const COUPLING = 0.28;

/** A mark in the unit square of a cube's face. */
function faceMark(random: Random, fill: string): string {
  const marks = [
    () => circle([0.5, 0.5], 0.3, { fill }),
    () => path("M.5 .18A.32 .32 0 0 1 .5 .82Z", { fill }),
    () =>
      times(3)
        .map((bar) => path(`M.2 ${0.22 + bar * 0.22}h.6v.12h-.6Z`, { fill }))
        .join(""),
    () => path("M.2 .2H.8A.6 .6 0 0 1 .2 .8Z", { fill }),
    () => circle([0.5, 0.5], 0.24, { fill: "none", stroke: fill, "stroke-width": 0.13 }),
    () => path("M.2 .2h.3v.3h.3v.3h-.3v-.3h-.3Z", { fill }),
  ];
  return random.pick(marks)();
}

/** Heavy cubes coupled one to the next, running across the page. */
function cubeChain({ random, palette }: Scene): string {
  const large = random.chance(0.5);
  const unit = large ? 255 : 170;
  const gap = large ? 0.55 : 0.7;
  const pitch = 1 + gap;
  const view: View = { origin: CENTRE, unit };
  const rows = large ? [0] : [-2.35, 0, 2.35];
  const reach = large ? 3 : 5;
  const chosen = random.integer(-1, 1);

  const cubeAt = (index: number, row: number): Cuboid => ({
    x: index * pitch,
    y: row,
    z: 0,
    width: 1,
    depth: 1,
    height: 1,
  });

  const shadows: string[] = [];
  const solids: string[] = [];
  for (const row of rows) {
    for (let index = -reach; index <= reach; index += 1) {
      const cube = cubeAt(index + (row === 0 ? 0 : 0.5), row);
      const special = row === 0 && index === chosen;
      const base = row === 0 ? (special ? palette.accent : palette.main) : mix(palette.second, palette.ground, 0.15);
      const floor = (dx: number, dy: number) => project(view, cube.x + dx, cube.y + dy, 0);
      shadows.push(
        polygon([floor(0, 1), floor(1, 1), floor(1.9, 0.1), floor(1.9, -0.9), floor(0.9, -0.9)], {
          fill: mix(palette.ground, palette.ink, 0.2),
        }),
      );
      const middle = (1 - COUPLING) / 2;
      const coupling: Cuboid = {
        x: cube.x + 1,
        y: cube.y + middle,
        z: middle,
        width: gap,
        depth: COUPLING,
        height: COUPLING,
      };
      const tones = tonesOf(base, palette);
      solids.push(drawCuboid(view, cube, tones));
      if (row === 0) {
        const faces: readonly Face[] = ["left", "top"];
        for (const face of faces) {
          const fill = face === "top" ? tones.left : special ? palette.light : mix(base, palette.light, 0.75);
          solids.push(group({ transform: faceTransform(view, cube, face) }, faceMark(random, fill)));
        }
      }
      solids.push(drawCuboid(view, coupling, tonesOf(mix(palette.light, palette.ground, 0.35), palette)));
    }
  }

  const slope = mix(palette.ground, palette.ink, 0.13);
  const scene = group(
    {},
    fade(slope, (x, y) => (y - x * 0.577 - 60) / 1400 + 0.1),
    ...shadows,
    ...solids,
  );
  return random.chance(0.5) ? scene : group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene);
}

/** Rows behind the middle: the far corner of the relief must stay in sight as its skyline. */
const BEHIND = 3;

/** A terraced relief of cubes rising before a disc: blocks laid upon blocks. */
function cubeRelief({ random, palette }: Scene): string {
  const unit = random.pick([96, 118, 140]);
  const view: View = { origin: [CENTRE[0], 560], unit };
  const phase = random.range(0, 6);
  const lobes = random.range(0.7, 1.1);
  const special = { x: random.integer(-1, 1), y: random.integer(-1, 1) };

  const solids: string[] = [];
  for (let x = -BEHIND; x < 10; x += 1) {
    for (let y = -BEHIND; y < 10; y += 1) {
      const [across, down] = project(view, x, y, 0);
      if (across < -unit || across > WIDTH + unit || down > HEIGHT + unit * 3) continue;
      const isSpecial = x === special.x && y === special.y;
      const swell = Math.sin(x * lobes + phase) + Math.cos(y * lobes - phase) + random.range(-0.5, 0.5);
      // The relief falls away towards the reader, so no near cube hides the middle.
      const height = Math.max(1, Math.round(2.6 + swell * 0.9 - Math.max(0, x + y) * 0.22)) + (isSpecial ? 1 : 0);
      const base = isSpecial ? palette.accent : random.chance(0.13) ? palette.second : palette.main;
      const haze = Math.max(0, 0.18 - (x + y + BEHIND * 2) * 0.05);
      const cuboid = { x, y, z: -1.5, width: 1, depth: 1, height };
      const tint = mix(mix(base, palette.light, random.range(0, 0.14)), palette.ground, haze);
      solids.push(drawCuboid(view, cuboid, tonesOf(tint, palette)));
    }
  }

  const side = random.pick([-1, 1]);
  const disc = shadedDisc([CENTRE[0] + side * 270, 270], 230, palette.second, mix(palette.second, palette.accent, 0.7));
  return disc + solids.join("");
}

/** A chain seen so near that three links fill the page, each over one neighbour and under the other. */
function interlinked({ random, palette }: Scene): string {
  const thick = random.pick([74, 88]);
  const tall = random.pick([330, 370]);
  const long = random.pick([560, 620]);
  const pitch = long - thick * 2.1;
  const angle = random.pick([-32, -24, -16, 16, 24, 32]);
  const hues = random.shuffle([palette.main, palette.second, palette.main]);
  const chosen = 0;
  const square = random.chance(0.35);

  const drawLink = (index: number): string => {
    const x = index * pitch - long / 2;
    const hue = index === chosen ? palette.accent : itemAt(hues, index);
    const radius = square ? thick * 0.9 : tall / 2;
    const ring = (inset: number, color: string, width: number): string =>
      rect(x + inset, -tall / 2 + inset, long - inset * 2, tall - inset * 2, {
        rx: Math.max(0, radius - inset),
        ...stroke(color, width),
      });
    return (
      ring(0, palette.ink, thick + 16) +
      ring(0, hue, thick) +
      ring(thick * 0.27, mix(hue, palette.ink, 0.3), thick * 0.46) +
      ring(-thick * 0.26, mix(hue, palette.light, 0.45), thick * 0.12)
    );
  };

  const indices = times(7).map((index) => index - 3);
  const half = (id: string, y: number, order: readonly number[]): string =>
    clipped(id, rect(-1600, y, 3200, 1200, {}), ...order.map(drawLink));
  const bands = times(9).map((band) =>
    rect(-1400, -900 + band * 200, 2800, 100, { fill: mix(palette.ground, palette.ink, 0.07) }),
  );
  return group(
    { transform: `translate(800 450) rotate(${angle})` },
    ...bands,
    // Later links lie on top below the axis, earlier ones above it: that is what interlocks them.
    half("lower", 0, indices),
    half("upper", -1199, indices.toReversed()),
  );
}

const LEVELS = 3;
const LEAVES = 2 ** LEVELS;
const PITCH = 182;
const BASELINE = 770;
const LEFT = CENTRE[0] - ((LEAVES - 1) * PITCH) / 2;

/** A Merkle tree as a fractal of arches: pairs of leaves spanned again and again, up to one root. */
function merkleArches({ random, palette }: Scene): string {
  const chosen = random.integer(2, LEAVES - 3);
  const banded = random.chance(0.5);
  const weight = random.pick([40, 56]);
  const round = random.chance(0.5);
  const towers = times(LEAVES).map(() => random.chance(0.45));

  const arches: string[] = [];
  const proof: string[] = [];
  for (let level = LEVELS - 1; level >= 0; level -= 1) {
    const radius = (PITCH / 2) * 2 ** level;
    // Arches of one level spring from the crowns of the level below.
    const spring = BASELINE - (PITCH / 2) * (2 ** level - 1);
    for (const index of times(LEAVES / 2 ** (level + 1))) {
      const middle: Point = [LEFT + (2 ** (level + 1) * (index + 0.5) - 0.5) * PITCH, spring];
      if (banded && level > 0) {
        const band = (inset: number, color: string): string =>
          path(`${arc(middle, radius - inset, Math.PI, Math.PI * 2)}Z`, { fill: color });
        const step = radius * 0.24;
        arches.push(band(0, mix(palette.ground, palette.ink, 0.24)), band(step, palette.second));
        arches.push(band(step * 2, palette.light), band(step * 3, mix(palette.main, palette.ink, 0.35)));
      }
      arches.push(path(arc(middle, radius, Math.PI, Math.PI * 2), stroke(palette.main, weight)));
      const position = chosen / 2 ** (level + 1);
      if (Math.floor(position) === index) {
        const start = position - index < 0.5 ? Math.PI : Math.PI * 2;
        const climb = arc(middle, radius, start, Math.PI * 1.5);
        proof.push(path(climb, stroke(palette.accent, weight, { "stroke-linecap": "round" })));
      }
    }
  }

  const leafAt = (index: number): string => {
    const width = PITCH * 0.62;
    const x = LEFT + index * PITCH;
    const fill = index === chosen ? palette.accent : towers[index] ? palette.ink : palette.main;
    const top = BASELINE - weight * 0.4;
    return (
      rect(x - width / 2, top, width, HEIGHT, { rx: round ? width / 2 : 0, fill }) +
      rect(x, top + width / 2, width / 2, HEIGHT, { fill: mix(fill, palette.ink, 0.25) }) +
      circle([x, top + width / 2], width * 0.22, { fill: index === chosen ? palette.light : palette.second })
    );
  };

  const root: Point = [CENTRE[0], BASELINE - (PITCH / 2) * (LEAVES - 1)];
  const side = random.pick([-1, 1]);
  const tint = mix(palette.ground, palette.ink, 0.16);
  // A paler tint of a dark ground turns to grey; the main hue keeps the dome clean.
  const dark = lightness(palette.ground) < 0.4;
  const dome = dark ? mix(palette.ground, palette.main, 0.3) : mix(palette.ground, palette.light, 0.28);
  return group(
    {},
    fade(tint, (x, y) => 0.55 - Math.hypot(x - 800 - side * 800, y) / 1300),
    circle([CENTRE[0], BASELINE], PITCH * 4.4, { fill: dome }),
    rect(0, BASELINE, WIDTH, HEIGHT, { fill: mix(palette.ground, palette.ink, 0.24) }),
    ...arches,
    ...proof,
    ...times(LEAVES).map(leafAt),
    circle(root, 96, { fill: palette.accent }),
    circle(root, 56, stroke(palette.light, 16)),
    circle(root, 20, { fill: palette.light }),
  );
}

/** Linked blocks, isometric cubes, Merkle trees. */
export const BLOCKCHAIN_FAMILY: Family = {
  palettes: BLOCKCHAIN_PALETTES,
  compositions: [cubeChain, merkleArches, cubeRelief, consensusRing, interlinked],
};
