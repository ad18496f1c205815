import { isOwn, pathKey } from "#features/addresses/rules.ts";
import { fingerprint } from "#shared/fingerprint.ts";
import { matchSegments } from "#shared/path-pattern.ts";
import { isStorable } from "#shared/text.ts";
import { documentPattern, pagePattern } from "#shared/urls.ts";
import { isWebAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";

export const NO_REDIRECT = "Redirect not found.";
export const NO_MISSING = "Address not found in the list.";
export const STALE_REDIRECT = "This redirect has changed since you opened it.";
export const TAKEN_REDIRECT = "This address already has a redirect.";
export const LOOP = "This redirect would lead back to its own address.";

/** Permanent, temporary, removed, withheld for legal reasons. */
export const REDIRECT_CODES = [301, 302, 410, 451] as const;
export type RedirectCode = (typeof REDIRECT_CODES)[number];
/** Codes that lead nowhere: the page says why. */
export const isGone = (code: number): boolean => code === 410 || code === 451;

export const MAX_PATH = 500;
export const MAX_REASON = 500;

/** Characters of a file with redirects. */
export const MAX_IMPORT = 900_000;
export const TOO_LARGE = "The file is too large: at most 900 kB.";
/** Patterns are tried one after another at each address without a page. */
export const MAX_PATTERNS = 500;
export const MANY_PATTERNS = `There are ${MAX_PATTERNS} redirects with names or * already. Delete one first.`;

/** Longer chains are only made by circles. */
export const MAX_STEPS = 20;

/** Redirects that an import leads elsewhere because their targets are redirected: a long chain would change all at each line. */
export const MAX_FOLLOWING = 20_000;
export const LONG_CHAINS = "Too many redirects of this file lead to one another. Import fewer lines at a time.";

const SEGMENT = /^(?:\*|:[a-z][a-z0-9_]*|[^*:][^*]*|)$/i;

/** The site of an address: `www.` and the scheme do not make another site. */
const siteOf = ({ protocol, host }: URL) => (/^https?:$/.test(protocol) ? host.replace(/^www\./, "") : null);

/** An address on this site; undefined for another site. */
export function ownAddress(address: string, siteUrl: string): URL | undefined {
  const url = URL.parse(address, `${siteUrl}/`);
  return url && siteOf(url) === siteOf(new URL(siteUrl)) && !/^\/[/\\]/.test(address) ? url : undefined;
}

/** The path of an address on this site; undefined for another site, and for anything with a query. */
export function ownPath(address: string, siteUrl: string): string | undefined {
  const url = ownAddress(address, siteUrl);
  return url?.search === "" ? url.pathname : undefined;
}

/** Whether the site has a kind of page at a path, which may exist or not. */
export const hasRoute = (path: string): boolean =>
  [...Object.values(pagePattern), ...Object.values(documentPattern)].some(
    (pattern) => matchSegments(pattern.split("/"), path.split("/")) !== null,
  );

export const isPattern = (path: string): boolean =>
  path.split("/").some((part) => part === "*" || part.startsWith(":"));

const NUMBERED = /^\/\?(?:p|page_id|attachment_id)=\d{1,15}(?=&|$)/;

/** The address by number that WordPress gives everything, such as `/?p=12`, without further parameters. */
export const numberedAddress = (target: string): string | undefined => NUMBERED.exec(target)?.[0];

/** What is wrong with the address that a redirect is from; null if nothing. */
export function fromFault(path: string): string | null {
  if (numberedAddress(path) === path) return null;
  if (!path.startsWith("/") || /[?#\s]/.test(path))
    return "From must be a path of this site, such as /old-page, without a query.";
  if (path.includes("\uFFFD")) return "From has characters that could not be decoded. Save the file as UTF-8.";
  if (!isStorable(path) || !isStorable(pathKey(path))) return "From contains characters that cannot be stored.";
  if (path.length > MAX_PATH) return `From must have at most ${MAX_PATH} characters.`;
  const parts = path.split("/").slice(1);
  if (parts.some((part, at) => !SEGMENT.test(part) || (part === "*" && at < parts.length - 1)))
    return "From may have names such as :name as whole segments, and * as its last segment.";
  if (pathKey(path) === "/" || pathKey(path) === "/*" || isOwn(path)) return "This address is used by the site itself.";
  return null;
}

/** Whether a target leads to one site, whatever a request puts in the place of `*` and names, and gives no login. */
export function isOneSite(target: string): boolean {
  if (target.startsWith("/")) return true;
  const [one, other] = ["x", "y.z"].map((text) =>
    URL.parse(target.replaceAll("*", text).replace(/(^|[/?&=#@.\\]):[a-z][a-z0-9_]*/gi, `$1${text}`)),
  );
  return !!one && one.origin === other?.origin && one.username === "" && one.password === "";
}

/** What is wrong with a target, given the address it is from; null if nothing. */
export function targetFault(target: string, from: string): string | null {
  if (target.length > MAX_ADDRESS_LENGTH || !isWebAddress(target.replaceAll("*", "x")))
    return "To must be a path of this site or an http or https address.";
  if (/[\s\\]/.test(target)) return "To must not contain spaces or backslashes.";
  if (!isOneSite(target)) return "To must name its site itself: * and names only after it, and no user name.";
  const path = target.replace(/^https?:\/\/[^/]*/i, "");
  const known = new Set(from.split("/").filter((part) => part.startsWith(":") || part === "*"));
  const used = path.split(/[/?&=#]/).filter((part) => /^:[a-z]/i.test(part) || part === "*");
  const unknown = used.find((part) => !known.has(part));
  return unknown === undefined ? null : `To uses ${unknown}, which From does not have.`;
}

/** A path in segments, as it is and in the form in which it is compared. */
export type Segments = { raw: string[]; keys: string[] };

export function segmentsOf(path: string): Segments {
  const raw = path.replace(/\/$/, "").split("/");
  return { raw, keys: raw.map((part) => pathKey(`/${part}`)) };
}

/** Prepares a pattern once; the function returns its target for a path, and undefined if it does not match. */
export function compilePattern({
  from_path,
  target,
}: {
  from_path: string;
  target: string;
}): (path: Segments) => string | undefined {
  const pattern = segmentsOf(from_path);
  const hasRest = pattern.raw.at(-1) === "*";
  const fixed = hasRest ? pattern.raw.slice(0, -1) : pattern.raw;
  const parts = target.split(/([/?&=#])/);
  // Stored before targets were checked for it: followed, it would lead to any site.
  if (!isOneSite(target)) return () => undefined;
  return ({ raw, keys }) => {
    if (hasRest ? raw.length <= fixed.length : raw.length !== fixed.length) return undefined;
    const found = new Map<string, string>();
    for (const [place, part] of fixed.entries()) {
      const segment = raw[place] ?? "";
      if (part.startsWith(":") && segment !== "") found.set(part, segment);
      else if (pattern.keys[place] !== keys[place]) return undefined;
    }
    if (hasRest) found.set("*", raw.slice(fixed.length).join("/"));
    return parts.map((part) => found.get(part) ?? part).join("");
  };
}

/**
 * The `Location` of a target: ASCII, and for a path always one of this site. What a request puts into a pattern may begin
 * with slashes, and browsers take `//host` and `/\host` for another site.
 */
export function locationOf(target: string): string {
  if (!target.startsWith("/")) return URL.parse(target)?.href ?? "/";
  const { pathname, search, hash } = new URL(`http://site/${target.replace(/^[/\\]+/, "")}`);
  return pathname.replace(/^\/+/, "/") + search + hash;
}

/** Patterns in the order in which they are tried: the longest fixed beginning first, names last. */
export const byPrecision = (one: { from_path: string }, other: { from_path: string }): number => {
  const rank = ({ from_path }: { from_path: string }) => (from_path.endsWith("*") ? 0 : 1);
  return rank(one) - rank(other) || other.from_path.length - one.from_path.length;
};

export const redirectVersion = (row: { from: string; to: string; code: number; reason: string }): string =>
  fingerprint([row.from, row.to, String(row.code), row.reason]);

/** The words of a path that say what it was about, for a suggestion. */
export function wordsOfPath(path: string): string[] {
  const last = pathKey(path).split("/").filter(Boolean).at(-1) ?? "";
  return last
    .replace(/\.[a-z]{2,5}$/, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !/^\d+$/.test(word))
    .slice(0, 8);
}
