import { useQueries } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { useHouseStyle } from "#features/settings/calls.ts";
import { DEFAULT_STYLE, type HouseStyle } from "#features/settings/house/rules.ts";
import { wordFinder } from "#shared/house-words.ts";
import { languageOf } from "#shared/language.ts";
import { useSite } from "#shared/site-context.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { contentIn } from "./content-sides.tsx";
import { attribute, type Finding, type Place, remotePlaces, tagsIn, useRemoteFindings } from "./remote-checks.tsx";
import {
  type Headlines,
  MAX_OF_A_KIND,
  NO_PICTURE,
  type OwnPicture,
  pictureFindings,
  type Rewrite,
  textOf,
  wordsIn,
} from "./style-checks.ts";

/** What the checks of a room found. `input` is a file chooser for missing pictures and must be rendered. */
export type Checks = { findings: readonly Finding[]; input: ReactNode };

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

/** A link to a page of this site: its address without the origin, and its position. */
export type OwnLink = { path: string; text: string; place: Place };

/** The links of the text to pages of this site. `site` is its address. */
export function ownLinks(content: readonly ContentNode[], site: string): OwnLink[] {
  const { origin } = new URL(site);
  return tagsIn(content, (tag) => tag.name === "a" && attribute(tag, "href") !== undefined)
    .flatMap((link, at): OwnLink[] => {
      const href = attribute(link, "href") ?? "";
      const address = URL.parse(href, site);
      // Links to a fragment stay on the page.
      if (!address || address.origin !== origin || href.startsWith("#")) return [];
      return [{ path: address.pathname + address.search, text: quoted(link), place: { selector: LINKS, at } }];
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
  const site = useSite();
  const style = useHouseStyle();
  const language = given.language || languageOf(site);
  const find = useMemo(() => wordFinder(style.words, language), [style.words, language]);
  const latest = useRef(rewrite);
  latest.current = rewrite;
  const links = useMemo(() => ownLinks(content, site.url), [content, site.url]);
  const places = useMemo(() => remotePlaces({ values: own, content }), [own, content]);
  const found = useMemo(() => contentFindings(content, own, style), [content, own, style]);
  const words = useMemo(
    () =>
      wordsIn(headlines, content, { find, language, style, rewrite: (field, write) => latest.current(field, write) }),
    [headlines, content, find, language, style],
  );
  const { onCopied } = given;
  const { findings, input } = useRemoteFindings(places, { onReplace, ...(onCopied && { onCopied }) });
  return { findings: [...found, ...words, ...findings, ...useBrokenLinks(links)], input };
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
function useBrokenLinks(links: OwnLink[]): Finding[] {
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
  const broken = new Set(paths.filter((_path, at) => results[at]?.data === false));
  return links
    .filter(({ path }) => broken.has(path))
    .map(({ text, place }) => ({ words: `Readers cannot open the page that ${text} links to`, place }));
}
