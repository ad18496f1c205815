import { lightness, mix } from "../color.ts";
import { standingFigure } from "../figure.ts";
import { smooth, TURN, times, wavyOutline } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, group, path, rect } from "../svg.ts";

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
export function galleryWall(scene: Scene): string {
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
