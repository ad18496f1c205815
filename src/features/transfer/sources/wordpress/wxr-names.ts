/** The namespaces that are in scope: prefixes, empty for the default one, with their kinds. */
export type Scope = ReadonlyMap<string, Kind>;
type Kind = "wp" | "excerpt" | "content" | "dc" | "plain" | "other";

/** An element of WXR, such as `wp:status` or `title`; empty for those of other namespaces. */
export type WxrName = string;

const MAX_PREFIXES = 100;

/** Elements of WordPress that no other vocabulary has: known also without their namespace. */
const DISTINCT =
  /^(?:post_|author_|category_(?:nicename|parent|description)$|cat_name$|tag_|term_|termmeta$|meta_(?:key|value)$|postmeta$|attachment_url$|is_sticky$|menu_order$|comment(?:_|$)|commentmeta$|status$|base_(?:site|blog)_url$|wxr_version$)/;
const BY_PREFIX: Readonly<Record<string, Kind>> = { wp: "wp", excerpt: "excerpt", content: "content", dc: "dc" };

function kindOf(address: string): Kind {
  const plain = address.trim().toLowerCase();
  if (/wordpress\.(?:org|com)\/export/.test(plain)) return /\/excerpt\/?$/.test(plain) ? "excerpt" : "wp";
  if (plain.includes("purl.org/rss/1.0/modules/content")) return "content";
  if (plain.includes("purl.org/dc/")) return "dc";
  return plain === "" || /backend\.userland\.com|rssboard\.org|purl\.org\/rss\/1\.0\/?$/.test(plain)
    ? "plain"
    : "other";
}

/** The scope inside an element. */
export function scopeIn(scope: Scope, attributes: Readonly<Record<string, string>>): Scope {
  let inner: Map<string, Kind> | null = null;
  for (const name in attributes) {
    if (!name.startsWith("xmlns")) continue;
    if (name.length > 5 && name[5] !== ":") continue;
    inner ??= new Map(scope);
    if (inner.size < MAX_PREFIXES) inner.set(name.slice(6), kindOf(attributes[name] ?? ""));
  }
  return inner ?? scope;
}

/** The name of an element as WordPress writes it, whatever its prefix: by its namespace, or else by its own words. */
export function wxrName(name: string, scope: Scope): WxrName {
  const colon = name.indexOf(":");
  const prefix = colon === -1 ? "" : name.slice(0, colon);
  const local = colon === -1 ? name : name.slice(colon + 1);
  const kind = scope.get(prefix) ?? (prefix === "" ? "plain" : (BY_PREFIX[prefix.toLowerCase()] ?? "unknown"));
  if (kind === "other") return "";
  if (kind === "plain" || kind === "unknown") {
    if (DISTINCT.test(local)) return `wp:${local}`;
    if (local === "encoded") return prefix.startsWith("ex") ? "excerpt:encoded" : "content:encoded";
    if (local === "creator") return "dc:creator";
    return kind === "plain" ? local : "";
  }
  return `${kind}:${local}`;
}
