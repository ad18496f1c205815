export type Encoding = "identity" | "gzip" | "br";

/** What current browsers send: no weights, so nothing to parse. */
const PLAIN = /^gzip, deflate, br(?:, zstd)?$/;

/**
 * The encoding a client prefers by the weights of `Accept-Encoding` (RFC 9110, 12.5.3); brotli before gzip among
 * equals. `identity` is used even if everything is rejected, as any response is better than a 406.
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  if (PLAIN.test(header) || header === "br") return "br";
  if (header === "gzip") return "gzip";
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : weightOf(weight));
  }
  const rest = weights.get("*") ?? 0;
  const br = weights.get("br") ?? rest;
  const gz = weights.get("gzip") ?? rest;
  // If not listed, identity is acceptable but never preferred, unless everything else is rejected.
  const identity = weights.get("identity") ?? 0;
  if (br > 0 && br >= gz && br >= identity) return "br";
  return gz > 0 && gz >= identity ? "gzip" : "identity";
}

/** A weight from 0 to 1; invalid ones are 0. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/** Whether an `If-None-Match` names this tag (RFC 9110: a list of tags, compared weakly, or `*`). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag) return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag));
}
