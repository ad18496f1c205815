import { useMemo, useState } from "react";
import type { ContentNode } from "#features/content/model.ts";
import { type LeadTexts, lacking } from "#features/documents/style-rules.ts";
import { withSigns } from "#features/editor/admin/typed-signs.ts";
import { useStoredPicture } from "#features/media/pictures/admin/calls.ts";
import { useHouseStyle } from "#features/settings/calls.ts";
import { DEFAULT_STYLE, type HouseStyle } from "#features/settings/house/rules.ts";
import { adviceOf, type WordFinder, withReplacements, wordFinder } from "#shared/house-words.ts";
import { languageOf } from "#shared/language.ts";
import { useSite } from "#shared/site-context.tsx";
import { contentIn } from "./content-sides.tsx";
import { type Finding, IMAGES } from "./remote-checks.tsx";

/** Maximum named findings of one kind: an imported text may have hundreds. */
export const MAX_OF_A_KIND = 5;

/** What the library says about a document's own picture; undefined until it is known. */
export type Lead = LeadTexts | undefined;

/** A document's own picture, outside its text. `file`: a chosen one that is not uploaded yet. */
export type OwnPicture = { image_url: string; image_alt: string; file: File | null; lead: Lead };

export const NO_PICTURE: OwnPicture = { image_url: "", image_alt: "", file: null, lead: undefined };

/** Texts that are not known are not missed. */
const UNKNOWN_LEAD: LeadTexts = { caption: "?", credit: "?" };

/** The house style, and what finds its words in a language; that of the site if it is empty. */
export function useHouse(language = "") {
  const style = useHouseStyle();
  const site = useSite();
  const written = language || languageOf(site);
  const find = useMemo(() => wordFinder(style.words, written), [style.words, written]);
  return { style, language: written, find };
}

/** What the library says about a document's own picture. */
export function useLead(address: string): Lead {
  const stored = useStoredPicture(address);
  return useMemo(() => stored && { caption: stored.caption, credit: stored.credit }, [stored]);
}

type TextFault = Finding & { isRequired: boolean };

/** The texts of pictures that the house style asks for and that are missing. */
export function picturesIn(
  content: readonly ContentNode[],
  { image_url, image_alt, file, lead }: OwnPicture,
  style: HouseStyle = DEFAULT_STYLE,
): TextFault[] {
  // A file that waits for its upload is not in the library yet.
  const isKnown = lead !== undefined && file === null;
  const faults = lacking(style, {
    image_url: file === null ? image_url : file.name,
    image_alt,
    lead: isKnown ? lead : UNKNOWN_LEAD,
    nodes: content,
  });
  const counts = new Map<string, number>();
  return faults.flatMap(({ rule, words, isRequired, field, at }): TextFault[] => {
    const kind = `${rule} ${field}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > MAX_OF_A_KIND) return [];
    return [{ words, isRequired, place: at === undefined ? { field } : { selector: IMAGES, at } }];
  });
}

/** The same while a document is written. */
export const pictureFindings = (...given: Parameters<typeof picturesIn>): Finding[] =>
  picturesIn(...given).map(({ words, place, isRequired }) => ({
    words: isRequired ? `${words} (required)` : words,
    place,
  }));

/**
 * The texts of pictures that a document lacks, read once, when its last dialog opens: without those in `required` a new one
 * cannot be published. What is public already may change without them, and the server decides.
 */
export function usePictureTexts(html: string, own: Omit<OwnPicture, "lead"> = NO_PICTURE) {
  const style = useHouseStyle();
  const [opened] = useState({ html, own });
  const lead = useLead(opened.own.image_url);
  const content = useMemo(() => (opened.html.includes("<img") ? contentIn(opened.html) : []), [opened]);
  return useMemo(() => {
    const faults = picturesIn(content, { ...opened.own, lead }, style);
    return {
      required: faults.filter(({ isRequired }) => isRequired),
      wanted: faults.filter(({ isRequired }) => !isRequired),
    };
  }, [content, opened, lead, style]);
}

/** The fields next to the text that readers see as text, by name. */
export type Headlines = Readonly<Record<string, string>>;

/** Rewrites a field as it is then, which may be newer than what was checked. */
export type Rewrite = (field: string, write: (text: string) => string) => void;

type House = { find: WordFinder; language: string; style: HouseStyle; rewrite: Rewrite };

const NOUNS: Readonly<Record<string, string>> = { preview: "preview text" };
const HOUSE_WORDS = ".house-word";

/** Words that the house style avoids, and straight quotes in headlines, with what replaces them. */
export function wordsIn(
  headlines: Headlines,
  content: readonly ContentNode[],
  { find, language, style, rewrite }: House,
): Finding[] {
  const findings: Finding[] = [];
  for (const [field, text] of Object.entries(headlines)) {
    const noun = NOUNS[field] ?? field;
    const replacing = (write: (text: string) => string, what: string) =>
      write(text) === text
        ? []
        : [{ name: "Replace", label: `Replace ${what} in the ${noun}`, run: () => rewrite(field, write) }];
    const inWords = (typed: string) => withReplacements(typed, find);
    for (const found of find(text).slice(0, MAX_OF_A_KIND))
      findings.push({
        words: `In the ${noun}, ${adviceOf(found)}`,
        place: { field },
        actions: found.replacement === "" ? [] : replacing(inWords, `“${found.text}”`),
      });
    const inQuotes = (typed: string) => withSigns(typed, language);
    if (style.typographic_quotes === "typographic" && inQuotes(text) !== text)
      findings.push({
        words: `The ${noun} has straight quotes`,
        place: { field },
        actions: replacing(inQuotes, "the quotes"),
      });
  }
  const lines = linesIn(content).flatMap(find);
  for (const [at, found] of lines.slice(0, MAX_OF_A_KIND).entries())
    findings.push({ words: adviceOf(found), place: { selector: HOUSE_WORDS, at } });
  return findings;
}

const LINES = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "small", "summary", "dt", "dd"]);

/** The characters of nodes, without their marks. */
export const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");

/** The lines of a text, without code. */
function linesIn(nodes: readonly ContentNode[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (typeof node === "string" || node.name === "pre") return [];
    const isLine =
      LINES.has(node.name) || node.children.some((child) => typeof child === "string" && child.trim() !== "");
    return isLine ? [textOf(node.children)] : linesIn(node.children);
  });
}
