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
 * A page as it was rendered. `etagSource` is what makes it differ for a reader; prices and times are left out of it.
 * `scopes` are the things it shows.
 */
export type FreshPage = {
  status: number;
  location?: string | undefined;
  html: string;
  etagSource: string;
  scopes: ScopeList;
};

/** A page as it is kept: compressed only, as nearly every reader takes it. */
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
  /** When the next scheduled article makes it another page, in epoch milliseconds; null for never. */
  until: number | null;
};

/** For so long a page is served without a thought, in milliseconds: prices and trending lists in it are this old at most … */
const FRESH_FOR = 10_000;
/** … and until this age it is still served while its successor is made. */
const STALE_FOR = 15_000;
/** The pages of the publication, whose number its editors decide … */
const MAX_PAGE_BYTES = 24 * 1024 * 1024;
/** … and what any client can make more of by asking for it: searches, what is not there. It displaces only its like. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const BROTLI_QUALITY = 5;
/** As a power of two in bytes: larger than nearly every page. The default one is 4 MB, and allocated for each page. */
const BROTLI_WINDOW = 18;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const inflate = promisify(gunzip);

type Deps = {
  clock: Clock;
  /** A page is never served once something that it shows has changed. */
  database: Pick<Database, "contentVersion" | "changedSince">;
  /** When a scheduled article appears next, in epoch milliseconds; null for never. */
  nextPublication: (now: number) => Promise<number | null>;
};

/**
 * Rendered pages by address: one render per page and change of what it shows, one at a time per address. Served
 * even when old, if making a new one fails: a database that is away must not take the site with it.
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
  // Known for one version at a time: a new schedule is a change, and raises the version.
  let schedule = { version: -1, next: null as number | null };

  const isUnchanged = (page: CachedPage) => {
    const version = database.contentVersion();
    if (database.changedSince(page.version, page.scopes)) return false;
    // Looked up once for each change, however often the page is asked for.
    page.version = version;
    return true;
  };
  const isCurrent = (page: CachedPage, now: number) => isUnchanged(page) && (page.until === null || now < page.until);

  const make = async (key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> => {
    // Read before rendering: a change that comes in between makes this page stale, never a stale page current.
    const version = database.contentVersion();
    const now = clock.now();
    if (schedule.version !== version || (schedule.next !== null && schedule.next <= now))
      schedule = { version, next: await nextPublication(now) };
    const until = schedule.next;
    const fresh = await render();
    const html = Buffer.from(fresh.html);
    const [br, gz] = await Promise.all([
      brotli(html, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
          [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
        },
      }),
      deflate(html),
    ]);
    const etag = `W/"${createHash("sha256").update(fresh.etagSource).digest("base64url").slice(0, 22)}"`;
    const { status, location, scopes } = fresh;
    const page: CachedPage = { status, location, etag, br, gzip: gz, scopes, version, renderedAt: now, until };
    // A fault may pass at any moment, and a page that lacks something must not take a complete one's place.
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

  /** A render under way may have begun before the change that this reader must see: then one more is made. */
  const makeCurrent = async (key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> => {
    const page = await makeOnce(key, render, place);
    return isUnchanged(page) ? page : makeOnce(key, render, place);
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
    /** The page, rendered if need be, and kept on its shelf. */
    async get(key: string, render: () => Promise<FreshPage>, place: Shelf): Promise<CachedPage> {
      const known = find(key);
      try {
        return await findOrMake(known, key, render, place);
      } catch (error) {
        // Where not even the content version can be read, the last complete page is still the best answer.
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

/** What current browsers send, without a weight: nothing to weigh. */
const PLAIN = /^gzip, deflate, br(?:, zstd)?$/;

/**
 * The encoding a reader likes best by the weights of `Accept-Encoding` (RFC 9110, 12.5.3): of equals brotli, then
 * gzip. `identity` stands in for whatever was refused, as a page in some form is worth more than a 406.
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
  // Not named, identity is acceptable but nobody's wish, unless everything else is refused.
  const identity = weights.get("identity") ?? 0;
  if (br > 0 && br >= gz && br >= identity) return "br";
  return gz > 0 && gz >= identity ? "gzip" : "identity";
}

/** A weight from 0 to 1; what is none, counts as a refusal. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
