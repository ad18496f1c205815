import { documentPattern, pagePattern } from "#shared/urls.ts";

/** First segments of paths that the server answers itself: no page is below them, and no redirect from there is used. */
const OWN = ["admin", "api", "assets", "go", "media", "preview", "r"];
/** Those of other routes that are no pages, of routes that depend on settings, and of what is planned. */
const OTHERS =
  "coins feed health healthz license llms mcp metrics readyz record rss sitemaps social-card theme websub".split(" ");
const PAGES = [...Object.values(pagePattern), ...Object.values(documentPattern)].map(
  (path) => path.split("/")[1] ?? "",
);
const RESERVED = new Set([...OWN, ...OTHERS, ...PAGES]);

/** Whether paths of the server's routes begin with a segment: a page there would be unreachable, or hide them. */
export const isReserved = (segment: string): boolean => RESERVED.has(segment);

/** Whether only the server itself answers at a path. */
export const isOwn = (path: string): boolean => OWN.includes(path.split("/")[1] ?? "");

/** A path in the form in which paths are compared: decoded, in NFC and lower case, without a slash at its end. */
export function pathKey(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Invalid encoding is compared as it is.
  }
  const key = decoded.normalize("NFC").toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "");
  return key === "" ? "/" : key;
}
