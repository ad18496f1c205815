import { itemAt } from "#shared/random.ts";
import { type Cuboid, drawCuboid, project, tonesOf, type View } from "./isometric.ts";
import { type Family, MARKET_PALETTES, mix, type Scene } from "./palette.ts";
import { halftone, shadedDisc, standingFigure, times } from "./shapes.ts";
import { circle, clipped, group, type Point, path, polyline, rect, short, stroke, WIDTH } from "./svg.ts";

/** Broad candlesticks crossing a disc; inside the disc every colour trades places. */
function candleBars({ random, palette }: Scene): string {
  const pitch = random.pick([146, 172, 200]);
  const width = pitch * random.pick([0.62, 0.74]);
  const count = Math.ceil(1600 / pitch) + 2;
  const swing = random.range(0.8, 1.4);
  const phase = random.range(0, 6);
  const trend = random.pick([-1, 1]);
  const chosen = Math.round(count / 2) + random.integer(-1, 1);

  let close = 450 + trend * 150;
  const candles = times(count).map((index) => {
    const open = close;
    const aim = 450 + trend * (150 - (300 * index) / count) + Math.sin(index * swing + phase) * 190;
    close = aim + random.range(-70, 70);
    if (Math.abs(close - open) < 130) close = open + (close < open ? -130 : 130);
    // A candle that would leave the page turns back instead of flattening against its edge.
    if (close < 150 || close > 750) close = open + (close < 150 ? 150 : -150);
    const top = Math.min(open, close);
    const bottom = Math.max(open, close);
    return {
      x: 800 + (index - (count - 1) / 2) * pitch,
      top,
      bottom,
      high: top - random.range(30, 110),
      low: bottom + random.range(30, 110),
      rises: close < open,
      special: index === chosen,
    };
  });

  const draw = (rise: string, fall: string, wick: string): string =>
    candles
      .map(({ x, top, bottom, high, low, rises, special }) => {
        const fill = special ? palette.accent : rises ? rise : fall;
        return (
          rect(x - 9, high, 18, low - high, { fill: special ? palette.accent : wick }) +
          rect(x - width / 2, top, width, bottom - top, { fill })
        );
      })
      .join("");

  const radius = random.pick([350, 390]);
  const at = [800 + random.pick([-120, 0, 120]), 450] as const;
  const rules = times(9).map((line) =>
    rect(0, 98 + line * 88, 1600, 3, { fill: mix(palette.ground, palette.ink, 0.22) }),
  );
  const disc = mix(palette.main, palette.ink, 0.3);
  const outsideFall = palette.second;
  return group(
    {},
    ...rules,
    draw(palette.main, outsideFall, mix(palette.ground, palette.ink, 0.75)),
    circle(at, radius, { fill: disc }),
    clipped(
      "disc",
      circle(at, radius, {}),
      ...times(9).map((line) => rect(0, 98 + line * 88, 1600, 3, { fill: mix(disc, palette.light, 0.25) })),
      draw(palette.light, mix(palette.second, palette.light, 0.1), palette.light),
    ),
  );
}

const COLUMN = 300;

/** Flows of money as broad ribbons that change places, drawn like a bump chart. */
function ribbons({ random, palette }: Scene): string {
  const count = random.pick([5, 6]);
  const pitch = 980 / count;
  const thickness = pitch * random.pick([0.72, 0.84]);
  const columns = count + 2;
  const left = 800 - ((columns - 1) * COLUMN) / 2;
  const angle = random.pick([-14, 0, 14]);
  const hues = [
    palette.main,
    palette.second,
    palette.light,
    mix(palette.main, palette.ink, 0.4),
    mix(palette.main, palette.light, 0.45),
    mix(palette.second, palette.light, 0.5),
    palette.ink,
  ];
  const winner = 0;

  // Ranks change only between neighbours, so no ribbon has to plunge; the winner climbs one place a column.
  const orders: number[][] = [[...random.shuffle(times(count - 1).map((ribbon) => ribbon + 1)), 0]];
  for (const column of times(columns - 1)) {
    const order = [...itemAt(orders, column)];
    const place = order.indexOf(0);
    const swap = (upper: number): void => {
      const held = itemAt(order, upper);
      order[upper] = itemAt(order, upper + 1);
      order[upper + 1] = held;
    };
    const climbs = place > 0 && column > 0;
    if (climbs) swap(place - 1);
    for (const upper of times(count - 1)) {
      const touchesWinner =
        upper === place || upper === place - 1 || upper === place - 2 || (!climbs && upper + 1 === place);
      if (!touchesWinner && random.chance(0.4)) swap(upper);
    }
    orders.push(order);
  }
  const heightOf = (rank: number): number => 450 + (rank - (count - 1) / 2) * pitch;

  const band = (from: Point, to: Point, fill: string, shade: string, descending: boolean): string => {
    const bend = COLUMN * 0.5;
    const half = thickness / 2;
    const edge = (sign: number, back: boolean): string => {
      const [a, b] = back ? [to, from] : [from, to];
      const pull = back ? -bend : bend;
      return `C${short(a[0] + pull)} ${short(a[1] + sign * half)} ${short(b[0] - pull)} ${short(b[1] + sign * half)} ${short(b[0])} ${short(b[1] + sign * half)}`;
    };
    const d = `M${short(from[0])} ${short(from[1] - half)}${edge(-1, false)}L${short(to[0])} ${short(to[1] + half)}${edge(1, true)}Z`;
    return path(d, { fill: descending ? shade : fill });
  };

  const drawRibbon = (ribbon: number): string => {
    const hue = ribbon === winner ? palette.accent : itemAt(hues, ribbon);
    const shade = mix(hue, palette.ink, 0.2);
    const points = orders.map((order, column): Point => [left + column * COLUMN, heightOf(order.indexOf(ribbon))]);
    const flat = thickness / 2;
    const joints = points.map(([x, y]) =>
      path(`M${short(x - 46)} ${short(y - flat)}h92v${short(thickness)}h-92Z`, { fill: hue }),
    );
    const spans = points.slice(1).map((to, index) => {
      const from = points[index] ?? to;
      return band([from[0] + 45, from[1]], [to[0] - 45, to[1]], hue, shade, to[1] > from[1] + 4);
    });
    return [...spans, ...joints].join("");
  };

  const order = random.shuffle(times(count).filter((ribbon) => ribbon !== winner));
  return group(
    { transform: `rotate(${angle} 800 450) translate(-64 -36) scale(1.08)` },
    ...order.map(drawRibbon),
    drawRibbon(winner),
  );
}

/** Price curves as mountain ranges one behind another, a sun standing over them. */
function ridgelines({ random, palette }: Scene): string {
  const ranges = random.pick([4, 5]);
  const stepped = random.chance(0.5);
  const sunX = 800 + random.pick([-260, 0, 260]);
  const trend = random.pick([-1, 1]);

  const ridge = (layer: number): Point[] => {
    const share = layer / (ranges - 1);
    const step = stepped ? 80 : 50;
    const base = 380 + share * 330;
    const drift = trend * (layer % 2 === 0 ? 1 : -1) * (330 - share * 170);
    let height = base + drift * 0.5;
    const points: Point[] = [];
    for (let x = -step; x <= 1600 + step; x += step) {
      height += -drift / (1600 / step) + random.range(-1, 1) * (stepped ? 95 : 74) * (1 - share * 0.3);
      // The walk is pulled back to its trend, or it would run off the page.
      height += (base + drift * (0.5 - x / 1600) - height) * 0.14;
      const previous = points.at(-1);
      if (stepped && previous) points.push([x, previous[1]]);
      points.push([x, height]);
    }
    return points;
  };

  const fills = times(ranges).map((layer) => {
    const share = layer / (ranges - 1);
    if (layer === 1) return palette.second;
    return mix(mix(palette.main, palette.ground, 0.45 * (1 - share)), palette.ink, share * 0.55);
  });
  const lit = ranges - 1;
  const bands = fills.map((fill, layer) => {
    const points = ridge(layer);
    const line =
      layer === lit
        ? stroke(palette.accent, 20, { "stroke-linejoin": "round" })
        : stroke(mix(fill, palette.light, 0.25), 7);
    const body = path(`${polyline(points)}V960H-100Z`, { fill });
    return body + path(polyline(points), line);
  });
  const haze = halftone(
    { x: 0, y: 560, width: 1600, height: 340 },
    11,
    mix(palette.ink, palette.main, 0.3),
    (_x, y) => (y - 600) / 700,
  );
  return group(
    {},
    rect(0, 0, 1600, 900, { fill: palette.ground }),
    shadedDisc([sunX, 300], 210, palette.accent, mix(palette.accent, palette.ink, 0.35)),
    ...bands,
    haze,
  );
}

/** A bar chart big enough to climb: columns in a row, seen from a corner, and somebody on one of them. */
function stairChart({ random, palette }: Scene): string {
  const unit = random.pick([118, 136]);
  const view: View = { origin: [800, 560], unit };
  const shapes = [
    [0.6, 0.9, 1.4, 2.1, 2.0, 2.8, 3.3, 4.1, 4.6],
    [3.4, 2.6, 2.9, 1.8, 1.2, 1.9, 2.5, 3.6, 4.4],
    [1.0, 1.8, 2.9, 3.7, 3.0, 2.2, 2.6, 1.5, 0.9],
    [0.8, 2.2, 1.4, 3.0, 1.9, 3.6, 2.6, 4.2, 3.4],
  ];
  const heights = random.pick(shapes).map((height) => height + random.range(-0.2, 0.2));
  const half = (heights.length - 1) / 2;
  const rows = random.pick([2, 3]);
  // The highest column near the middle, where no nearer one can hide the climber.
  const stander = [2, 3, 4, 5, 6].reduce(
    (best, index) => (itemAt(heights, index) > itemAt(heights, best) ? index : best),
    2,
  );
  const hues = [palette.main, palette.main, palette.second];
  const chosen = random.integer(3, 5);

  const shadows: string[] = [];
  const solids: string[] = [];
  // The chart runs from lower left to upper right, so its far end is drawn first.
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (const index of times(heights.length).toReversed()) {
      const height = Math.max(0.25, (itemAt(heights, index) * (1 - row * 0.28) + row * 0.3) * 0.78);
      const y = (half - index) * 1.12;
      const cuboid: Cuboid = { x: 0.3 - row * 1.6, y, z: -1.2, width: 1, depth: 0.92, height };
      const base =
        row === 0 && index === chosen
          ? palette.accent
          : row === 0
            ? itemAt(hues, index)
            : mix(itemAt(hues, index + row), palette.ground, 0.35 * row);
      solids[(rows - 1 - row) * 100 + (heights.length - index)] = drawCuboid(view, cuboid, tonesOf(base, palette));
      const floor: Point[] = [
        project(view, cuboid.x + 1, y, -1.2),
        project(view, cuboid.x + 1, y + 0.92, -1.2),
        project(view, cuboid.x + 1 + height * 0.9, y + 0.92 - height * 0.2, -1.2),
        project(view, cuboid.x + 1 + height * 0.9, y - height * 0.2, -1.2),
      ];
      shadows.push(path(`${polyline(floor)}Z`, { fill: mix(palette.ground, palette.ink, 0.24) }));
      if (row === 0 && index === stander) {
        const foot = project(view, cuboid.x + 0.5, y + 0.5, -1.2 + height);
        const coat = index === chosen ? palette.ink : palette.light;
        solids[(rows - 1 - row) * 100 + (heights.length - index)] += standingFigure(
          foot,
          unit * 1.15,
          coat,
          mix(palette.ink, palette.second, 0.5),
        );
      }
    }
  }
  const sun = shadedDisc([560, 300], 220, palette.second, mix(palette.second, palette.accent, 0.6));
  const scene = group({}, sun, ...shadows, ...solids.filter((solid) => solid !== undefined));
  return random.chance(0.35) ? group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene) : scene;
}

/** Ridgelines, ribbons, candles, stepped charts. */
export const MARKETS_FAMILY: Family = {
  palettes: MARKET_PALETTES,
  compositions: [ridgelines, stairChart, ribbons, candleBars],
};
