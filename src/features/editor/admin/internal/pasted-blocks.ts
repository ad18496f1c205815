import { contentElement, ELEMENT_NAMES, hasClass } from "#features/content/model.ts";
import type { PastedElement } from "./pasted-tree.ts";

/** Elements that only separate one line from the next. */
const DIVISIONS = "div section article aside header footer main nav address details dl dd form fieldset center";
/** What each foreign block becomes: itself if articles support it, otherwise what this table says. */
const BLOCKS: ReadonlyMap<string, string> = new Map([
  ...DIVISIONS.split(" ").map((name): [string, string] => [name, "div"]),
  ...ELEMENT_NAMES.flatMap((name): [string, string][] => {
    const element = contentElement(name);
    if (element?.kind === "mark" || name === "br" || name === "img") return [];
    // An element that is only valid inside certain parents becomes a plain line elsewhere; so does one whose class says
    // what it is, as the classes of other sites mean something else.
    const becomes = element?.only || element?.kindClass ? "div" : element?.within ? "p" : name;
    return [name, ...(element?.pastedFrom ?? [])].map((other) => [other, becomes]);
  }),
]);
/** Word's paragraph styles that carry meaning. */
const WORD_STYLES: ReadonlyMap<string, string> = new Map([
  ["MsoTitle", "h1"],
  ["MsoSubtitle", "h2"],
  ["MsoQuote", "blockquote"],
  ["MsoIntenseQuote", "blockquote"],
]);

export const isBlock = (element: PastedElement | undefined) => element !== undefined && BLOCKS.has(element.name);

/** What a pasted block becomes; `isOwn`: it is from this editor. */
export const blockOf = ({ name, attributes }: PastedElement, isOwn: boolean): string =>
  isOwn && hasClass(name, attributes.class ?? "")
    ? name
    : attributes.role === "heading"
      ? `h${Math.min(Math.max(Number(attributes["aria-level"]) || 2, 1), 3)}`
      : (WORD_STYLES.get(attributes.class ?? "") ?? BLOCKS.get(name) ?? "div");
