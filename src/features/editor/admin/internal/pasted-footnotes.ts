import { elementsOf, holds, isBlock, type PastedElement, type PastedNode, styleOf, textOf } from "./pasted-tree.ts";

/** Maximum length of a reference such as "[12]" or "note 3", in characters. */
const MAX_SIGN_LENGTH = 10;
/** Elements around a reference that a note may link back to instead of the link. */
const MAX_WRAPPERS = 3;
const NOTE_NAME = /foot-?note|end-?note|ftn|edn/i;

type Link = { element: PastedElement; target: PastedElement };

/** The parents of a pasted tree's elements, and the links between them, in order. */
type Survey = { parents: Map<PastedElement, PastedElement>; links: Link[] };

/**
 * Extracts footnotes and endnotes from a pasted tree: returns the notes by referring element. A footnote
 * is a short link with a link back from a later block, as written by Word, Google Docs, LibreOffice, wikis and
 * Markdown, independent of class names.
 */
export function takeFootnotes(root: PastedElement): ReadonlyMap<PastedElement, PastedElement> {
  const { parents, links } = survey(root);
  const trimmed = textCache();
  const isSign = (link: PastedElement) => {
    const { length } = trimmed(link);
    return length > 0 && length <= MAX_SIGN_LENGTH;
  };
  const leadsTo = new Map<PastedElement, Set<PastedElement>>();
  for (const { element, target } of links) {
    const block = noteAround(element, parents);
    leadsTo.set(block, (leadsTo.get(block) ?? new Set()).add(target));
  }
  const notes = new Map<PastedElement, PastedElement>();
  const taken = new Set<PastedElement>();
  const seen = new Set<PastedElement>();
  for (const { element, target } of links) {
    const note = noteAround(target, parents);
    seen.add(noteAround(element, parents));
    const isReference =
      isSign(element) && !seen.has(note) && anchorsOf(element, parents).some((one) => leadsTo.get(note)?.has(one));
    if (!isReference) continue;
    notes.set(wholeReference(element, parents, trimmed), note);
    taken.add(note);
  }
  if (taken.size === 0) return notes;
  const signs = new Set(links.map(({ element }) => element).filter(isSign));
  for (const note of taken) remove(note, (element) => signs.has(element));
  remove(root, (element) => taken.has(element));
  removeLastRules(root);
  return notes;
}

/** Returns a cached function for the trimmed text of elements, because many references may share a wrapper. */
function textCache(): (element: PastedElement) => string {
  const texts = new Map<PastedElement, string>();
  return (element) => {
    const text = texts.get(element) ?? textOf(element).trim();
    texts.set(element, text);
    return text;
  };
}

/** Removes rules at the end, which separated the text from its notes. */
function removeLastRules(root: PastedElement): void {
  const isRule = (child: PastedNode) => typeof child !== "string" && child.name === "hr";
  const last = root.children.findLastIndex((child) => typeof child !== "string" && !isRule(child));
  root.children = root.children.filter((child, at) => at < last || !isRule(child));
}

function survey(root: PastedElement): Survey {
  const parents = new Map<PastedElement, PastedElement>();
  const anchors = new Map<string, PastedElement>();
  const hrefs: [PastedElement, string][] = [];
  const walk = (parent: PastedElement): void => {
    for (const element of elementsOf(parent)) {
      parents.set(element, parent);
      const { id, name, href = "" } = element.attributes;
      for (const anchor of [id, element.name === "a" ? name : undefined])
        if (anchor && !anchors.has(anchor)) anchors.set(anchor, element);
      // Browsers write the full address of the page before the fragment.
      const hash = href.indexOf("#");
      if (element.name === "a" && hash !== -1) hrefs.push([element, href.slice(hash + 1)]);
      walk(element);
    }
  };
  walk(root);
  const links = hrefs.flatMap(([element, fragment]): Link[] => {
    const target = anchors.get(fragment);
    return target ? [{ element, target }] : [];
  });
  return { parents, links };
}

/** The note block of an element: an item, a division with a note class, otherwise the line. */
function noteAround(element: PastedElement, parents: Survey["parents"]): PastedElement {
  let block = element;
  for (let around = parents.get(block); !isBlock(block) && around && parents.has(around); around = parents.get(block))
    block = around;
  const around = parents.get(block);
  return around && (around.name === "li" || isCalledNote(around)) ? around : block;
}

const isCalledNote = (element: PastedElement) =>
  /^(foot|end)note$/.test(styleOf(element, "mso-element")) ||
  (element.name === "div" && NOTE_NAME.test(element.attributes.id ?? ""));

/** Targets of a link back: the link, its content, and the inline elements around it. */
function anchorsOf(link: PastedElement, parents: Survey["parents"]): PastedElement[] {
  const anchors = [link, ...elementsOf(link)];
  let around = parents.get(link);
  for (let level = 0; around && level < MAX_WRAPPERS && !isBlock(around); level++) {
    anchors.push(around);
    around = parents.get(around);
  }
  return anchors;
}

/** The reference with the superscript and spans around it. */
function wholeReference(
  link: PastedElement,
  parents: Survey["parents"],
  trimmed: (element: PastedElement) => string,
): PastedElement {
  const sign = trimmed(link);
  let whole = link;
  for (
    let around = parents.get(whole);
    around && parents.has(around) && !isBlock(around);
    around = parents.get(whole)
  ) {
    if (trimmed(around) !== sign) break;
    whole = around;
  }
  return whole;
}

function remove(parent: PastedElement, isGone: (element: PastedElement) => boolean): boolean {
  const before = parent.children.length;
  let isChanged = false;
  parent.children = parent.children.filter((child) => {
    if (typeof child === "string") return true;
    if (isGone(child)) return false;
    if (!remove(child, isGone)) return true;
    isChanged = true;
    return textOf(child).trim() !== "" || holds(child, "img");
  });
  return isChanged || parent.children.length !== before;
}
