/** Where an element's own style lies while what was pasted is read: the policy allows no inline styles. */
export const STYLE = "data-pasted-style";

/** A declaration of an element's own style, lower-cased. */
export function styleOf(element: Element, property: string): string {
  const declarations = (element.getAttribute(STYLE) ?? "").toLowerCase().split(";");
  for (const declaration of declarations) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, colon).trim() === property) return declaration.slice(colon + 1).trim();
  }
  return "";
}

/** Elements that are a mark of ours under another name. */
const MARK_TAGS: Record<string, string> = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  cite: "em",
  u: "u",
  s: "s",
  del: "s",
  strike: "s",
  code: "code",
  tt: "code",
  kbd: "code",
  samp: "code",
};

/**
 * The marks an element gives to what is in it, by its name and by its style: word processors write bold as a span with
 * a weight, and Google Docs wraps everything in a <b> that is not bold.
 */
export function marksOf(element: Element): Set<string> {
  const marks = new Set<string>();
  const named = MARK_TAGS[element.localName];
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
  return marks;
}

const isTiny = (size: string) => /^\s*[0-3](\.\d+)?\s*(px)?\s*$/.test(size);

/** A picture that is there to be asked for, not to be seen. */
export function isTracker(image: Element): boolean {
  const sizes = ["width", "height"].map((side) => image.getAttribute(side) || styleOf(image, side));
  return sizes.some(isTiny) || isHidden(image);
}

/** What its page does not show, and a list's drawn marker. */
export function isHidden(element: Element): boolean {
  return (
    styleOf(element, "display") === "none" ||
    styleOf(element, "mso-hide") === "all" ||
    styleOf(element, "mso-list") === "ignore"
  );
}
