import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, ellipse, group, path, rect, stroke } from "../svg.ts";
import { halftone } from "../texture.ts";

/** A head built of plain shapes, one half by day and one by night: a generated portrait. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one picture, drawn from back to front; its parts share the two sides and the kinds that were drawn by lot
export function facetedPortrait({ random, palette }: Scene): string {
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
