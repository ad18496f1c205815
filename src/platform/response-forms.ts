import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { EVERYTHING, type ScopeList } from "#db/scopes.ts";
import { type Compression, compress, type Encoding, MIN_COMPRESSED_CHARS } from "./compression.ts";
import { OPEN_TO_ALL } from "./cross-origin.ts";

/**
 * How long a shared cache may serve a response, in seconds. Short, as publications without purging rely on it; browsers
 * always revalidate.
 */
const SHARED_SECONDS = 10;

/** Without `stale-while-revalidate`, which browsers apply as well: they would show a page once more after a change. */
export const PAGE_CACHE_CONTROL = `public, max-age=0, s-maxage=${SHARED_SECONDS}`;

/** For an API response; `freshFor`, in milliseconds, if it is shorter than the default. */
export const apiCacheControl = (freshFor = SHARED_SECONDS * 1_000) =>
  `public, max-age=0, s-maxage=${Math.floor(freshFor / 1_000)}`;

/** The key of every response, and of changes with too many scopes to name. */
export const ALL_KEY = "all";
const ANY_KEY = "any";
/** In characters: proxies have 4 kB for all headers of a response. */
const MAX_KEYS_LENGTH = 1_500;

/**
 * `Surrogate-Key` of a response, by which a CDN is purged: the scopes that it shows, separated by spaces. A scope has
 * neither spaces nor commas (`scope` of db/scopes.ts).
 */
export function surrogateKeys(scopes: ScopeList): string {
  if (scopes === EVERYTHING || scopes.length > MAX_KEYS_LENGTH) return `${ALL_KEY} ${ANY_KEY}`;
  return scopes === "" ? ALL_KEY : `${ALL_KEY} ${scopes}`;
}

/** The keys to purge after changes that touched these scopes. */
export function keysToPurge(changes: readonly ScopeList[]): string[] {
  if (changes.includes(EVERYTHING)) return [ALL_KEY];
  return [ANY_KEY, ...new Set(changes.flatMap((scopes) => scopes.split(" ").filter(Boolean)))];
}

/** A new response. Header names are in lower case; `scopes` are what it shows. */
export type FreshResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The part whose change matters to a reader, if that is not the full body. */
  etagSource?: string;
  scopes: ScopeList;
};

/** One form of a response, with alternating header names and values for `writeHead`. */
export type Form = { head: string[]; body: Buffer };

/** A cached response: compressed, unless that is not worthwhile. */
export type CachedResponse = {
  status: number;
  etag: string;
  scopes: ScopeList;
  /** Whether it is only for clients without credentials. */
  isForReaders: boolean;
  /** Whether a client that has it gets a 304: errors and private pages are always sent in full. */
  isRevalidated: boolean;
  /** The headers of every form; of a 304, only those that it must repeat (RFC 9110, 15.4.5) and the keys for CDNs. */
  head: string[];
  notModifiedHead: string[];
  forms: Partial<Record<Encoding, Form>>;
};

/** Overhead of a cache entry besides its texts and bytes, as a generous estimate. */
const ENTRY_BYTES = 1_000;

const NOT_MODIFIED_HEADERS = new Set([
  ...["cache-control", "content-location", "etag", "surrogate-key", "vary"],
  // Browsers of other sites check it on every response.
  ...Object.keys(OPEN_TO_ALL),
]);

const unbrotli = promisify(brotliDecompress);
const inflate = promisify(gunzip);

async function compressExact(plain: Buffer, encoding: Compression): Promise<Buffer> {
  const bytes = await compress(plain, encoding);
  // zlib's result is a window on a larger buffer, all of which would stay in memory.
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
}

/**
 * Prepares a response for the cache: compressed once, in the encoding of its first reader. Other forms are created on
 * demand.
 */
export async function toCachedResponse(fresh: FreshResponse, encoding: Encoding): Promise<CachedResponse> {
  const { status, headers, body, scopes, etagSource = body } = fresh;
  const etag = headers.etag ?? tagOf(headers, etagSource);
  const all = Object.entries({ ...headers, etag, "surrogate-key": surrogateKeys(scopes) });
  const head = all.flat();
  const notModifiedHead = all.filter(([name]) => NOT_MODIFIED_HEADERS.has(name)).flat();
  const isForReaders = /\bauthorization\b/i.test(headers.vary ?? "");
  const isRevalidated = status === 200 && !headers["cache-control"]?.includes("no-store");
  const response: CachedResponse = {
    status,
    etag,
    scopes,
    isForReaders,
    isRevalidated,
    head,
    notModifiedHead,
    forms: {},
  };
  const plain = Buffer.from(body);
  if (body.length < MIN_COMPRESSED_CHARS) response.forms.identity = form(response, "identity", plain);
  else {
    const first = encoding === "br" ? "br" : "gzip";
    response.forms[first] = form(response, first, await compressExact(plain, first));
  }
  return response;
}

/** Covers the headers too: a 304 does not repeat a policy, and the client would use that of an earlier version. */
function tagOf(headers: FreshResponse["headers"], source: string): string {
  const hash = createHash("sha256").update(JSON.stringify(headers)).update(source);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

function form({ head }: CachedResponse, encoding: Encoding, body: Buffer): Form {
  const coding = encoding === "identity" ? [] : ["content-encoding", encoding];
  return { head: [...head, ...coding, "content-length", String(body.length)], body };
}

/** The form that can be sent immediately to a client that prefers an encoding. */
export function formAtHand({ forms }: CachedResponse, encoding: Encoding): Form | undefined {
  return forms[encoding] ?? forms.identity;
}

const making = new WeakMap<CachedResponse, Map<Encoding, Promise<Form>>>();

/**
 * The form for an encoding, converted from another one if necessary, once for all waiting requests. Plain ones are not
 * cached, as nearly every client accepts a compressed one.
 */
export async function formOf(response: CachedResponse, encoding: Encoding, onCached: () => void): Promise<Form> {
  const atHand = formAtHand(response, encoding);
  if (atHand) return atHand;
  const all = making.get(response) ?? new Map<Encoding, Promise<Form>>();
  making.set(response, all);
  const running = all.get(encoding);
  if (running) return running;
  const made = makeForm(response, encoding).finally(() => all.delete(encoding));
  all.set(encoding, made);
  if (encoding !== "identity") {
    response.forms[encoding] = await made;
    onCached();
  }
  return made;
}

async function makeForm(response: CachedResponse, encoding: Encoding): Promise<Form> {
  const { br, gzip: gz } = response.forms;
  const plain = br ? await unbrotli(br.body) : await inflate(gz?.body ?? Buffer.alloc(0));
  return form(response, encoding, encoding === "identity" ? plain : await compressExact(plain, encoding));
}

/** The memory that a response uses in the cache, in bytes. */
export function bytesOf({ forms, head, scopes }: CachedResponse): number {
  // The values of common headers are shared by all responses; only the tag and the keys are its own.
  const texts = scopes.length + (head.at(-1)?.length ?? 0);
  return Object.values(forms).reduce((sum, { body }) => sum + body.length + ENTRY_BYTES, texts + ENTRY_BYTES);
}
