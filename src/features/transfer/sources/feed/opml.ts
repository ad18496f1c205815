import { Parser } from "htmlparser2";
import { SourceError } from "../items.ts";
import { absolute } from "./entries.ts";
import { oneLine } from "./text.ts";

/** A feed in a list or on a page. */
export type ListedFeed = { address: string; title: string };

const MAX_FEEDS = 2_000;
const MAX_DEPTH = 100;

const named = (attributes: Record<string, string>) => oneLine(attributes.title?.trim() || attributes.text || "", 200);

/** The feeds in an OPML list, each once. Throws SourceError if it is none, or has too many. */
export function readOpml(text: string): ListedFeed[] {
  const feeds = new Map<string, ListedFeed>();
  let depth = 0;
  let isOpml = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new SourceError("Its outlines are nested too deeply.");
        if (name === "opml") isOpml = true;
        const address = name === "outline" ? absolute(attributes.xmlurl ?? "", "") : "";
        if (address === "" || feeds.has(address)) return;
        feeds.set(address, { address, title: named(attributes) });
        if (feeds.size > MAX_FEEDS) throw new SourceError(`It has more than ${MAX_FEEDS} feeds.`);
      },
      onclosetag() {
        depth -= 1;
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  if (!isOpml) throw new SourceError("It is no OPML list.");
  return [...feeds.values()];
}

export const isOpml = (text: string): boolean => /<opml[\s>]/i.test(text.slice(0, 2_000));

/** Whether a response is a web page, by its media type or its start. */
export const isPage = (text: string, type = ""): boolean =>
  /html/i.test(type) || /^(?:<!doctype html|<html)/i.test(text.slice(0, 1_000).trimStart());

const FEED_TYPES =
  /^(?:application\/(?:rss|atom|rdf)\+xml|application\/feed\+json|application\/json|text\/xml|application\/xml)$/;
/** What publications offer besides their articles. */
const LESS = /comment|\/wp-json\/|oembed|\/amp\b/i;

/** The feeds that a web page names in its head, with feeds of its articles first. */
export function feedsOfPage(html: string, address: string): ListedFeed[] {
  const feeds = new Map<string, ListedFeed>();
  let base = address;
  let elements = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      elements += 1;
      if (elements > 5_000 || name === "body") return parser.pause();
      if (name === "base" && attributes.href) base = absolute(attributes.href, address) || base;
      if (name !== "link" || !/\balternate\b|\bfeed\b/i.test(attributes.rel ?? "")) return;
      const type = (attributes.type ?? "").trim().toLowerCase().split(";")[0] ?? "";
      const found = absolute(attributes.href ?? "", base);
      if (found && FEED_TYPES.test(type) && !feeds.has(found) && feeds.size < 50)
        feeds.set(found, { address: found, title: oneLine(attributes.title ?? "", 200) });
    },
  });
  parser.write(html.slice(0, 1024 * 1024));
  const isLess = ({ address, title }: ListedFeed) => Number(LESS.test(address) || LESS.test(title));
  return [...feeds.values()].sort((a, b) => isLess(a) - isLess(b));
}
