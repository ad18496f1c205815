import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { collectShown } from "#db/scopes.ts";
import { cacheVariant, type Viewer } from "#shared/viewer.ts";
import { acceptedEncoding, type Encoding, namesTag } from "./compression.ts";
import { createSemaphore, type Semaphore } from "./concurrency.ts";
import { createFreshness, type Dated, type Freshness, type FreshnessDeps, versionOfTurn } from "./freshness.ts";
import {
  bytesOf,
  type CachedResponse,
  type Form,
  type FreshResponse,
  formAtHand,
  formOf,
  toCachedResponse,
} from "./response-forms.ts";

/** The share of the bytes for responses that were requested again. */
const GUARDED_SHARE = 0.8;

type Sized<Value> = { key: string; value: Value; size: number };

/**
 * A cache bounded in bytes that a single crawl cannot empty (segmented LRU): new values are on probation, and only
 * those used again move to the guarded part. A crawler that reads each address once thus evicts only what nobody has
 * read twice. Probation may use all that the guarded part leaves, and always has a fifth. Calls `onDrop` for each
 * evicted value.
 */
export function createSegmentedCache<Value>(maxBytes: number, onDrop: (value: Value) => void) {
  const maxGuarded = Math.floor(maxBytes * GUARDED_SHARE);
  const maxSize = maxBytes - maxGuarded;
  const probation = createPart<Value>();
  const guarded = createPart<Value>();
  const bytes = () => guarded.calculatedSize + probation.calculatedSize;

  const add = (part: typeof probation, entry: Sized<Value>) => {
    part.set(entry.key, entry);
    while (guarded.calculatedSize > maxGuarded) {
      const oldest = guarded.pop();
      // What the guarded part has no room for gets a second chance.
      if (oldest) probation.set(oldest.key, oldest);
    }
    while (bytes() > maxBytes) {
      const oldest = probation.pop();
      if (oldest) onDrop(oldest.value);
    }
  };
  const remove = (key: string) => {
    guarded.delete(key);
    probation.delete(key);
  };

  return {
    get(key: string): Value | undefined {
      const held = guarded.get(key);
      if (held) return held.value;
      const entry = probation.peek(key);
      if (!entry) return undefined;
      probation.delete(key);
      add(guarded, entry);
      return entry.value;
    },
    /** Does not count as a use. */
    peek: (key: string): Value | undefined => (guarded.peek(key) ?? probation.peek(key))?.value,
    /** Adds or replaces a value, which keeps its part; drops what is too large. `size` in bytes. */
    set(key: string, value: Value, size: number): void {
      if (size > maxSize) {
        remove(key);
        onDrop(value);
      } else add(guarded.has(key) ? guarded : probation, { key, value, size });
    },
    delete: remove,
    bytes,
    count: () => guarded.size + probation.size,
  };
}

/** Counts the bytes of its values, in the order of use. The caller bounds it. */
const createPart = <Value>() =>
  new LRUCache<string, Sized<Value>>({ maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ size }) => size });

/** A response, with what decides how long it is served. */
export type Entry = Dated & {
  key: string;
  response: CachedResponse;
  /** The request targets that find it. */
  targets: string[];
};

const REQUESTS_SHARE = 0.25;
/** Targets that find one response; each further one replaces the oldest. */
const MAX_TARGETS = 8;
const MAX_TARGET_LENGTH = 300;
/** Responses at longer addresses are not cached. */
const MAX_KEY_LENGTH = 2_000;
const TARGET_BYTES = 200;

/**
 * Responses by key and by request target, bounded in bytes: the publication's own, whose number its editors decide, and
 * those that any client can multiply at will, which evict only each other.
 */
export function createResponseStore(maxBytes: number) {
  const keyOf = new Map<string, string>();
  const forget = ({ targets }: Entry) => {
    for (const target of targets) keyOf.delete(target);
  };
  const partitions = {
    pages: createSegmentedCache<Entry>(Math.floor(maxBytes * (1 - REQUESTS_SHARE)), forget),
    requests: createSegmentedCache<Entry>(Math.floor(maxBytes * REQUESTS_SHARE), forget),
  };
  const { pages, requests } = partitions;
  const put = (entry: Entry, partition: typeof pages) => {
    const ofTargets = entry.targets.reduce((sum, target) => sum + target.length + TARGET_BYTES, 0);
    partition.set(entry.key, entry, bytesOf(entry.response) + ofTargets + 2 * entry.key.length);
  };
  const partitionOf = (entry: Entry) => [pages, requests].find((one) => one.peek(entry.key) === entry);

  return {
    find: (key: string): Entry | undefined => pages.get(key) ?? requests.get(key),
    keyOf: (target: string): string | undefined => keyOf.get(target),
    /** Adds a response, or replaces the one with its key. */
    keep(entry: Entry, name: keyof typeof partitions): void {
      if (entry.key.length > MAX_KEY_LENGTH) return;
      partitions[name === "pages" ? "requests" : "pages"].delete(entry.key);
      put(entry, partitions[name]);
    },
    /** Updates the size of a response after another form of it was created. */
    recount(key: string, response: CachedResponse): void {
      const entry = pages.peek(key) ?? requests.peek(key);
      const partition = entry?.response === response ? partitionOf(entry) : undefined;
      if (entry && partition) put(entry, partition);
    },
    /** Lets this target find a response too, while it is cached. */
    addTarget(entry: Entry, target: string | undefined): void {
      if (target === undefined || target.length > MAX_TARGET_LENGTH || keyOf.get(target) === entry.key) return;
      const partition = partitionOf(entry);
      if (!partition) return;
      if (entry.targets.length >= MAX_TARGETS) keyOf.delete(entry.targets.shift() ?? "");
      entry.targets.push(target);
      keyOf.set(target, entry.key);
      put(entry, partition);
    },
    stats: () => ({
      bytes: pages.bytes() + requests.bytes(),
      entries: pages.count() + requests.count(),
      maxBytes,
    }),
  };
}

/**
 * Where a response may be cached: with the publication's own, whose number its editors decide; among those that any
 * client can multiply at will (searches, unknown addresses, further pages), which evict only each other; or nowhere.
 */
export type Partition = "pages" | "requests" | "none";

/** How a response is cached, and the client it is created for. */
export type Keeping = {
  partition: Partition;
  encoding: Encoding;
  /** How long it is served unchanged, in milliseconds; default 10 s. */
  freshFor?: number;
  /** How much longer it is served while its successor is created, in milliseconds; default 5 s. */
  staleFor?: number;
  /** Whether an old response is better than an error, at any age. */
  outlivesFaults?: boolean;
  /** The request target by which it is found later without routing. */
  target?: string | undefined;
};

/** Up to this age, in milliseconds: prices and trending lists in a response are at most this old … */
const FRESH_MS = 10_000;
/** … and this much longer it is served while its successor is created. */
const STALE_MS = 5_000;

type Deps = FreshnessDeps & {
  maxBytes: number;
  /** How many responses are created at the same time. */
  maxConcurrent: number;
};

type Fresh = () => Promise<FreshResponse>;

/**
 * A viewer's variant of a response: its key, and the target by which it is found without routing, where no viewer is known.
 * Throws for viewers whose responses are not cached.
 */
export function variantOf(viewer: Viewer, key: string, target?: string): { key: string; target: string | undefined } {
  const variant = cacheVariant(viewer);
  if (variant === null) throw new Error("A response for one viewer is not cached.");
  return variant === "" ? { key, target } : { key: `${variant} ${key}`, target: undefined };
}
type Store = ReturnType<typeof createResponseStore>;

/** Creates responses and caches them, one at a time for each key. */
function createMaker(store: Store, freshness: Freshness, version: () => number, semaphore: Semaphore) {
  const making = new Map<string, Promise<Entry>>();
  let renders = 0;

  const make = async (
    key: string,
    { partition, encoding, freshFor = FRESH_MS }: Keeping,
    fresh: Fresh,
  ): Promise<Entry> => {
    const since = await freshness.begin();
    renders += 1;
    const made = await fresh();
    const response = await toCachedResponse(made, encoding);
    const { scopes } = response;
    const entry = { key, response, scopes, targets: store.find(key)?.targets ?? [], freshFor, ...since };
    // A fault may be temporary, and an incomplete page must not replace a complete one.
    if (made.status < 500 && partition !== "none")
      store.keep(entry, partition === "pages" && isUsual(made) ? "pages" : "requests");
    return entry;
  };

  const makeOnce: typeof make = (key, how, fresh) => {
    const running = making.get(key);
    if (running) return running;
    const promise = semaphore.run(() => make(key, how, fresh)).finally(() => making.delete(key));
    making.set(key, promise);
    return promise;
  };

  return {
    renders: () => renders,
    /**
     * A response in progress may have started before the change that this reader must see: then it is created again.
     */
    async makeCurrent(...what: Parameters<typeof make>): Promise<Entry> {
      const entry = await makeOnce(...what);
      return freshness.isUnchanged(entry, version()) ? entry : makeOnce(...what);
    },
  };
}

/**
 * Responses that are the same for all readers, by key: created once for all requests while nothing that they show
 * changes, and found again by request target (decision 30).
 */
export function createResponseCache(deps: Deps) {
  const { database } = deps;
  const store = createResponseStore(deps.maxBytes);
  const freshness = createFreshness(deps);
  const semaphore = createSemaphore(deps.maxConcurrent);
  const { makeCurrent, renders } = createMaker(store, freshness, database.contentVersion, semaphore);
  const counts = { hits: 0, misses: 0, stale: 0 };
  const readVersion = versionOfTurn(database);

  const findOrMake = async (known: Entry | undefined, ...what: Parameters<typeof makeCurrent>): Promise<Entry> => {
    const version = database.contentVersion();
    if (known && freshness.isFresh(known, version)) {
      counts.hits += 1;
      return known;
    }
    const [, { outlivesFaults, staleFor = STALE_MS }] = what;
    const isUsable = known !== undefined && freshness.isFresh(known, version, staleFor);
    counts[isUsable ? "stale" : "misses"] += 1;
    if (!known) return makeCurrent(...what);
    // Serve stale; cold misses go first.
    if (isUsable && !semaphore.isFree()) return known;
    const successor = makeCurrent(...what).then(
      (entry) => (entry.response.status >= 500 ? known : entry),
      (error: unknown) => {
        if (isUsable || outlivesFaults) return known;
        throw error;
      },
    );
    return isUsable ? known : successor;
  };

  const findByKey = (key: string, target?: string): CachedResponse | undefined => {
    const entry = store.find(key);
    if (!entry || !freshness.isFresh(entry, readVersion())) return undefined;
    counts.hits += 1;
    store.addTarget(entry, target);
    return entry.response;
  };

  return {
    /**
     * The cached response for a request target, or undefined. Synchronous, as nearly every reader takes this path. Only
     * for requests that arrive in this turn of the event loop. Throws if the content version cannot be read.
     */
    findByTarget(target: string): CachedResponse | undefined {
      const key = store.keyOf(target);
      return key === undefined ? undefined : findByKey(key);
    },
    /** The same by key; with a target, that target finds it from now on. */
    findByKey,
    /** Whether a key has a usable response. Throws if the content version cannot be read. */
    has(key: string): boolean {
      const entry = store.find(key);
      return entry !== undefined && freshness.isFresh(entry, database.contentVersion());
    },
    /** Returns the response; creates and caches it if necessary. */
    async get(key: string, how: Keeping, fresh: Fresh): Promise<CachedResponse> {
      const known = store.find(key);
      try {
        const entry = await findOrMake(known, key, how, fresh);
        store.addTarget(entry, how.target);
        return entry.response;
      } catch (error) {
        // If not even the content version can be read, the last complete page is still the best response.
        if (known && how.outlivesFaults) return known.response;
        throw error;
      }
    },
    /** A response in an encoding; a compressed one is cached. */
    form: (key: string, cached: CachedResponse, encoding: Encoding): Promise<Form> =>
      formOf(cached, encoding, () => store.recount(key, cached)),
    /** Counts since the start, and the current size. */
    stats: () => ({ ...counts, renders: renders(), ...store.stats() }),
  };
}
export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Whether the page exists, and this is its canonical address. */
const isUsual = ({ status, headers }: FreshResponse) => status === 200 && headers["content-location"] === undefined;

/** Creates the content of a response, and returns the scopes that it shows. */
export async function withScopes<T>(make: () => Promise<T>, how?: Parameters<typeof collectShown>[0]) {
  const shown = collectShown(how);
  const made = await shown.during(make);
  return { made, scopes: shown.list() };
}

const isKnown = ({ isRevalidated, etag }: CachedResponse, header: string | undefined) =>
  isRevalidated && namesTag(header, etag);

/**
 * Sends a cached response before the framework runs; false, with nothing sent, if it is not for this client or not
 * available in an accepted encoding.
 */
export function sendImmediately(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): boolean {
  const { headers } = request;
  if (cached.isForReaders && headers.authorization !== undefined) return false;
  if (isKnown(cached, headers["if-none-match"])) {
    response.writeHead(304, cached.notModifiedHead).end();
    return true;
  }
  const form = formAtHand(cached, acceptedEncoding(headers["accept-encoding"]));
  if (!form) return false;
  response.writeHead(cached.status, form.head);
  response.end(request.method === "HEAD" ? undefined : form.body);
  return true;
}

type Sending = { key: string; response: CachedResponse; cache: ResponseCache };

/** Sends the same from a route's handler. */
export async function sendResponse(request: FastifyRequest, reply: FastifyReply, { key, response, cache }: Sending) {
  if (isKnown(response, request.headers["if-none-match"])) {
    // Headers set for every response would replace the stored page's policy in the client.
    for (const name of Object.keys(reply.getHeaders())) if (name !== "x-content-type-options") reply.removeHeader(name);
    return reply.status(304).headers(headersOf(response.notModifiedHead)).send();
  }
  const { head, body } = await cache.form(key, response, acceptedEncoding(request.headers["accept-encoding"]));
  const headers = headersOf(head);
  return reply.status(response.status).headers(withQuery(headers, request.raw.url)).send(body);
}

/** A redirect is cached once for its address, and keeps the query of each request. */
function withQuery({ location, ...headers }: Record<string, string>, target = ""): Record<string, string> {
  if (location === undefined) return headers;
  const query = target.includes("?") ? target.slice(target.indexOf("?")) : "";
  return { ...headers, location: query === "" ? location : (location.split("?")[0] ?? location) + query };
}

function headersOf(head: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < head.length; index += 2) headers[head[index] ?? ""] = head[index + 1] ?? "";
  return headers;
}
