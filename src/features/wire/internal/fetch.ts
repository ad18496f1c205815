import { hash } from "node:crypto";
import { decodeFeed } from "#features/transfer/sources/feed/decode.ts";
import type { FeedEntry, FeedInfo } from "#features/transfer/sources/feed/entries.ts";
import { FEED_ACCEPT } from "#features/transfer/sources/feed/fetch.ts";
import { feedsOfPage, isOpml, isPage, type ListedFeed, readOpml } from "#features/transfer/sources/feed/opml.ts";
import { openFeed } from "#features/transfer/sources/feed/reader.ts";
import { RemoteError, type RemoteRead, type RemoteReply } from "#platform/remote-fetch.ts";
import { MAX_ENTRIES, MAX_FEED_BYTES } from "../rules.ts";

const TIMEOUT_MS = 15_000;

export type ReadFeed = { info: FeedInfo; entries: FeedEntry[] };

/** Reads the newest entries of a feed. Throws SourceError if it is none. */
export async function readFeed(text: string, address: string): Promise<ReadFeed> {
  const feed = openFeed(text, address);
  const entries: FeedEntry[] = [];
  // It is read to its end, because the head of a feed may follow its entries.
  for await (const entry of feed.entries) if (entries.length < MAX_ENTRIES) entries.push(entry);
  return { info: feed.info(), entries };
}

export const askFor = (read: RemoteRead, address: string, headers: Record<string, string> = {}): Promise<RemoteReply> =>
  read(address, { accept: FEED_ACCEPT, maxBytes: MAX_FEED_BYTES, timeoutMs: TIMEOUT_MS, headers });

export const textOf = ({ bytes, headers }: RemoteReply): string => decodeFeed(bytes, headers["content-type"]);

/** Identifies a body, so that one that has not changed is not read again. */
export const bodyHash = (bytes: Uint8Array): string => hash("sha256", bytes).slice(0, 32);

/** The validators of a response, with which the next request is cheap. */
export const validatorsOf = ({ headers }: RemoteReply) => ({
  etag: oneHeader(headers.etag),
  last_modified: oneHeader(headers["last-modified"]),
});

/** What a header of HTTP can contain, as it is sent back. */
const oneHeader = (value: string | undefined): string => (value && /^[\x20-\x7e]{1,500}$/.test(value) ? value : "");

/** What is at an address: a feed, or a list of feeds, also one that a page names. Throws RemoteError and SourceError. */
export async function findFeeds(
  read: RemoteRead,
  address: string,
): Promise<{ feed: ReadFeed; address: string; reply: RemoteReply } | { list: ListedFeed[] }> {
  const reply = await askFor(read, address);
  if (reply.status !== 200) throw new RemoteError(`Its host responded with ${reply.status}.`);
  const text = textOf(reply);
  if (isOpml(text)) return { list: readOpml(text) };
  if (!isPage(text, reply.headers["content-type"]))
    return { feed: await readFeed(text, reply.address), address: reply.moved || address, reply };
  const [first] = feedsOfPage(text, reply.address);
  if (!first) throw new RemoteError("It is a web page that names no feed.");
  const found = await askFor(read, first.address);
  if (found.status !== 200) throw new RemoteError(`The host of the feed that it names responded with ${found.status}.`);
  return { feed: await readFeed(textOf(found), found.address), address: found.moved || first.address, reply: found };
}
