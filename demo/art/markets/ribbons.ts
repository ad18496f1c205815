import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { group, type Point, path, short } from "../svg.ts";

const COLUMN = 300;

/** Flows of money as broad ribbons that change places, drawn like a bump chart. */
export function ribbons({ random, palette }: Scene): string {
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
