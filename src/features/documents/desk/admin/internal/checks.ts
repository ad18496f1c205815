import type { FormValues } from "#features/articles/admin/form-values.ts";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { isCard, unmadeAddress } from "#features/content/rules.ts";

/** From this many characters on, readers get a title in smaller type and search engines cut it. */
export const LONG_TITLE = 90;
/** An article this short has only been begun: nothing is expected of it yet. In characters of its text. */
const MIN_TEXT_LENGTH = 280;
/** Findings of one kind that are named: an imported article may have hundreds. */
const MAX_OF_A_KIND = 5;
/** Links of one article that the server is asked about. */
const MAX_LINKS = 40;
/** The characters of a heading or link that are quoted. */
const MAX_QUOTED = 40;

/** Where it is: a field by its name, or an element of the text: the selector of its kind, and its number among them. */
export type Place = { field: string } | { selector: string; at: number };
/** Something worth a look before readers see it, as a sentence without its full stop. */
export type Finding = { words: string; place: Place; actions?: readonly FindingAction[] };
/** What can be done about it at once. `label` says more than `name`, for whoever hears it alone. */
export type FindingAction = { name: string; label: string; run: () => void };
/** A link to a page of this site: its address without the origin, and where it is. */
export type OwnLink = { path: string; text: string; place: Place };

/** Without those that the editor adds for the caret, and those of articles within an issue. */
const IMAGES = ".picture > img";
const HEADINGS = "h1, h2, h3";
const LINKS = "a[href]";
const CARDS = "aside.card, aside.card-video";

type Article = {
  values: Pick<FormValues, "title" | "excerpt" | "image_url" | "image_alt">;
  /** A picture that was chosen and not sent yet. */
  file: File | null;
  content: readonly ContentNode[];
};

/** What an article leaves to be desired. Whether its links lead anywhere only the server knows: see `ownLinks`. */
export function checkArticle({ values, file, content }: Article): Finding[] {
  const findings: Finding[] = [];
  const find = (words: string, field: string) => findings.push({ words, place: { field } });
  const length = [...values.title.trim()].length;
  if (length > LONG_TITLE) find(`The title has ${length} characters: search engines cut it`, "title");
  const isBegun = textLength(content) >= MIN_TEXT_LENGTH;
  if (isBegun && values.excerpt.trim() === "") find("There is no excerpt: lists show only the title", "excerpt");
  if ((file !== null || values.image_url.trim() !== "") && values.image_alt.trim() === "")
    find("The article image has no alternative text", "image_alt");
  return [...findings, ...imagesIn(content), ...headingsIn(content)];
}

/** A picture on another host, which readers do not see, or a card that is not made yet, and where it is. */
export type RemotePlace = { kind: "picture" | "card"; address: string; place: Place };

const isElsewhere = (address: string) => /^https?:\/\//i.test(address);

/** What of the article is on other hosts: its own picture, and pictures and cards of the text. */
export function remotePlaces({ values, content }: Pick<Article, "content"> & { values: { image_url: string } }) {
  const own = values.image_url.trim();
  const found: RemotePlace[] = isElsewhere(own)
    ? [{ kind: "picture", address: own, place: { field: "image_url" } }]
    : [];
  for (const [at, image] of tagsIn(content, ({ name }) => name === "img").entries()) {
    const address = attribute(image, "src") ?? "";
    if (isElsewhere(address)) found.push({ kind: "picture", address, place: { selector: IMAGES, at } });
  }
  for (const [at, card] of tagsIn(content, isCard).entries()) {
    const address = unmadeAddress(card);
    if (address !== null) found.push({ kind: "card", address, place: { selector: CARDS, at } });
  }
  const isFirst = ({ kind, address }: RemotePlace, at: number) =>
    found.findIndex((one) => one.kind === kind && one.address === address) === at;
  return found.filter(isFirst);
}

/** The links of the text to pages of this site. `site` is its address. */
export function ownLinks(content: readonly ContentNode[], site: string): OwnLink[] {
  const { origin } = new URL(site);
  return tagsIn(content, (tag) => tag.name === "a" && attribute(tag, "href") !== undefined)
    .flatMap((link, at): OwnLink[] => {
      const href = attribute(link, "href") ?? "";
      const address = URL.parse(href, site);
      // A fragment leads to the page itself.
      if (!address || address.origin !== origin || href.startsWith("#")) return [];
      return [{ path: address.pathname + address.search, text: quoted(link), place: { selector: LINKS, at } }];
    })
    .slice(0, MAX_LINKS);
}

const attribute = (tag: ContentTag, name: string) => tag.attributes.find(([one]) => one === name)?.[1];

/** The elements that `is` accepts, in the order of the text. */
function tagsIn(nodes: readonly ContentNode[], is: (tag: ContentTag) => boolean): ContentTag[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    return [...(is(node) ? [node] : []), ...tagsIn(node.children, is)];
  });
}

const textLength = (nodes: readonly ContentNode[]): number =>
  nodes.reduce((sum, node) => sum + (typeof node === "string" ? node.length : textLength(node.children)), 0);

const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");

function quoted({ children }: ContentTag): string {
  const characters = [...textOf(children).replace(/\s+/g, " ").trim()];
  const isLong = characters.length > MAX_QUOTED;
  return `“${characters.slice(0, MAX_QUOTED - (isLong ? 1 : 0)).join("")}${isLong ? "…" : ""}”`;
}

/** Pictures without alternative text, each by its number where there are several. */
function imagesIn(content: readonly ContentNode[]): Finding[] {
  const images = tagsIn(content, ({ name }) => name === "img");
  return images
    .flatMap((image, at): Finding[] => {
      if (attribute(image, "alt")?.trim()) return [];
      const which = images.length === 1 ? "An image" : `Image ${at + 1} of ${images.length}`;
      return [{ words: `${which} in the text has no alternative text`, place: { selector: IMAGES, at } }];
    })
    .slice(0, MAX_OF_A_KIND);
}

const levelOf = ({ name }: ContentTag) => Number(/^h([1-3])$/.exec(name)?.[1] ?? 0);

/** Headings that skip a level: whoever listens to a page goes from heading to heading. */
function headingsIn(content: readonly ContentNode[]): Finding[] {
  const headings = tagsIn(content, (tag) => levelOf(tag) > 0);
  // A text may begin with either of the upper two: readers get the levels below the page's own.
  let above = headings.some((heading) => levelOf(heading) === 1) ? 0 : 1;
  return headings
    .flatMap((heading, at): Finding[] => {
      const level = levelOf(heading);
      const expected = above + 1;
      above = level;
      if (level <= expected) return [];
      const words = `The heading ${quoted(heading)} is of level ${level}, where level ${expected} comes next`;
      return [{ words, place: { selector: HEADINGS, at } }];
    })
    .slice(0, MAX_OF_A_KIND);
}
