import { mix } from "../color.ts";
import { arc, polar, TURN, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, circle, group, path, polyline, rect, stroke } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

/** Blocks seated round a table: a ring of squares, joined along the ring and across it. */
export function consensusRing({ random, palette }: Scene): string {
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
