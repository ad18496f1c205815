import { contentElement, ELEMENT_NAMES } from "#features/content/model.ts";
import type { PastedElement } from "./pasted-tree.ts";

/** The value of a property in an element's style attribute, lower-cased. */
export function styleOf({ attributes }: PastedElement, property: string): string {
  const declarations = (attributes.style ?? "").toLowerCase().split(";");
  for (const declaration of declarations) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, colon).trim() === property) return declaration.slice(colon + 1).trim();
  }
  return "";
}

/** Elements that are one of our marks under another name. */
const MARK_TAGS: ReadonlyMap<string, string> = new Map(
  ELEMENT_NAMES.flatMap((name): [string, string][] => {
    const element = contentElement(name);
    if (element?.kind !== "mark" || name === "a") return [];
    const written = element.writtenAs ?? name;
    return [name, ...(element.pastedFrom ?? [])].map((other) => [other, written]);
  }),
);

/**
 * The marks an element applies to its content, by its name and by its style: word processors write bold as a span with
 * a weight, and Google Docs wraps everything in a <b> that is not bold.
 */
export function marksOf(element: PastedElement): Set<string> {
  const marks = new Set<string>();
  const named = MARK_TAGS.get(element.name);
  if (named) marks.add(named);
  const set = (mark: string, isOn: boolean, isOff: boolean) => {
    if (isOn) marks.add(mark);
    else if (isOff) marks.delete(mark);
  };
  const weight = styleOf(element, "font-weight");
  const isBold = /^bold|^[6-9]\d\d$/.test(weight);
  set("strong", isBold, weight !== "" && !isBold);
  const slant = styleOf(element, "font-style");
  set("em", /^(italic|oblique)/.test(slant), slant === "normal");
  const line = `${styleOf(element, "text-decoration")} ${styleOf(element, "text-decoration-line")}`;
  set("u", /underline/.test(line), /none/.test(line));
  set("s", /line-through/.test(line), /none/.test(line));
  const place = styleOf(element, "vertical-align");
  set("sup", place === "super", place === "baseline" || place === "sub");
  set("sub", place === "sub", place === "baseline" || place === "super");
  return marks;
}

/**
 * The alignment that a block asks for, centred or right; empty for that of its text's own direction. A block without one
 * has that of the blocks around it.
 */
export function alignmentOf(element: PastedElement, around: string): string {
  const given = styleOf(element, "text-align") || (element.attributes.align ?? "").toLowerCase();
  if (element.name === "center" || given === "center") return "center";
  if (given === "" || given === "inherit") return around;
  return /^(right|end)$/.test(given) && !isRightToLeft(element) ? "right" : "";
}

/** Whether an element says that its text goes from right to left. */
export const isRightToLeft = (element: PastedElement) =>
  (styleOf(element, "direction") || (element.attributes.dir ?? "").toLowerCase()) === "rtl";

const isTiny = (size: string) => /^[0-3](\.\d+)?(px)?$/.test(size.trim());

/** Whether a picture is a tracking pixel, or the box of a checklist in Google Docs. */
export function isTracker(image: PastedElement): boolean {
  const sizes = ["width", "height"].map((side) => image.attributes[side] || styleOf(image, side));
  return sizes.some(isTiny) || isHidden(image) || image.attributes["aria-roledescription"] === "checkbox";
}

/** Whether an element is hidden on its page, is a list's marker drawn as text, or was never meant for readers. */
export function isHidden(element: PastedElement): boolean {
  return (
    styleOf(element, "display") === "none" ||
    styleOf(element, "mso-hide") === "all" ||
    styleOf(element, "mso-list") === "ignore" ||
    isComment(element) ||
    isTrackedDeletion(element)
  );
}

const COMMENT_CLASS = /^(MsoCommentReference|MsoCommentText|msocom\w+)$/;

/** A comment of Word, or the anchor of one; also the anchors that Google Docs writes. */
const isComment = (element: PastedElement): boolean =>
  /^comment(-list)?$/.test(styleOf(element, "mso-element")) ||
  styleOf(element, "mso-special-character") === "comment" ||
  (element.attributes.class ?? "").split(/\s+/).some((name) => COMMENT_CLASS.test(name)) ||
  (element.name === "a" && /^#cmnt/.test(element.attributes.href ?? ""));

/** Tracked changes name their author or time; a site's own strike does not. */
const isTrackedDeletion = ({ name, attributes }: PastedElement): boolean =>
  name === "del" && ("cite" in attributes || "datetime" in attributes);
