import { RemoteError, type RemoteRead } from "#platform/remote-fetch.ts";
import { SourceError } from "../items.ts";
import { decodeFeed } from "./decode.ts";
import type { FeedInfo } from "./entries.ts";
import { feedsOfPage, isOpml, isPage } from "./opml.ts";
import { openFeed } from "./reader.ts";

export const FEED_ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/html;q=0.5, */*;q=0.1";

/** What one page of a feed, and all pages of an archive, may have at most. */
const MAX_PAGE_BYTES = 20 * 1024 * 1024;
const MAX_BYTES = 200 * 1024 * 1024;
const MAX_PAGES = 500;
const TIMEOUT_MS = 30_000;
/** Slow hosts with many pages would hold the next import for hours. */
const MAX_MS = 15 * 60_000;

/** A file of an import: a page of a feed, or the list of where its pages came from. */
export type FetchedFile = { path: string; text: string };

/** The file that says where the others came from: addresses by path. */
export const ADDRESSES_FILE = "addresses.json";

/**
 * Fetches a feed with the further pages of its archive (RFC 5005, `next_url` of JSON Feed), as files for the source `feed`. The
 * address may be that of a web page that names its feed. Throws RemoteError and SourceError for an address without a feed; later
 * pages that fail end the archive with the error, as a part of it would look complete.
 */
export async function* fetchFeed(read: RemoteRead, address: string): AsyncIterable<FetchedFile> {
  const addresses: Record<string, string> = {};
  const seen = new Set<string>();
  let bytes = 0;
  const until = performance.now() + MAX_MS;
  for (let next = address; next !== "" && !seen.has(next); ) {
    if (seen.size === MAX_PAGES) throw new SourceError(`The feed has more than ${MAX_PAGES} pages.`);
    if (performance.now() > until) throw new SourceError("Its host took longer than 15 minutes for all pages.");
    seen.add(next);
    const page = await fetchPage(read, next, seen.size === 1);
    bytes += page.text.length;
    if (bytes > MAX_BYTES) throw new SourceError("The feed is larger than 200 MB.");
    seen.add(page.address);
    const path = `${String(seen.size).padStart(6, "0")}.xml`;
    addresses[path] = page.address;
    yield { path, text: page.text };
    next = (await infoOf(page)).next;
  }
  yield { path: ADDRESSES_FILE, text: JSON.stringify(addresses) };
}

async function infoOf({ text, address }: { text: string; address: string }): Promise<FeedInfo> {
  const feed = openFeed(text, address);
  for await (const _entry of feed.entries);
  return feed.info();
}

type FetchedPage = { text: string; address: string };

async function fetchPage(read: RemoteRead, address: string, mayDiscover: boolean): Promise<FetchedPage> {
  const {
    status,
    bytes,
    headers,
    address: found,
  } = await read(address, {
    accept: FEED_ACCEPT,
    maxBytes: MAX_PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 200) throw new RemoteError(`Its host responded with ${status}.`, status < 500 && status !== 429);
  const type = headers["content-type"] ?? "";
  const text = decodeFeed(bytes, type);
  if (isOpml(text)) throw new SourceError("It is a list of feeds. Import its feeds one by one.");
  if (!isPage(text, type)) return { text, address: found };
  const [feed] = mayDiscover ? feedsOfPage(text, found) : [];
  if (!feed) throw new SourceError("It is a web page that names no feed.");
  return fetchPage(read, feed.address, false);
}
