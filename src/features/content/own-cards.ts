import { pageUrl } from "#shared/urls.ts";
import { ARTICLE_ATTRIBUTE, CARDS, type ContentNode, type ContentTag } from "./model.ts";
import { resolvedAddress, type SiteHosts } from "./own-addresses.ts";
import { attributeOf, isCard, isTag, ownArticleId } from "./rules.ts";
import { pageHtml } from "./serialize.ts";

/**
 * Cards of the site's own articles. The text stores the article's address alone; title, category and picture are those
 * that the article has when it is read, so that a card follows renaming and withdrawal.
 */

/** What a card shows. `picture` is an address of this site, empty for none. */
export type OwnCard = { title: string; source: string; picture: string };
/** By the article's number. A card of an article that is missing here is left out. */
export type OwnCards = ReadonlyMap<number, OwnCard>;

/** Articles that are read for one text: each reader's request has a ceiling of work. */
const MAX_OWN_CARDS = 100;

/** The number of the article that a card is of; null for any other node, also for a card with words next to its link. */
export function cardArticle(node: ContentNode, siteHosts: SiteHosts = []): number | null {
  if (!isCard(node)) return null;
  const [line, , ...more] = node.children;
  const [link, ...others] = isTag(line, "p") ? line.children : [];
  if (more.length > 0 || others.length > 0 || !isTag(link, "a")) return null;
  return ownArticleId(resolvedAddress(attributeOf(link, "href"), siteHosts));
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

const ownCard = (id: number, card: OwnCard) => cardTag(CARDS[0], pageUrl.article(id), card);

/** The stored form of an article's card. */
export const storedCard = (id: number) => ownCard(id, { title: pageUrl.article(id), source: "", picture: "" });

/** Nodes whose own cards are empty marks, which `fillMarks` fills: they have no words of their own. */
export const withMarks = (nodes: ContentNode[]): ContentNode[] =>
  nodes.map((node) => {
    const id = cardArticle(node);
    if (id === null) return node;
    return tag(
      "aside",
      [
        ["class", CARDS[0]],
        [ARTICLE_ATTRIBUTE, String(id)],
      ],
      [],
    );
  });

const MARK = /<aside class="card" data-article="(\d{1,10})"( data-rest)?><\/aside>/g;
const STORED = /<aside class="card"><p><a href="\/article\/(\d{1,10})">/g;

const idsOf = (html: string, pattern: RegExp) =>
  [...new Set([...html.matchAll(pattern)].map(([, id]) => Number(id)))].slice(0, MAX_OWN_CARDS);

/** The articles whose cards are marked in a page's HTML, or stored in a text. Both are serialized by this program. */
export const markedIds = (html: string): number[] => idsOf(html, MARK);
export const storedIds = (html: string): number[] => idsOf(html, STORED);

/** A page's HTML with its own cards. */
export const fillMarks = <Html extends string>(html: Html, cards: OwnCards): Html =>
  html.replace(MARK, (_mark, id: string, rest: string | undefined) => {
    const card = cards.get(Number(id));
    if (!card) return "";
    const made = pageHtml([ownCard(Number(id), card)], Number.POSITIVE_INFINITY).html;
    return rest ? made.replace("<aside", `<aside${rest}`) : made;
  }) as Html;

/** A stored text with its own cards. */
export const fillCards = (nodes: ContentNode[], cards: OwnCards): ContentNode[] =>
  nodes.flatMap((node): ContentNode[] => {
    const id = cardArticle(node);
    if (id === null) return [node];
    const card = cards.get(id);
    return card ? [ownCard(id, card)] : [];
  });
