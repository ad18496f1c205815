import { circle, group, path, short } from "./svg.ts";

/** A standing person seen from behind: `foot` is where they stand, `height` in pixels. */
export function standingFigure(
  [x, y]: readonly [x: number, y: number],
  height: number,
  coat: string,
  skin: string,
): string {
  const unit = height / 100;
  const body =
    "M-13 -76C-13 -83 -7 -85 0 -85C7 -85 13 -83 13 -76L17 -40H12.5L14 -22L9 -22L8 0H1.5L0 -22L-1.5 0H-8L-9 -22H-14L-12.5 -40H-17Z";
  return group(
    { transform: `translate(${short(x)} ${short(y)}) scale(${short(unit)})` },
    path("M-3 -90h6v8h-6Z", { fill: skin }),
    circle([0, -93], 6.6, { fill: skin }),
    path("M-6.9 -92A6.9 6.9 0 0 1 6.9 -92C5 -88 -5 -88 -6.9 -92Z", { fill: coat }),
    path(body, { fill: coat }),
  );
}
