/** A point in pixels, x to the right and y down. */
export type Point = readonly [x: number, y: number];

/** SVG attributes by their SVG names. */
type Attributes = Readonly<Record<string, string | number>>;

/** Width of a hero, pixels. */
export const WIDTH = 1600;
/** Height of a hero, pixels. */
export const HEIGHT = 900;
/** Middle of a hero: the part that survives every crop. */
export const CENTRE: Point = [WIDTH / 2, HEIGHT / 2];

/** Writes a number short: a tenth of a pixel is enough, but unit-square art under a matrix needs more digits. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 10 ? 1 : 4;
  return String(Number(value.toFixed(digits)));
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? short(value) : value}"`)
    .join("");
}

/** One element with its attributes and its already serialised children. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const body = children.join("");
  return body === ""
    ? `<${name}${attributeText(attributes)}/>`
    : `<${name}${attributeText(attributes)}>${body}</${name}>`;
}

export function circle(centre: Point, radius: number, attributes: Attributes): string {
  return element("circle", { cx: centre[0], cy: centre[1], r: radius, ...attributes });
}

export function ellipse(centre: Point, radiusX: number, radiusY: number, attributes: Attributes): string {
  return element("ellipse", { cx: centre[0], cy: centre[1], rx: radiusX, ry: radiusY, ...attributes });
}

export function rect(x: number, y: number, width: number, height: number, attributes: Attributes): string {
  return element("rect", { x, y, width, height, ...attributes });
}

export function path(d: string, attributes: Attributes): string {
  return element("path", { d, ...attributes });
}

export function polygon(points: readonly Point[], attributes: Attributes): string {
  return path(`${polyline(points)}Z`, attributes);
}

export function group(attributes: Attributes, ...children: readonly string[]): string {
  return element("g", attributes, ...children);
}

/** Shows the children only inside `shape`; `id` must be unique in the picture. */
export function clipped(id: string, shape: string, ...children: readonly string[]): string {
  return element("clipPath", { id }, shape) + group({ "clip-path": `url(#${id})` }, ...children);
}

/** Path data through the points by straight lines, left open. */
export function polyline(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");
}

/** The stroke attributes of an unfilled line. */
export function stroke(color: string, width: number, more: Attributes = {}): Attributes {
  return { fill: "none", stroke: color, "stroke-width": width, ...more };
}

/** A whole SVG file of the given size in pixels. */
export function svgDocument(width: number, height: number, ...children: readonly string[]): string {
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` },
    ...children,
  );
}
