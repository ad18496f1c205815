import { useQueries } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import type { DeadLinks } from "#features/editor/admin/link-targets.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useMissingPages } from "#features/media/remote/admin/remote-items.tsx";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { DEFAULT_STYLE, type HouseStyle } from "#features/settings/house/rules.ts";
import { useSite } from "#shared/site-context.tsx";
import { isWebAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { useSettled } from "#ui/admin/timing.ts";
import { contentIn } from "./content-sides.tsx";
import {
  attribute,
  decapitalized,
  type Finding,
  type Place,
  remotePlaces,
  tagsIn,
  useRemoteFindings,
} from "./remote-checks.tsx";
import {
  type Headlines,
  MAX_OF_A_KIND,
  NO_PICTURE,
  type OwnPicture,
  pictureFindings,
  type Rewrite,
  textOf,
  useHouse,
  wordsIn,
} from "./style-checks.ts";

/** What the checks of a room found. `input` is a file chooser for missing pictures and must be rendered. */
export type Checks = { findings: readonly Finding[]; input: ReactNode; deadLinks?: DeadLinks };

/** How long a text must stay unchanged before it is checked, in milliseconds. */
export const CHECK_PAUSE_MS = 1_200;

/** Maximum links per text that are checked on the server. */
const MAX_LINKS = 40;
/** Maximum quoted characters of a heading or link. */
const MAX_QUOTED = 40;
/** How long the result of a link check is reused. */
const LINK_STALE_MS = 5 * 60_000;

const HEADINGS = "h1, h2, h3";
const LINKS = "a[href]";

/** A link as it is written, with its words and its position. */
type TextLink = { href: string; text: string; place: Place };
/** A link to a page of this site: its address without the origin. */
export type OwnLink = TextLink & { path: string };
/** A link to another site: its complete address. */
type OtherLink = TextLink & { address: string };

/** The links of the text. */
function linksIn(content: readonly ContentNode[]): TextLink[] {
  return tagsIn(content, (tag) => tag.name === "a" && attribute(tag, "href") !== undefined).map((link, at) => {
    const href = attribute(link, "href") ?? "";
    return { href, text: quoted(link), place: { selector: LINKS, at } };
  });
}

/** The links of the text to pages of this site. `site` is its address. */
export function ownLinks(content: readonly ContentNode[], site: string): OwnLink[] {
  const { origin } = new URL(site);
  return linksIn(content)
    .flatMap((link): OwnLink[] => {
      const address = URL.parse(link.href, site);
      // Links to a fragment stay on the page.
      if (!address || address.origin !== origin || link.href.startsWith("#")) return [];
      return [{ ...link, path: address.pathname + address.search }];
    })
    .slice(0, MAX_LINKS);
}

/** The links of the text to pages of other sites. */
export function otherLinks(content: readonly ContentNode[], site: string): OtherLink[] {
  const { origin } = new URL(site);
  return linksIn(content)
    .flatMap((link): OtherLink[] => {
      const address = /^https?:\/\//i.test(link.href) ? URL.parse(link.href) : null;
      if (!address || address.origin === origin) return [];
      address.hash = "";
      const { href } = address;
      return href.length <= MAX_ADDRESS_LENGTH && isWebAddress(href) ? [{ ...link, address: href }] : [];
    })
    .slice(0, MAX_LINKS);
}

export const textLength = (nodes: readonly ContentNode[]): number =>
  nodes.reduce((sum, node) => sum + (typeof node === "string" ? node.length : textLength(node.children)), 0);

function quoted({ children }: ContentTag): string {
  const characters = [...textOf(children).replace(/\s+/g, " ").trim()];
  const isLong = characters.length > MAX_QUOTED;
  return `“${characters.slice(0, MAX_QUOTED - (isLong ? 1 : 0)).join("")}${isLong ? "…" : ""}”`;
}

const levelOf = ({ name }: ContentTag) => Number(/^h([1-3])$/.exec(name)?.[1] ?? 0);

/** Headings that skip a level: screen reader users move from heading to heading. */
function headingsIn(content: readonly ContentNode[]): Finding[] {
  const headings = tagsIn(content, (tag) => levelOf(tag) > 0);
  // A text may start with either of the top two levels.
  let above = headings.some((heading) => levelOf(heading) === 1) ? 0 : 1;
  return headings
    .flatMap((heading, at): Finding[] => {
      const level = levelOf(heading);
      const expected = above + 1;
      above = level;
      if (level <= expected) return [];
      const words = `The heading ${quoted(heading)} has level ${level} instead of ${expected}`;
      return [{ words, place: { selector: HEADINGS, at } }];
    })
    .slice(0, MAX_OF_A_KIND);
}

/** Findings in the pictures and headings of a document of any type. */
export const contentFindings = (
  content: readonly ContentNode[],
  own: OwnPicture = NO_PICTURE,
  style: HouseStyle = DEFAULT_STYLE,
): Finding[] => [...pictureFindings(content, own, style), ...headingsIn(content)];

type Given = {
  /** The text, once it has stayed unchanged for a while: the room renders with every keystroke. */
  content: readonly ContentNode[];
  headlines: Headlines;
  rewrite: Rewrite;
  /** The language of the text; that of the site if empty. */
  language?: string;
  own?: OwnPicture;
  /** Replaces the pictures of an address in the text; null removes them. */
  onReplace: (address: string, url: string | null) => void;
  /** Called with the copy of a picture. Returns whether the copy is used outside the text. */
  onCopied?: (copy: RemoteState) => boolean;
};

/** Checks a text of any type: pictures, headings, house style, links, and what could not be copied from other hosts. */
export function useTextChecks({ content, headlines, rewrite, own = NO_PICTURE, onReplace, ...given }: Given): Checks {
  const { url } = useSite();
  const { style, language, find } = useHouse(given.language);
  const latest = useRef(rewrite);
  latest.current = rewrite;
  const broken = useBrokenLinks(content, url);
  const hrefs = JSON.stringify(broken.map(({ href, why }) => [href, why]));
  const deadLinks = useMemo<DeadLinks>(() => new Map(JSON.parse(hrefs)), [hrefs]);
  const places = useMemo(() => remotePlaces({ values: own, content }), [own, content]);
  const found = useMemo(() => contentFindings(content, own, style), [content, own, style]);
  const words = useMemo(
    () =>
      wordsIn(headlines, content, { find, language, style, rewrite: (field, write) => latest.current(field, write) }),
    [headlines, content, find, language, style],
  );
  const { onCopied } = given;
  const { findings, input } = useRemoteFindings(places, { onReplace, ...(onCopied && { onCopied }) });
  const links = broken.map(({ words: said, place }) => ({ words: said, place }));
  return { findings: [...found, ...words, ...findings, ...links], input, deadLinks };
}

type RoomFields<Values> = { values: Values; change: (changed: Partial<Values>) => void };
type TextFields<Values> = { text: keyof Values & string; headlines: readonly (keyof Values & string)[] };

/** The checks of a document whose fields are all texts. `fields` must be referentially stable. */
export function useRoomChecks<Values extends object>(
  { values, change }: RoomFields<Values>,
  fields: TextFields<Values>,
  editor: RefObject<RichTextHandle | null>,
): Checks {
  const settled = useSettled(values, CHECK_PAUSE_MS);
  const html = String(settled[fields.text]);
  const content = useMemo(() => contentIn(html), [html]);
  const headlines = useMemo(
    () => Object.fromEntries(fields.headlines.map((name) => [name, String(settled[name])])),
    [settled, fields],
  );
  return useTextChecks({
    content,
    headlines,
    rewrite: (field, write) =>
      change({ [field]: write(String(values[field as keyof Values])) } as unknown as Partial<Values>),
    onReplace: (address, url) => editor.current?.replacePictures(address, url),
  });
}

async function isOpenToReaders(path: string, signal: AbortSignal): Promise<boolean> {
  const { status } = await fetch(path, { method: "HEAD", credentials: "omit", signal });
  return status !== 404 && status !== 410;
}

/** The links to pages of this site that readers cannot open. Results of the server are reused for a while. */
function useClosedPages(links: readonly OwnLink[]): ReadonlySet<string> {
  const paths = [...new Set(links.map(({ path }) => path))];
  const results = useQueries({
    queries: paths.map((path) => ({
      queryKey: ["open-to-readers", path],
      queryFn: ({ signal }: { signal: AbortSignal }) => isOpenToReaders(path, signal),
      staleTime: LINK_STALE_MS,
      // Without a response, the link is not reported.
      retry: false,
    })),
  });
  return new Set(paths.filter((_path, at) => results[at]?.data === false));
}

type Broken = TextLink & { why: string; words: string };

/** The links that lead nowhere, in the order of the text. */
function useBrokenLinks(content: readonly ContentNode[], site: string): readonly Broken[] {
  const own = useMemo(() => ownLinks(content, site), [content, site]);
  const others = useMemo(() => otherLinks(content, site), [content, site]);
  const closed = useClosedPages(own);
  const missing = useMissingPages(useMemo(() => [...new Set(others.map(({ address }) => address))], [others]));
  return [
    ...own.flatMap(({ path, ...link }): Broken[] => {
      if (!closed.has(path)) return [];
      return [{ ...link, why: NOT_OPEN, words: `Readers cannot open the page that ${link.text} links to` }];
    }),
    ...others.flatMap(({ address, ...link }): Broken[] => {
      const why = missing.get(address);
      if (why === undefined) return [];
      return [{ ...link, why, words: `There is no page where ${link.text} links to: ${decapitalized(why)}` }];
    }),
  ];
}

const NOT_OPEN = "Readers cannot open this page.";
