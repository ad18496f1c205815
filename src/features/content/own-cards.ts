import { ARTICLE_ATTRIBUTE, CARDS, type ContentNode, type ContentTag } from "./model.ts";
import { resolvedAddress, type SiteHosts } from "./own-addresses.ts";
import { attributeOf, isCard, isTag, ownArticleId, ownCardPath } from "./rules.ts";
import { pageHtml } from "./serialize.ts";

/**
 * Cards of the site's own articles, topics and series. The text stores the address alone; title, source and picture are those
 * that the page has when the text is read, so that a card follows renaming and withdrawal.
 */

/** What a card shows. `picture` is an address of this site, empty for none. */
export type OwnCard = { title: string; source: string; picture: string };
/** By the stored path. `address`: where the page is now. A card of a page that is missing here is left out. */
export type OwnCards = ReadonlyMap<string, OwnCard & { address: string }>;

/** Pages that are read for one text: each reader's request has a ceiling of work. */
const MAX_OWN_CARDS = 100;

/** The path of the page that a card is of; null for any other node, also for a card with words next to its link. */
export function cardPath(node: ContentNode, siteHosts: SiteHosts = []): string | null {
  if (!isCard(node)) return null;
  const [line, , ...more] = node.children;
  const [link, ...others] = isTag(line, "p") ? line.children : [];
  if (more.length > 0 || others.length > 0 || !isTag(link, "a")) return null;
  return ownCardPath(resolvedAddress(attributeOf(link, "href"), siteHosts));
}

const tag = (name: ContentTag["name"], attributes: ContentTag["attributes"], children: ContentNode[]): ContentTag => ({
  name,
  attributes,
  children,
});

/** A card of a page: its picture and title as one link, and its source below. */
export function cardTag(
  kind: (typeof CARDS)[number],
  address: string,
  { title, source, picture }: OwnCard,
): ContentTag {
  const attributes: ContentTag["attributes"] = [
    ["src", picture],
    ["alt", ""],
  ];
  const image = picture === "" ? [] : [tag("img", attributes, [])];
  const line = tag("p", [], [tag("a", [["href", address]], [...image, title])]);
  return tag("aside", [["class", kind]], [line, ...(source === "" ? [] : [tag("p", [], [source])])]);
}

/** The stored form of a page's card. */
export const storedCard = (path: string) => cardTag(CARDS[0], path, { title: path, source: "", picture: "" });

/** The attribute of a mark in the place of a card, and its value, by the stored path. */
function markOf(path: string): [string, string] {
  const id = ownArticleId(path);
  return id === null ? ["data-page", path] : [ARTICLE_ATTRIBUTE, String(id)];
}

/** Nodes whose own cards are empty marks, which `fillMarks` fills: they have no words of their own. */
export const withMarks = (nodes: ContentNode[]): ContentNode[] =>
  nodes.map((node) => {
    const path = cardPath(node);
    return path === null ? node : tag("aside", [["class", CARDS[0]], markOf(path)], []);
  });

const MARK_START = '<aside class="card" data-';
const MARK_END = /^(?:article="(\d{1,10})"|page="([^"]+)")( data-rest)?><\/aside>/;
const STORED = /<aside class="card"><p><a href="([^"]*)/g;

/** The first different paths of pages; a card of another address may look the same. */
const first = (paths: readonly string[]) =>
  [...new Set(paths.filter((path) => ownCardPath(path) === path))].slice(0, MAX_OWN_CARDS);

/** The marks of a page's HTML, each with the HTML up to the next one; what is before them has none. */
function splitAtMarks(html: string): { path?: string; isRest?: boolean; after: string }[] {
  const [before = "", ...parts] = html.split(MARK_START);
  const marks = parts.map((part) => {
    const [mark, id, page, rest] = MARK_END.exec(part) ?? [];
    if (mark === undefined) return { after: MARK_START + part };
    return { path: page ?? `/article/${id}`, isRest: rest !== undefined, after: part.slice(mark.length) };
  });
  return [{ after: before }, ...marks];
}

/** The pages whose cards are marked in a page's HTML, or stored in a text. Both are serialized by this program. */
export const markedPaths = (html: string): string[] => first(splitAtMarks(html).flatMap(({ path }) => path ?? []));
export const storedPaths = (html: string): string[] => first([...html.matchAll(STORED)].map(([, path = ""]) => path));

/** A page's HTML with its own cards. */
export const fillMarks = <Html extends string>(html: Html, cards: OwnCards): Html =>
  splitAtMarks(html)
    .map(({ path, isRest, after }) => {
      const card = path === undefined ? undefined : cards.get(path);
      if (!card) return after;
      const made = pageHtml([cardTag(CARDS[0], card.address, card)], Number.POSITIVE_INFINITY).html;
      return (isRest ? made.replace("<aside", "<aside data-rest") : made) + after;
    })
    .join("") as Html;

/** A stored text with its own cards. */
export const fillCards = (nodes: ContentNode[], cards: OwnCards): ContentNode[] =>
  nodes.flatMap((node): ContentNode[] => {
    const path = cardPath(node);
    if (path === null) return [node];
    const card = cards.get(path);
    return card ? [cardTag(CARDS[0], card.address, card)] : [];
  });
