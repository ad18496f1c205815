import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import type { ScopeList } from "#db/scopes.ts";
import type { Clock } from "#platform/clock.ts";
import type { Shelf } from "./page-key.ts";

/** How a page may be sent. */
export type Encoding = "identity" | "gzip" | "br";

/**
 * A page as it was rendered. `etagSource` is the part whose change matters to a reader, without prices and times.
 * `scopes` are the things it shows.
 */
export type FreshPage = {
  status: number;
  location?: string | undefined;
  html: string;
  etagSource: string;
  scopes: ScopeList;
};

/** A page as it is cached: compressed only, as nearly every reader accepts that. */
export type CachedPage = {
  status: number;
  location: string | undefined;
  etag: string;
  br: Buffer;
  gzip: Buffer;
  scopes: ScopeList;
  /** The content version up to which nothing that it shows has changed. */
  version: number;
  renderedAt: number;
  /** When the next scheduled article makes it stale, in epoch milliseconds; null for never. */
  until: number | null;
};

/**
 * Up to this age, in milliseconds, a page is served as fresh: prices and trending lists in it are at most this old …
 */
const FRESH_FOR = 10_000;
/** … and up to this age it is still served while a new one is rendered. */
const STALE_FOR = 15_000;
/** The publication's own pages, whose number its editors decide … */
const MAX_PAGE_BYTES = 24 * 1024 * 1024;
/** … and those that any client can multiply at will: searches, unknown addresses. They evict only each other. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const BROTLI_QUALITY = 5;
/** As a power of two in bytes: larger than nearly every page. The default is 4 MB, allocated for each page. */
const BROTLI_WINDOW = 18;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const inflate = promisify(gunzip);

/** In brotli and in gzip. */
const compressed = (html: Buffer) =>
  Promise.all([
    brotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    }),
    deflate(html),
  ]);

type Deps = {
  clock: Clock;
  /** A page is never served once something that it shows has changed. */
  database: Pick<Database, "contentVersion" | "changedSince">;
  /** When the next scheduled article appears, in epoch milliseconds; null for never. */
  nextPublication: (now: number) => Promise<number | null>;
};

function isUnchanged(database: Deps["database"], page: CachedPage): boolean {
  const version = database.contentVersion();
  if (database.changedSince(page.version, page.scopes)) return false;
  // Looked up once per change, however often the page is requested.
  page.version = version;
  return true;
}

/**
 * Rendered pages by address: one render per page and change of what it shows, one at a time per address. A stale page
 * is served if rendering a new one fails: an unreachable database must not take the site down.
 */
export function createPageCache({ clock, database, nextPublication }: Deps) {
  const pages = shelf(MAX_PAGE_BYTES);
  const requests = shelf(MAX_REQUEST_BYTES);
  const find = (key: string) => pages.get(key) ?? requests.get(key);
  const keep = (key: string, page: CachedPage, place: Shelf) => {
    const isPage = place === "pages" && page.status === 200;
    (isPage ? requests : pages).delete(key);
    (isPage ? pages : requests).set(key, page);
  };
  const rendering = new Map<string, Promise<CachedPage>>();
  // Valid for one version only: a new schedule is a change, and raises the version.
  let schedule = { version: -1, next: null as number | null };

  const isCurrent = (page: CachedPage, now: number) =>
    isUnchanged(database, page) && (page.until === null || now < page.until);

  const make = async (key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> => {
    // Read before rendering: a change that happens meanwhile makes this page stale, never a stale page current.
    const version = database.contentVersion();
    const now = clock.now();
    if (schedule.version !== version || (schedule.next !== null && schedule.next <= now))
      schedule = { version, next: await nextPublication(now) };
    const until = schedule.next;
    const fresh = await render();
    const [br, gz] = await compressed(Buffer.from(fresh.html));
    const etag = `W/"${createHash("sha256").update(fresh.etagSource).digest("base64url").slice(0, 22)}"`;
    const { status, location, scopes } = fresh;
    const page: CachedPage = { status, location, etag, br, gzip: gz, scopes, version, renderedAt: now, until };
    // A fault may be temporary, and an incomplete page must not replace a complete one.
    if (fresh.status < 500 && place !== "none") keep(key, page, place);
    return page;
  };

  const makeOnce = (key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> => {
    const running = rendering.get(key);
    if (running) return running;
    const promise = make(key, render, place).finally(() => rendering.delete(key));
    rendering.set(key, promise);
    return promise;
  };

  /** A render under way may have begun before the change that this reader must see: then the page is rendered again. */
  const makeCurrent = async (key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> => {
    const page = await makeOnce(key, render, place);
    return isUnchanged(database, page) ? page : makeOnce(key, render, place);
  };

  const findOrMake = async (
    known: CachedPage | undefined,
    key: string,
    render: () => Promise<FreshPage>,
    place: Shelf,
  ): Promise<CachedPage> => {
    if (!known) return makeCurrent(key, render, place);
    const age = clock.now() - known.renderedAt;
    const isKept = age < STALE_FOR && isCurrent(known, clock.now());
    if (isKept && age < FRESH_FOR) return known;
    const successor = makeCurrent(key, render, place).then(
      (page) => (page.status >= 500 ? known : page),
      () => known,
    );
    return isKept ? known : successor;
  };

  return {
    /**
     * A page that may be sent at once, or undefined. Synchronous: this is the path nearly every reader takes. Throws
     * where the content version cannot be read.
     */
    peek(key: string): CachedPage | undefined {
      const page = find(key);
      if (!page) return undefined;
      const now = clock.now();
      return isCurrent(page, now) && now - page.renderedAt < FRESH_FOR ? page : undefined;
    },
    /** The page, rendered if need be, and stored in its cache. */
    async get(key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> {
      const known = find(key);
      try {
        return await findOrMake(known, key, render, place);
      } catch (error) {
        // Where not even the content version can be read, the last complete page is still the best response.
        if (known) return known;
        throw error;
      }
    },
  };
}

const shelf = (maxSize: number) =>
  new LRUCache<string, CachedPage>({
    maxSize,
    sizeCalculation: (page) => page.br.length + page.gzip.length + page.scopes.length + 500,
  });

/** The bytes of a page in one encoding. */
export async function pageBytes(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return (await inflate(page.gzip)) as Buffer;
  return encoding === "br" ? page.br : page.gzip;
}

/** What current browsers send: no weights, so nothing to parse. */
const PLAIN = /^gzip, deflate, br(?:, zstd)?$/;

/**
 * The encoding a reader prefers by the weights of `Accept-Encoding` (RFC 9110, 12.5.3); brotli before gzip among
 * equals. `identity` is used even if everything is refused, as a page in some form is better than a 406.
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  if (PLAIN.test(header)) return "br";
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : weightOf(weight));
  }
  const rest = weights.get("*") ?? 0;
  const br = weights.get("br") ?? rest;
  const gz = weights.get("gzip") ?? rest;
  // If not listed, identity is acceptable but never preferred, unless everything else is refused.
  const identity = weights.get("identity") ?? 0;
  if (br > 0 && br >= gz && br >= identity) return "br";
  return gz > 0 && gz >= identity ? "gzip" : "identity";
}

/** A weight from 0 to 1; anything invalid counts as a refusal. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
