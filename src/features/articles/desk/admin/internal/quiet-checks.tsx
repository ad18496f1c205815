import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { isOpenToReaders } from "#features/articles/admin/calls.ts";
import { type FormValues, hasPicture } from "#features/articles/admin/form-values.tsx";
import { missingIn as requiredErrors } from "#features/articles/rules.ts";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { contentIn } from "#features/documents/room/admin/content-sides.tsx";
import {
  attribute,
  type Finding,
  Findings,
  IMAGES,
  type Place,
  remotePlaces,
  tagsIn,
  useRemoteFindings,
} from "#features/documents/room/admin/remote-checks.tsx";
import { SettingsGroup } from "#features/documents/room/admin/settings-panel.tsx";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { useSite } from "#shared/site-context.tsx";
import { splitList } from "#ui/admin/chips-field.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import type { ArticleForm } from "../article-type.tsx";

/** From this many characters on, titles are set in smaller type, and search engines cut them. */
export const LONG_TITLE = 90;
/** Articles shorter than this are only started: no checks yet. In characters of text. */
const MIN_TEXT_LENGTH = 280;
/** Maximum named findings of one kind: an imported article may have hundreds. */
const MAX_OF_A_KIND = 5;
/** Maximum links per article that are checked on the server. */
const MAX_LINKS = 40;
/** Maximum quoted characters of a heading or link. */
const MAX_QUOTED = 40;

/** A link to a page of this site: its address without the origin, and its position. */
export type OwnLink = { path: string; text: string; place: Place };

const HEADINGS = "h1, h2, h3";
const LINKS = "a[href]";

type Article = {
  values: Pick<FormValues, "title" | "excerpt" | "image_url" | "image_alt">;
  /** A chosen picture that is not uploaded yet. */
  file: File | null;
  content: readonly ContentNode[];
};

/** Suggestions for an article. Broken links are found separately: see `ownLinks`. */
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

const textLength = (nodes: readonly ContentNode[]): number =>
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

/** The missing fields without which an article can't be published. */
export const requiredOf = (values: Pick<FormValues, "title" | "category">): Finding[] =>
  Object.keys(requiredErrors(values)).map((field) => ({ words: `No ${field}`, place: { field } }));

/** What an article lacks, most important first. Nothing of it prevents publishing. */
export function missingIn({ values, file }: { values: FormValues; file: File | null }): Finding[] {
  const hasMain = file !== null || values.image_url.trim() !== "";
  const checks: [isMissing: boolean, field: string, words: string][] = [
    [!hasPicture({ values, file }), "image_url", "No picture: lists and social cards show a placeholder"],
    [hasMain && values.image_alt.trim() === "", "image_alt", "The main image has no alternative text"],
    [values.excerpt.trim() === "", "excerpt", "No excerpt: lists show only the title"],
    [splitList(values.tags).length === 0, "tags", "No tags"],
  ];
  return checks.flatMap(([isMissing, field, words]) => (isMissing ? [{ words, place: { field } }] : []));
}

const NO_ERRORS = {};
const PAUSE_MS = 1_200;
/** How long the result of a link check is reused. */
const LINK_STALE_MS = 5 * 60_000;

type Props = {
  form: Pick<ArticleForm, "values" | "file" | "change">;
  onGo: (place: Place) => void;
  /** Replaces the pictures of an address in the text; null removes them. */
  onReplace: (address: string, url: string | null) => void;
};

/** Suggestions while writing, each with a link to its place. */
export function QuietChecks(props: Props) {
  return useHasNewsroom() ? <Checks {...props} /> : null;
}

function Checks({ form: { values, file, change }, onGo, onReplace }: Props) {
  const settled = useSettled(values, PAUSE_MS);
  const { url } = useSite();
  const content = useMemo(() => contentIn(settled.content), [settled.content]);
  const own = useMemo(() => ownLinks(content, url), [content, url]);
  const setOwn = (address: string, url: string): boolean => {
    const isOwn = values.image_url === address;
    if (isOwn) change({ image_url: url });
    return isOwn;
  };
  const onCopied = ({ address, url }: RemoteState) => setOwn(address, url);
  const replace = (address: string, url: string | null) => {
    onReplace(address, url);
    setOwn(address, url ?? "");
  };
  // Once per pause: the room renders with every keystroke.
  const places = useMemo(() => remotePlaces({ values: settled, content }), [settled, content]);
  const checked = useMemo(() => checkArticle({ values: settled, file, content }), [settled, file, content]);
  const { findings: missing, input } = useRemoteFindings(places, { onReplace: replace, onCopied });
  const findings = [...checked, ...missing, ...useBrokenLinks(own)];
  const count = findings.length;
  const summary = count === 0 ? "Nothing found" : count === 1 ? "1 thing to check" : `${count} things to check`;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${summary}.`}
      </p>
      {input}
      {/* One line whatever is found: a late result must not move the settings. */}
      <SettingsGroup name="checks" title="Checks" summary={summary} errors={NO_ERRORS} fields={[]} isFoldedAtFirst>
        {count > 0 ? <Findings label="Checks" findings={findings} onGo={onGo} /> : <p className="meta">{summary}</p>}
      </SettingsGroup>
    </>
  );
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
