type Point = { x: number; y: number };
/** A straight part of an outline, from top to bottom; `winding` is 1 where it was drawn that way, else -1. */
type Edge = { x: number; top: number; bottom: number; slope: number; winding: 1 | -1 };
type Placing = { scale: number; left: number; baseline: number };

/** Straight lines that stand for one curve. */
const CURVE_STEPS = 6;
/** Lines sampled for each row of pixels. */
const SAMPLES = 4;

/** The edges of an outline of the letters (`M` or `m`, `l`, `q` and `z`), in pixels. */
function edgesOf(path: string, { scale, left, baseline }: Placing): Edge[] {
  const edges: Edge[] = [];
  let at: Point = { x: 0, y: 0 };
  let start = at;
  const place = ({ x, y }: Point): Point => ({ x: left + x * scale, y: baseline + y * scale });
  const lineTo = (to: Point) => {
    const [from, end] = [place(at), place(to)];
    const [upper, lower] = from.y < end.y ? [from, end] : [end, from];
    if (upper.y < lower.y) {
      const slope = (lower.x - upper.x) / (lower.y - upper.y);
      edges.push({ x: upper.x, top: upper.y, bottom: lower.y, slope, winding: upper === from ? 1 : -1 });
    }
    at = to;
  };
  for (const [, command = "", list = ""] of path.matchAll(/([Mmlqz])([^Mmlqz]*)/g)) {
    const [x = 0, y = 0, x2 = 0, y2 = 0] = (list.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    const from = at;
    if (command === "z") lineTo(start);
    else if (command === "l") lineTo({ x: from.x + x, y: from.y + y });
    else if (command === "q")
      for (let step = 1; step <= CURVE_STEPS; step += 1) {
        const t = step / CURVE_STEPS;
        const [bend, end] = [2 * t * (1 - t), t * t];
        lineTo({ x: from.x + bend * x + end * x2, y: from.y + bend * y + end * y2 });
      }
    else {
      at = command === "M" ? { x, y } : { x: from.x + x, y: from.y + y };
      start = at;
    }
  }
  return edges;
}

/** Adds the part of each pixel that lies between two points of a line. */
function addSpan(cover: Float32Array, from: number, to: number): void {
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(cover.length, to); x += 1)
    cover[x] = (cover[x] ?? 0) + (Math.min(to, x + 1) - Math.max(from, x)) / SAMPLES;
}

/** Calls `paint` with the share of each pixel in a row, from 0 to 1, that an outline covers. */
export function fillOutline(
  path: string,
  placing: Placing,
  size: { width: number; height: number },
  paint: (y: number, cover: Float32Array) => void,
): void {
  const edges = edgesOf(path, placing);
  for (let y = 0; y < size.height; y += 1) {
    const near = edges.filter(({ top, bottom }) => top < y + 1 && bottom > y);
    if (near.length === 0) continue;
    const cover = new Float32Array(size.width);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const line = y + (sample + 0.5) / SAMPLES;
      const crossings = near
        .filter(({ top, bottom }) => top <= line && bottom > line)
        .map(({ x, top, slope, winding }) => ({ x: x + (line - top) * slope, winding }))
        .sort((left, right) => left.x - right.x);
      let inside = 0;
      for (const [index, { x, winding }] of crossings.entries()) {
        inside += winding;
        const next = crossings[index + 1];
        if (inside !== 0 && next) addSpan(cover, x, next.x);
      }
    }
    paint(y, cover);
  }
}
