import { setImmediate } from "node:timers/promises";
import { SourceError } from "../items.ts";
import { entryOf, type FeedEntry, type FeedInfo, feedInfo } from "./entries.ts";
import { FeedJson } from "./json.ts";
import { FeedXml } from "./xml.ts";

/** Characters that are parsed between two macrotasks. */
const CHUNK = 64 * 1024;

/** A feed that is being read. `info`: what is known of it so far; all of it after the last entry. */
export type OpenFeed = { info: () => FeedInfo; entries: AsyncIterable<FeedEntry> };

const isJson = (text: string): boolean => text.slice(0, 1_000).trimStart().startsWith("{");

/**
 * Reads RSS 0.9 to 2.0, Atom 0.3 and 1.0, or JSON Feed 1.0 and 1.1. `address`: where it was fetched from, for relative
 * addresses. The entries throw SourceError if it is no feed.
 */
export function openFeed(text: string, address: string): OpenFeed {
  return isJson(text) ? openJson(text, address) : openXml(text, address);
}

function openJson(text: string, address: string): OpenFeed {
  const feed = new FeedJson(address);
  return { info: () => feed.info, entries: read(text, feed, () => feed.entries.splice(0)) };
}

const NO_FEED = "It is no feed: neither RSS, Atom nor JSON Feed.";

function openXml(text: string, address: string): OpenFeed {
  const xml = new FeedXml(address);
  const { document } = xml;
  const info = () => feedInfo(document, address);
  let hasEntries = false;
  const take = () => {
    if (document.root === "html" || document.root === "xhtml:html" || document.root === "opml")
      throw new SourceError(NO_FEED);
    const found = document.entries.splice(0);
    hasEntries ||= found.length > 0;
    if (found.length === 0) return [];
    const feed = info();
    return found.map((fields) => entryOf(fields, feed));
  };
  const parser = {
    write: (chunk: string) => xml.write(chunk),
    end: () => {
      xml.end();
      if (!/^(?:rss|rdf:rdf|feed|channel)$/.test(document.root) && !hasEntries && document.entries.length === 0)
        throw new SourceError(NO_FEED);
    },
  };
  return { info, entries: read(text, parser, take) };
}

async function* read(
  text: string,
  parser: { write: (chunk: string) => void; end: () => void },
  take: () => FeedEntry[],
): AsyncIterable<FeedEntry> {
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    yield* take();
    await setImmediate();
  }
  parser.end();
  yield* take();
}
