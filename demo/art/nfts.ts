import { itemAt, type Random } from "#shared/random.ts";
import { type Family, lightness, mix, NFT_PALETTES, type Scene } from "./palette.ts";
import { halftone, sector, smooth, standingFigure, TURN, times, wavyOutline } from "./shapes.ts";
import { circle, clipped, ellipse, group, HEIGHT, type Point, path, rect, stroke, WIDTH } from "./svg.ts";

/** A head built of plain shapes, one half by day and one by night: a generated portrait. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one picture, drawn from back to front; its parts share the two sides and the kinds that were drawn by lot
function facetedPortrait({ random, palette }: Scene): string {
  const [bright, deep] = random.chance(0.5) ? [palette.main, palette.second] : [palette.second, palette.main];
  const hair = random.integer(0, 3);
  const ear = random.chance(0.6);
  const eyes = random.integer(0, 2);
  const tile = random.pick([150, 225, 300]);

  const columns = Math.ceil(1600 / tile);
  const backdrop = times(columns * Math.ceil(900 / tile)).map((index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const fill = (column + row) % 2 === 0 ? mix(palette.ground, palette.ink, 0.1) : palette.ground;
    const x = 800 - (columns * tile) / 2 + column * tile;
    const curve = random.chance(0.4)
      ? path(`M${x} ${row * tile}h${tile}a${tile} ${tile} 0 0 1 ${-tile} ${tile}Z`, {
          fill: mix(palette.ground, palette.light, random.range(0.15, 0.4)),
        })
      : "";
    return rect(x, row * tile, tile + 0.5, tile + 0.5, { fill }) + curve;
  });

  const skull = "M560 330A240 240 0 0 1 1040 330V470A240 270 0 0 1 560 470Z";
  const hairShapes = [
    () =>
      path("M520 420V330A280 280 0 0 1 1080 330V420H1000A200 180 0 0 0 800 250A200 180 0 0 0 600 420Z", {
        fill: palette.ink,
      }),
    () =>
      times(7)
        .map((curl) => circle([560 + curl * 80, 170 - Math.sin((curl / 6) * Math.PI) * 90], 92, { fill: palette.ink }))
        .join("") + path("M556 330A244 240 0 0 1 1044 330A330 200 0 0 0 556 330Z", { fill: palette.ink }),
    () =>
      path("M540 640V320A260 260 0 0 1 1060 320V640H990V380A190 150 0 0 0 800 262A190 150 0 0 0 610 380V640Z", {
        fill: palette.ink,
      }),
    () => path("M556 300V90H640V60H780V90H960V60H1044V300A330 170 0 0 0 556 300Z", { fill: palette.ink }),
  ];
  const eye = (x: number, iris: string): string => {
    if (eyes === 0) {
      return (
        path(`M${x - 74} 410Q${x} 336 ${x + 74} 410Q${x} 470 ${x - 74} 410Z`, { fill: palette.light }) +
        circle([x, 406], 32, { fill: iris })
      );
    }
    if (eyes === 1)
      return (
        circle([x, 408], 58, { fill: palette.light }) +
        path(`M${x - 58} 408A58 58 0 0 0 ${x + 58} 408Z`, { fill: iris })
      );
    return (
      rect(x - 62, 364, 124, 84, { fill: iris }) +
      rect(x - 62, 364, 62, 42, { fill: palette.light }) +
      rect(x, 406, 62, 42, { fill: palette.light })
    );
  };

  const dots = halftone(
    { x: 540, y: 300, width: 270, height: 480 },
    9,
    mix(bright, palette.accent, 0.8),
    (x, y) => (y - 430) / 420 - (x - 560) / 900,
  );
  const bust = [
    circle([800, 420], 400, { fill: mix(palette.ground, palette.light, 0.55) }),
    path("M340 960C340 770 560 730 680 706H920C1040 730 1260 770 1260 960Z", { fill: palette.ink }),
    path("M800 706H920C1040 730 1260 770 1260 960H800Z", { fill: palette.accent }),
    path("M680 600H920V740A120 90 0 0 1 680 740Z", { fill: mix(deep, palette.ink, 0.35) }),
    ear ? circle([556, 450], 56, { fill: bright }) + circle([1044, 450], 56, { fill: deep }) : "",
    clipped(
      "skull",
      path(skull, {}),
      rect(500, 0, 300, 900, { fill: bright }),
      dots,
      rect(800, 0, 300, 900, { fill: deep }),
    ),
    path("M800 380V560H716Z", { fill: mix(bright, palette.light, 0.55) }),
    path("M800 380V560H860Z", { fill: mix(deep, palette.ink, 0.35) }),
    eye(690, palette.ink),
    eye(910, palette.accent),
    path("M610 330Q690 280 770 330", stroke(palette.ink, 20)),
    path("M830 330Q910 280 990 330", stroke(palette.ink, 20)),
    path("M714 628Q757 600 800 618V672Q740 672 714 628Z", { fill: palette.accent }),
    path("M886 628Q843 600 800 618V672Q860 672 886 628Z", { fill: mix(palette.accent, palette.light, 0.5) }),
    (hairShapes[hair] ?? (() => ""))(),
    ear
      ? ellipse([556, 540], 16, 34, { fill: palette.accent }) + ellipse([1044, 540], 16, 34, { fill: palette.light })
      : "",
  ];
  return group({}, ...backdrop, group({ transform: "translate(0 34)" }, ...bust));
}

interface Canvas {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What hangs in a frame: a small generative picture filling the given canvas. */
function picture({ random, palette }: Scene, { x, y, width, height }: Canvas): string {
  const middle = [x + width / 2, y + height / 2] as const;
  const size = Math.min(width, height);
  const [first, second, third, fourth] = random.shuffle([palette.main, palette.second, palette.accent, palette.ink]);
  const inks = [first, second, third, fourth].map((ink) => ink ?? palette.ink);
  const [back = palette.ink, a = palette.main, b = palette.second, c = palette.accent] = inks;
  const field = rect(x, y, width, height, { fill: back });
  const kinds = [
    () => {
      const waves = [
        { lobes: random.integer(2, 3), depth: 0.16, phase: random.range(0, TURN) },
        { lobes: random.integer(4, 5), depth: 0.07, phase: random.range(0, TURN) },
      ];
      const layer = (share: number, fill: string) =>
        path(smooth(wavyOutline(middle, size * share, waves), true), { fill });
      return layer(0.4, a) + layer(0.3, b) + layer(0.2, c) + layer(0.1, palette.light);
    },
    () =>
      circle([x + width * random.range(0.3, 0.7), y + height * 0.38], size * 0.24, { fill: palette.light }) +
      path(
        `M${x} ${y + height * 0.6}Q${x + width * 0.3} ${y + height * 0.35} ${x + width} ${y + height * 0.7}V${y + height}H${x}Z`,
        { fill: a },
      ) +
      path(
        `M${x} ${y + height * 0.85}Q${x + width * 0.6} ${y + height * 0.5} ${x + width} ${y + height * 0.8}V${y + height}H${x}Z`,
        { fill: b },
      ),
    () =>
      times(25)
        .map((cell) => {
          const fill = random.pick([a, b, c, palette.light, back]);
          const [w, h] = [width / 5, height / 5];
          return rect(x + (cell % 5) * w, y + Math.floor(cell / 5) * h, w + 0.5, h + 0.5, { fill });
        })
        .join(""),
    () =>
      times(5)
        .map((ring) =>
          circle([x + width * 0.5, y + height], size * (0.95 - ring * 0.18), {
            fill: [a, palette.light, b, c, back][ring] ?? a,
          }),
        )
        .join(""),
  ];
  return field + random.pick(kinds)();
}

/** Frames hung on a wall before two visitors. */
function galleryWall(scene: Scene): string {
  const { random, palette } = scene;
  const floor = 742;
  const centre = random.pick([-60, 0, 60]);
  const tall = random.chance(0.5);
  const big: Canvas = tall
    ? { x: 600 + centre, y: 90, width: 440, height: 540 }
    : { x: 520 + centre, y: 120, width: 600, height: 460 };
  const frames: Canvas[] = [
    big,
    { x: big.x - 330, y: 130, width: 240, height: 300 },
    { x: big.x - 330, y: 510, width: 240, height: 150 },
    { x: big.x - 640, y: random.integer(120, 220), width: 230, height: 400 },
    { x: big.x + big.width + 90, y: 150, width: 280, height: 190 },
    { x: big.x + big.width + 90, y: 420, width: 280, height: 240 },
    { x: big.x + big.width + 460, y: random.integer(120, 200), width: 260, height: 420 },
  ];
  const dark = mix(palette.ground, palette.ink, 0.26);
  const hung = frames.map((frame, index) => {
    const { x, y, width, height } = frame;
    const border = index === 0 ? 24 : 15;
    return (
      rect(x - border + 16, y - border + 22, width + border * 2, height + border * 2, { fill: dark }) +
      rect(x - border, y - border, width + border * 2, height + border * 2, { fill: palette.ink }) +
      rect(x - border * 0.55, y - border * 0.55, width + border * 1.1, height + border * 1.1, { fill: palette.light }) +
      clipped(`frame${index}`, rect(x, y, width, height, {}), picture(scene, frame))
    );
  });
  const coat = lightness(palette.ground) > 0.4 ? palette.ink : mix(palette.main, palette.light, 0.2);
  const skins = ["#8d5a3b", "#5b3826", "#d9a57e", "#c08457"];
  const side = random.pick([-1, 1]);
  const first = 800 + side * random.range(190, 260);
  const shadow = (x: number): string =>
    path(`M${x - 34} 858L${x + 34} 858L${x + 250} 900H${x + 90}Z`, { fill: mix(palette.ground, palette.ink, 0.55) });
  const second = first - side * random.pick([120, 380]);
  return group(
    {},
    ...hung,
    rect(0, floor, 1600, 160, { fill: mix(palette.ground, palette.ink, 0.38) }),
    rect(0, floor, 1600, 14, { fill: palette.light }),
    shadow(first),
    shadow(second),
    standingFigure([first, 862], 440, coat, random.pick(skins)),
    standingFigure([second, 866], 400, mix(palette.accent, palette.ink, 0.12), random.pick(skins)),
  );
}

/** Tile side, pixels: five rows fill the height exactly. */
const TILE = 180;
const COLUMNS = 9;
const ROWS = 5;

type Inks = readonly [back: string, front: string, detail: string];

type Tile = (inks: Inks) => string;

/** The tile shapes, in a square of 100. */
const TILES: readonly Tile[] = [
  ([, front, detail]) =>
    path("M0 0H100A100 100 0 0 1 0 100Z", { fill: front }) + path("M0 0H50A50 50 0 0 1 0 50Z", { fill: detail }),
  ([, front]) => path("M0 0A50 50 0 0 0 100 0ZM0 50A50 50 0 0 0 100 50Z", { fill: front }),
  ([, front, detail]) => circle([50, 50], 40, { fill: front }) + path("M50 10A40 40 0 0 1 50 90Z", { fill: detail }),
  ([, front, detail]) => path("M0 0H100L0 100Z", { fill: front }) + circle([68, 68], 14, { fill: detail }),
  ([, front, detail]) =>
    path("M0 100A100 100 0 0 1 100 0V100Z", { fill: front }) +
    path("M55 100A45 45 0 0 1 100 55V100Z", { fill: detail }),
  ([, front]) => path("M0 0H50V50H0ZM50 50H100V100H50Z", { fill: front }),
  ([, front]) => path("M0 0H20V100H0ZM40 0H60V100H40ZM80 0H100V100H80Z", { fill: front }),
  ([, front, detail]) =>
    path("M0 50Q50 -10 100 50Q50 110 0 50Z", { fill: front }) + circle([50, 50], 18, { fill: detail }),
  ([, front, detail]) =>
    path("M50 0L100 50L50 100L0 50Z", { fill: front }) + path("M50 28L72 50L50 72L28 50Z", { fill: detail }),
  ([, front]) => path("M0 0A50 50 0 0 1 0 100ZM100 0A50 50 0 0 0 100 100Z", { fill: front }),
];

/** The shapes that stay handsome three tiles wide. */
const BOLD = [0, 1, 2, 4, 7, 8, 9] as const;

/** A wall of geometric tiles with one large motif set into it. */
function mosaicTiles({ random, palette }: Scene): string {
  const hues = [palette.ground, palette.main, palette.second, palette.accent, palette.ink, palette.light];
  const chosen = random.shuffle(TILES).slice(0, 5);
  const tile = (column: number, row: number, side: number, shape: Tile, inks: readonly string[]): string => {
    const [back = palette.ground, front = palette.main, detail = palette.light] = inks;
    const turn = random.integer(0, 3) * 90;
    const scale = side / 100;
    return group(
      { transform: `translate(${column * TILE - 10} ${row * TILE}) scale(${scale}) rotate(${turn} 50 50)` },
      rect(0, 0, 100, 100, { fill: back }),
      shape([back, front, detail]),
    );
  };

  const centreColumn = random.pick([3, 3, 2, 4]);
  const centreRow = random.integer(1, 2);
  const isLarge = (column: number, row: number): boolean =>
    column >= centreColumn && column < centreColumn + 3 && row >= centreRow - 1 && row < centreRow + 2;
  const strong = random.shuffle([palette.main, palette.second, palette.accent]);
  const bold = [random.pick([palette.ink, palette.light]), ...strong];
  const quiet = random.range(0.1, 0.35);

  const small = times(COLUMNS * ROWS).map((index) => {
    const column = index % COLUMNS;
    const row = Math.floor(index / COLUMNS);
    if (isLarge(column, row)) return "";
    if (random.chance(quiet)) {
      return rect(column * TILE - 10, row * TILE, TILE, TILE, { fill: random.pick(hues) });
    }
    return tile(column, row, TILE, random.pick(chosen), random.shuffle(hues));
  });
  return group({}, ...small, tile(centreColumn, centreRow - 1, TILE * 3, itemAt(TILES, random.pick(BOLD)), bold));
}

/** Pixel side of the broken half. */
const CELL = 50;
/** Where the whole half ends. */
const EDGE: Point = [650, 450];

/** A way to colour the disc: as smooth shapes, and as the band number (0, 1, 2…) at any place. */
interface Pattern {
  readonly whole: (hueOf: (band: number) => string) => string;
  readonly bandAt: (dx: number, dy: number) => number;
}

function choosePattern(random: Random, radius: number): Pattern {
  const bands = 5;
  const step = radius / bands;
  const wedge = TURN / random.pick([10, 15]);
  const stripe = (radius * 2) / 7;
  const patterns: readonly Pattern[] = [
    {
      whole: (hueOf) =>
        times(bands)
          .map((band) => circle(EDGE, radius - band * step, { fill: hueOf(bands - 1 - band) }))
          .join(""),
      bandAt: (dx, dy) => Math.floor(Math.hypot(dx, dy) / step),
    },
    {
      whole: (hueOf) =>
        times(7)
          .map((band) => rect(0, EDGE[1] - radius + band * stripe, WIDTH, stripe + 1, { fill: hueOf(band) }))
          .join(""),
      bandAt: (_dx, dy) => Math.floor((dy + radius) / stripe),
    },
    {
      whole: (hueOf) =>
        times(Math.round(TURN / wedge))
          .map((band) => path(sector(EDGE, radius + 2, band * wedge, (band + 1) * wedge), { fill: hueOf(band) }))
          .join(""),
      bandAt: (dx, dy) => Math.floor(((Math.atan2(dy, dx) + TURN) % TURN) / wedge),
    },
  ];
  return random.pick(patterns);
}

/** A round thing whole on one side and coming apart into pixels on the other. */
function pixelDissolve({ random, palette }: Scene): string {
  const radius = 350;
  const hues = random.shuffle([palette.main, palette.light, palette.second, palette.accent, palette.ink]);
  const hueOf = (band: number): string => itemAt(hues, band);
  const pattern = choosePattern(random, radius);
  const wind = random.range(7, 10);
  const fill = mix(palette.ground, palette.ink, 0.22);

  const columns = radius / CELL;
  const pixels = times(columns * columns * 2).map((index) => {
    const column = Math.floor(index / (columns * 2));
    const row = (index % (columns * 2)) - columns;
    const source: Point = [(column + 0.5) * CELL, (row + 0.5) * CELL];
    if (Math.hypot(...source) > radius) return "";
    const loose = column / columns;
    // Pixels fly by whole cells, so the grid survives the break-up.
    const flown = (cells: number): string => {
      const side = CELL * (1 - Math.min(0.55, cells * 0.06));
      const at: Point = [EDGE[0] + (column + cells) * CELL, EDGE[1] + row * CELL];
      return rect(at[0], at[1], side, side, { fill: hueOf(pattern.bandAt(...source)) });
    };
    const stays = random.chance(1 - loose * 0.85) ? flown(0) : "";
    const flies = random.chance(0.3 + loose * 0.5) ? flown(Math.ceil(random.next() ** 1.6 * wind * (0.3 + loose))) : "";
    return stays + flies;
  });

  const half = rect(0, 0, EDGE[0] + 0.5, HEIGHT, {});
  const scene = group(
    {},
    rect(0, 690, WIDTH, 210, { fill: mix(palette.ground, palette.ink, 0.12) }),
    ellipse([EDGE[0] + 160, 812], 560, 34, { fill }),
    clipped("half", half, clipped("disc", circle(EDGE, radius, {}), pattern.whole(hueOf))),
    ...pixels,
  );
  return random.chance(0.35) ? group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene) : scene;
}

/** Frames, mosaics, generative portraits. */
export const NFT_FAMILY: Family = {
  palettes: NFT_PALETTES,
  compositions: [galleryWall, mosaicTiles, facetedPortrait, pixelDissolve],
};
