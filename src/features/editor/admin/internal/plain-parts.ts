import {
  elementsOf,
  isTiny,
  makeElement,
  type PastedElement,
  type PastedNode,
  styleOf,
  textOf,
} from "./pasted-tree.ts";

/** The sign of an open or done task, which articles have no element for. */
const TASK = { open: "☐ ", done: "☑ " };
const WRITTEN_TASK = /^\s*\[([ xX✓])\]\s+/;

/** Puts a sign before each task of a list, and toggles of a list next to it. Modifies the tree in place. */
export function plainLists(parent: PastedElement): void {
  for (const child of elementsOf(parent)) {
    if (child.name === "li") signTask(child);
    plainLists(child);
  }
  parent.children = parent.children.flatMap((child): PastedNode[] =>
    typeof child === "string" ? [child] : withoutToggles(child),
  );
}

function signTask(item: PastedElement): void {
  const checked = checkedOf(item);
  const first = firstText(item);
  const written = checked === null && first ? WRITTEN_TASK.exec(first.text) : null;
  if (written && first) {
    first.holder.children[first.at] =
      (written[1] === " " ? TASK.open : TASK.done) + first.text.slice(written[0].length);
  } else if (checked !== null) {
    const sign = checked ? TASK.done : TASK.open;
    if (first) first.holder.children[first.at] = sign + first.text.trimStart();
    else item.children.unshift(sign);
  }
}

/** Whether a task is done; null for an item that is no task. */
function checkedOf(item: PastedElement): boolean | null {
  const { attributes } = item;
  const given = attributes["aria-checked"] ?? attributes["data-checked"];
  if (given !== undefined) return given === "true" || given === "";
  const box = checkboxIn(item);
  return box ? "checked" in box.attributes || box.attributes["aria-checked"] === "true" : null;
}

function checkboxIn(item: PastedElement): PastedElement | undefined {
  for (const child of elementsOf(item)) {
    if (child.name === "input" && child.attributes.type === "checkbox") return child;
    const found = child.name === "ul" || child.name === "ol" ? undefined : checkboxIn(child);
    if (found) return found;
  }
  return undefined;
}

type FirstText = { holder: PastedElement; at: number; text: string };

function firstText(item: PastedElement): FirstText | undefined {
  for (const [at, child] of item.children.entries()) {
    if (typeof child === "string") {
      if (child.trim() !== "") return { holder: item, at, text: child };
    } else {
      const found = firstText(child);
      if (found) return found;
    }
  }
  return undefined;
}

/** A list, and the toggles that were its items: an item with nothing but a toggle would be empty. */
function withoutToggles(list: PastedElement): PastedElement[] {
  if (list.name !== "ul" && list.name !== "ol") return [list];
  const parts: PastedElement[] = [];
  for (const child of list.children) {
    const toggles = typeof child === "string" ? null : togglesOf(child);
    const last = parts.at(-1);
    if (toggles) parts.push(...toggles);
    else if (last?.name === list.name) last.children.push(child);
    else parts.push({ ...makeElement(list.name), attributes: list.attributes, children: [child] });
  }
  return parts.filter((part) => part.name === "details" || elementsOf(part).length > 0 || textOf(part).trim() !== "");
}

function togglesOf(item: PastedElement): PastedElement[] | null {
  const isOnly = item.children.every((child) =>
    typeof child === "string" ? child.trim() === "" : child.name === "details",
  );
  const toggles = elementsOf(item);
  return item.name === "li" && isOnly && toggles.length > 0 ? toggles : null;
}

const EMOJI =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners and selectors are signs of their own here
  /^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}#*\d\ufe0f\u20e3\u200d\u{e0020}-\u{e007f}]+$/u;
const EMOJI_SIGN = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const SHORTCODE = /^:[\w+-]{1,40}:$/;
const FORMULA_SOURCE = /\/math\/render|latex|codecogs|mathjax|cht=tx/i;
const FORMULA_CLASS = /\b(?:mwe-math|latex|math|mathjax|equation|formula|tex)\b|mwe-math/i;
const FORMULA_TEXT = /\\[a-z]{2}|^\$.+\$$/i;
/** The largest side of a sign in a line of text, in pixels; the pictures of articles are larger. */
const MAX_SIGN = 100;

/** The text that a picture stands for: an emoji or a formula; null for any other picture. */
export function textOfPicture(image: PastedElement): string | null {
  const { alt = "", title = "", src = "", class: classes = "" } = image.attributes;
  if (isLarge(image)) return null;
  const names = [
    alt,
    image.attributes["data-emoji"],
    image.attributes["data-plain-text"],
    image.attributes["aria-label"],
  ];
  const emoji = names.find((name) => name && EMOJI.test(name) && EMOJI_SIGN.test(name));
  if (emoji) return emoji;
  if (SHORTCODE.test(alt)) return alt;
  if (/\bemoji\b|\bemoticon\b/i.test(classes) && (alt || title) !== "") return alt || title;
  const isFormula = FORMULA_SOURCE.test(src) || FORMULA_CLASS.test(classes) || FORMULA_TEXT.test(alt);
  return alt !== "" && isFormula ? alt.replace(/^\{\\(?:display|text)style(.*)\}$/s, "$1").trim() : null;
}

function isLarge(image: PastedElement): boolean {
  const sizes = ["width", "height"].map((side) => image.attributes[side] || styleOf(image, side));
  const isFormula = FORMULA_TEXT.test(image.attributes.alt ?? "");
  return (
    !isFormula &&
    sizes.some((size) => !isTiny(size) && /^\d+(?:\.\d+)?(?:px)?$/.test(size) && Number.parseFloat(size) > MAX_SIGN)
  );
}
