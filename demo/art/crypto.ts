import { itemAt, type Random } from "#shared/random.ts";
import { CRYPTO_PALETTES, contrast, type Family, mix, type Scene } from "./palette.ts";
import { dot, halftone, polar, sector, shadedDisc, TURN, times } from "./shapes.ts";
import {
  CENTRE,
  circle,
  clipped,
  ellipse,
  group,
  type Point,
  path,
  polygon,
  polyline,
  rect,
  short,
  stroke,
} from "./svg.ts";

interface Stack {
  readonly x: number;
  /** Where the lowest coin lies, pixels from the top. */
  readonly foot: number;
  readonly radius: number;
  readonly coins: number;
  readonly hue: string;
}

const FLATNESS = 0.36;

/** Columns of plain discs before a great round light. */
function coinStacks({ random, palette }: Scene): string {
  const radius = random.pick([128, 150]);
  const thickness = radius * 0.34;
  const spacing = radius * 2.12;
  const sun = random.pick([-1, 1]);
  const rising = random.pick([-1, 0, 1]);
  const chosen = random.integer(-1, 1);

  const drawStack = ({ x, foot, radius: size, coins, hue }: Stack, special: boolean): string =>
    times(coins)
      .map((coin) => {
        const y = foot - coin * thickness;
        const tint =
          special && coin === coins - 1 ? palette.accent : coin % 2 === 0 ? hue : mix(hue, palette.ink, 0.22);
        const nudge = ((coin * 7919) % 5) * 2 - 4;
        const flat = size * FLATNESS;
        const [from, to] = [short(x + nudge - size), short(x + nudge + size)];
        const side = `M${from} ${short(y)}v${short(thickness)}A${short(size)} ${short(flat)} 0 0 0 ${to} ${short(y + thickness)}v${short(-thickness)}Z`;
        const shade = `M${short(x + nudge + size * 0.25)} ${short(y)}V${short(y + thickness + flat * 0.968)}A${short(size)} ${short(flat)} 0 0 0 ${to} ${short(y + thickness)}v${short(-thickness)}Z`;
        const top = mix(tint, palette.light, 0.45);
        return (
          path(side, { fill: tint }) +
          path(shade, { fill: mix(tint, palette.ink, 0.4) }) +
          ellipse([x + nudge, y], size, flat, { fill: top }) +
          (coin === coins - 1
            ? ellipse([x + nudge, y], size * 0.74, flat * 0.74, stroke(tint, 9)) +
              ellipse([x + nudge, y], size * 0.36, flat * 0.36, { fill: tint })
            : "")
        );
      })
      .join("");

  const heightAt = (column: number): number =>
    Math.max(
      2,
      Math.round(6 + column * rising * 1.5 + (rising === 0 ? 3 - Math.abs(column) * 2.2 : 0) + random.range(-1.4, 1.4)),
    );
  const row = (foot: number, shift: number, hues: readonly string[], front: boolean): string[] =>
    times(9)
      .map((index) => index - 4)
      .map((column) =>
        drawStack(
          {
            x: 800 + (column + shift) * spacing,
            foot,
            radius,
            coins: front ? random.integer(1, 3) : heightAt(column) + 1,
            hue: itemAt(hues, column),
          },
          !front && column === chosen,
        ),
      );

  return group(
    {},
    shadedDisc(
      [800 + sun * 210, 360],
      300,
      mix(palette.ground, palette.second, 0.75),
      mix(palette.second, palette.ink, 0.4),
    ),
    rect(0, 610, 1600, 290, { fill: mix(palette.ground, palette.ink, 0.2) }),
    ...row(690, 0, [palette.main, palette.second, palette.main], false),
    ...row(905, 0.5, [mix(palette.second, palette.ink, 0.12), mix(palette.main, palette.ink, 0.12)], true),
  );
}

/** Milled discs passing before each other like moons; where two overlap a third colour appears. */
function eclipse({ random, palette }: Scene): string {
  const radius = random.pick([250, 280, 310]);
  const step = radius * random.pick([1.18, 1.34, 1.5]);
  const slope = random.pick([-0.32, -0.16, 0.16, 0.32, 0]);
  const hues = [palette.main, palette.second];
  const discs = times(7).map((index) => {
    const along = index - 3;
    const centre: Point = [800 + along * step, 450 + along * step * slope];
    return { centre, hue: itemAt(hues, index) };
  });

  const milled = (centre: Point, color: string): string => {
    const count = 96;
    const ticks = times(count).map((tick) => {
      const angle = (tick / count) * TURN;
      return polyline([polar(centre, radius - 8, angle), polar(centre, radius - 34, angle)]);
    });
    return path(ticks.join(""), stroke(color, 5));
  };

  const bodies = discs.map(({ centre, hue }, index) =>
    index % 2 === 0
      ? shadedDisc(centre, radius, hue, mix(hue, palette.ink, 0.35))
      : circle(centre, radius, { fill: hue }) + milled(centre, mix(hue, palette.ink, 0.35)),
  );
  const lenses = discs.slice(1).map(({ centre }, index) => {
    const before = itemAt(discs, index);
    const near = Math.abs(index - 2.5) < 1;
    const fill = near ? palette.accent : mix(palette.main, palette.ink, 0.45);
    const lens = circle(centre, radius, { fill }) + milled(centre, mix(fill, palette.ink, 0.35));
    return clipped(`lens${index}`, circle(before.centre, radius, {}), lens);
  });
  const marks = discs.map(({ centre }, index) => {
    const fill = index % 2 === 0 ? palette.light : palette.ink;
    return circle(centre, radius * 0.17, { fill }) + circle(centre, radius * 0.3, stroke(fill, 8));
  });
  const orbits = times(4).map((ring) =>
    circle([800, 450], radius * 1.4 + ring * 120, stroke(mix(palette.ground, palette.ink, 0.16), 6)),
  );
  return group({}, ...orbits, ...bodies, ...lenses, ...marks);
}

const BOW: Point = [-330, 0];
const REACH = 620;

/** The key lying along the x axis, its bow to the left: the pierced bow (even-odd) and the solid stem. */
function keyOutline(random: Random): { bow: string; stem: string } {
  const shaft = 46;
  const bow = 236;
  const lobes = random.pick([0, 3, 4, 6]);
  const cuts = times(lobes).map((lobe) => dot(polar(BOW, 138, (lobe / lobes) * TURN + Math.PI), lobes === 6 ? 44 : 60));
  const eye = lobes === 0 ? [dot(BOW, 138)] : [...cuts, dot(BOW, 34)];
  const teeth = times(random.integer(3, 4)).map((tooth) => {
    const x = REACH - 70 - tooth * 104;
    return `M${x} ${shaft - 1}h70v${random.pick([90, 130, 170])}h-70Z`;
  });
  const bar = `M${BOW[0] + bow - 30} ${-shaft}H${REACH}V${shaft}H${BOW[0] + bow - 30}Z`;
  const collar = `M${BOW[0] + bow + 26} -84h46v168h-46Z`;
  return { bow: [dot(BOW, bow), ...eye].join(""), stem: [bar, collar, ...teeth].join("") };
}

/** One enormous key, its colours trading places with the ground where the page is divided. */
function greatKey({ random, palette }: Scene): string {
  const angle = random.pick([-28, -20, 24, 152, 204]);
  const transform = `translate(800 450) rotate(${angle})`;
  const outline = keyOutline(random);
  const key = (fill: string, dx = 0, dy = 0): string =>
    group(
      { transform: `translate(${dx} ${dy}) ${transform}`, fill },
      path(outline.bow, { "fill-rule": "evenodd" }),
      path(outline.stem, {}),
    );
  const split = random.pick(["disc", "half"] as const);
  const at: Point = [800 + random.pick([-130, 0, 130]), 450];
  const region = split === "disc" ? circle(at, 400, {}) : rect(800, -10, 820, 920, {});
  const field =
    split === "disc" ? circle(at, 400, { fill: palette.main }) : rect(800, -10, 820, 920, { fill: palette.main });
  const stripes = times(23).map((index) =>
    rect(-1000 + index * 88, -900, 44, 1800, { fill: mix(palette.main, palette.ink, 0.07), transform }),
  );
  // The key must differ from itself across the divide; a pale accent would not.
  const outside = contrast(palette.accent, palette.light) > 0.25 ? palette.accent : palette.main;
  const shade = mix(palette.ground, palette.ink, 0.2);
  const fieldShade = mix(palette.main, palette.ink, 0.3);
  const dots = halftone({ x: -10, y: -10, width: 1640, height: 940 }, 12, shade, (_x, y) => (y - 420) / 900);

  return group(
    {},
    dots,
    key(shade, 34, 40),
    clipped("field", region, field, ...stripes, key(fieldShade, 34, 40), key(palette.light)),
    clipped("rest", restOf(split, at), key(outside)),
  );
}

function restOf(split: "disc" | "half", [x, y]: Point): string {
  if (split === "half") return rect(-10, -10, 810, 920, {});
  return path(`M-20 -20H1640V940H-20Z${dot([x, y], 400)}`, { "clip-rule": "evenodd" });
}

const DOOR = 318;
const FRAME = 392;
const BOX_WIDTH = 178;
const BOX_HEIGHT = 100;

/** The wall of deposit boxes a vault door is set in. */
function depositBoxes({ random, palette }: Scene): string {
  const boxes = times(9 * 9).map((index) => {
    const x = (index % 9) * BOX_WIDTH + 5;
    const y = Math.floor(index / 9) * BOX_HEIGHT + 5;
    const fill = mix(palette.ground, random.chance(0.2) ? palette.light : palette.ink, random.range(0.05, 0.16));
    return (
      rect(x, y, BOX_WIDTH - 10, BOX_HEIGHT - 10, { fill }) +
      circle([x + BOX_WIDTH - 40, y + BOX_HEIGHT / 2 - 5], 9, { fill: mix(palette.ground, palette.ink, 0.45) })
    );
  });
  return rect(0, 0, 1600, 900, { fill: mix(palette.ground, palette.ink, 0.3) }) + boxes.join("");
}

/** A vault door seen straight on: rings, bolts shot into the frame, a wheel. */
function vaultDoor(scene: Scene): string {
  const { random, palette } = scene;
  const bolts = random.pick([8, 12, 16]);
  const spokes = random.pick([3, 4, 5, 6]);
  const turn = random.range(0, TURN);
  const door = palette.main;

  const boltBars = times(bolts).map((index) => {
    const angle = turn + (index / bolts) * TURN;
    const bar = polyline([polar(CENTRE, DOOR - 10, angle), polar(CENTRE, FRAME + 26, angle)]);
    return path(bar, stroke(index === 0 ? palette.accent : palette.light, bolts === 16 ? 44 : 62));
  });
  const rivets = times(bolts * 2).map((index) =>
    circle(polar(CENTRE, FRAME + 62, turn + ((index + 0.5) / (bolts * 2)) * TURN), 11, { fill: palette.ink }),
  );
  const wheel = times(spokes).map((index) => {
    const knob = polar(CENTRE, 176, turn + (index / spokes) * TURN);
    const bar = path(polyline([CENTRE, knob]), stroke(palette.light, 32));
    return bar + circle(knob, 42, { fill: palette.accent }) + circle(knob, 15, { fill: palette.light });
  });
  const ticks = times(72).map((index) => {
    const angle = (index / 72) * TURN;
    return polyline([polar(CENTRE, 284, angle), polar(CENTRE, index % 6 === 0 ? 246 : 266, angle)]);
  });
  const sweep = turn + random.range(0.2, 0.8);
  const dial = mix(door, palette.ink, 0.55);

  return group(
    {},
    depositBoxes(scene),
    circle([CENTRE[0] + 22, CENTRE[1] + 30], FRAME + 100, { fill: palette.ink, opacity: 0.35 }),
    circle(CENTRE, FRAME + 100, { fill: palette.second }),
    circle(CENTRE, FRAME + 26, { fill: mix(palette.second, palette.ink, 0.35) }),
    circle(CENTRE, FRAME, { fill: palette.ink }),
    ...boltBars,
    ...rivets,
    circle(CENTRE, DOOR, { fill: door }),
    path(ticks.join(""), stroke(mix(door, palette.ink, 0.7), 6)),
    circle(CENTRE, 226, { fill: dial }),
    path(sector(CENTRE, 226, sweep, sweep + Math.PI), { fill: mix(door, palette.ink, 0.78) }),
    circle(CENTRE, 176, stroke(palette.light, 20)),
    ...wheel,
    circle(CENTRE, 78, { fill: palette.light }),
    circle(CENTRE, 46, { fill: palette.ink }),
    circle(CENTRE, 18, { fill: palette.accent }),
    // One hard diagonal shade over the whole door keeps the flat rings from looking like a target.
    clipped(
      "door",
      circle(CENTRE, FRAME + 100, {}),
      polygon(
        [
          [1280, -60],
          [1400, 960],
          [300, 960],
        ],
        { fill: palette.ink, opacity: 0.22 },
      ),
    ),
  );
}

/** Coins as plain discs, vaults, keys. */
export const CRYPTO_FAMILY: Family = {
  palettes: CRYPTO_PALETTES,
  compositions: [greatKey, coinStacks, eclipse, vaultDoor],
};
