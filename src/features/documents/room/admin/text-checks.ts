import { useQueries } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useMemo } from "react";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { useSite } from "#shared/site-context.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { contentIn } from "./content-sides.tsx";
import {
  attribute,
  type Finding,
  IMAGES,
  type Place,
  remotePlaces,
  tagsIn,
  useRemoteFindings,
} from "./remote-checks.tsx";

/** What the checks of a room found. `input` is a file chooser for missing pictures and must be rendered. */
export type Checks = { findings: readonly Finding[]; input: ReactNode };

/** How long a text must stay unchanged before it is checked, in milliseconds. */
export const CHECK_PAUSE_MS = 1_200;

/** Maximum named findings of one kind: an imported text may have hundreds. */
const MAX_OF_A_KIND = 5;
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

const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");

function quoted({ children }: ContentTag): string {
  const characters = [...textOf(children).replace(/\s+/g, " ").trim()];
  const isLong = characters.length > MAX_QUOTED;
  return `“${characters.slice(0, MAX_QUOTED - (isLong ? 1 : 0)).join("")}${isLong ? "…" : ""}”`;
}

/** Pictures without alternative text, numbered if there are several. */
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

/** Findings in the content of a text of any type, other than broken links. */
export const contentFindings = (content: readonly ContentNode[]): Finding[] => [
  ...imagesIn(content),
  ...headingsIn(content),
];

type Given = {
  /** The text, once it has stayed unchanged for a while: the room renders with every keystroke. */
  content: readonly ContentNode[];
  /** The address of a picture outside the text. */
  image?: string;
  /** Replaces the pictures of an address in the text; null removes them. */
  onReplace: (address: string, url: string | null) => void;
  /** Called with the copy of a picture. Returns whether the copy is used outside the text. */
  onCopied?: (copy: RemoteState) => boolean;
};

/** The content of a text that has stayed unchanged for a while. */
function useSettledContent(html: string): readonly ContentNode[] {
  const settled = useSettled(html, CHECK_PAUSE_MS);
  return useMemo(() => contentIn(settled), [settled]);
}

/** Checks a text of any type: pictures, headings, links, and what could not be copied from other hosts. */
export function useTextChecks({ content, image = "", onReplace, onCopied }: Given): Checks {
  const { url } = useSite();
  const links = useMemo(() => ownLinks(content, url), [content, url]);
  const places = useMemo(() => remotePlaces({ values: { image_url: image }, content }), [image, content]);
  const found = useMemo(() => contentFindings(content), [content]);
  const { findings, input } = useRemoteFindings(places, { onReplace, ...(onCopied && { onCopied }) });
  return { findings: [...found, ...findings, ...useBrokenLinks(links)], input };
}

/** The checks of a text without fields of its own to check. */
export function useRoomChecks(html: string, editor: RefObject<RichTextHandle | null>): Checks {
  const content = useSettledContent(html);
  return useTextChecks({ content, onReplace: (address, url) => editor.current?.replacePictures(address, url) });
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
