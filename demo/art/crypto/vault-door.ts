import { mix } from "../color.ts";
import { polar, sector, TURN, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, circle, clipped, group, path, polygon, polyline, rect, stroke } from "../svg.ts";

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
export function vaultDoor(scene: Scene): string {
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
