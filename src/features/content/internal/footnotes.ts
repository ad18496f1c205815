import type { ContentNode, ContentTag } from "../model.ts";
import { contentElement } from "../model.ts";
import { leadsBack } from "../rules.ts";

/**
 * Footnotes in plain HTML, which every feed reader and mail program understands: in the text
 * `<sup><a href="#fn-1" id="fnref-1">1</a></sup>`, at its end one list of notes with links back. The numbers, the ids
 * and the links back are always generated, so that an article cannot choose ids of the page.
 */

const NOTE_ID = /^fn-\d{1,4}$/;
const REFERENCE_ID = /^fnref-\d{1,4}$/;
const MAX_FOOTNOTES = 9999;
const BACK_SIGN = "↩";

export const isNoteId = (id: string): boolean => NOTE_ID.test(id);
export const isReferenceId = (id: string): boolean => REFERENCE_ID.test(id);

const attributeOf = ({ attributes }: ContentTag, wanted: string) => attributes.find(([name]) => name === wanted)?.[1];

/**
 * Sorts footnotes by their references and renumbers them. A reference without a note becomes a plain
 * link, as does a second one to the same note; notes without a reference become an ordinary list. Takes
 * linear time.
 */
export function numberFootnotes(nodes: ContentNode[]): ContentNode[] {
  const notes = new Map<string, ContentTag>();
  const rest: ContentTag[] = [];
  const body: ContentNode[] = [];
  for (const node of nodes) {
    if (typeof node === "string" || node.name !== "section") body.push(node);
    else for (const list of node.children) collectNotes(list, notes, rest);
  }
  const used = new Set<string>();
  const text = withReferences(body, (id) => {
    if (!notes.has(id) || used.has(id) || used.size === MAX_FOOTNOTES) return null;
    return used.add(id).size;
  });
  for (const [id, note] of notes) if (!used.has(id)) rest.push(note);
  if (rest.length > 0) text.push({ name: "ol", attributes: [], children: rest.map(withoutLinkBack) });
  if (used.size > 0) text.push(notesAtEnd([...used].map((id) => notes.get(id) as ContentTag)));
  return text;
}

function collectNotes(list: ContentNode, notes: Map<string, ContentTag>, rest: ContentTag[]): void {
  for (const item of typeof list === "string" ? [] : list.children) {
    if (typeof item === "string" || item.name !== "li") {
      if (typeof item !== "string" || item.trim() !== "") rest.push({ name: "li", attributes: [], children: [item] });
      continue;
    }
    const id = attributeOf(item, "id");
    if (id === undefined || notes.has(id)) rest.push(item);
    else notes.set(id, item);
  }
}

/**
 * Numbers the references by `numberOf` of the note's id; null turns a reference into a plain link.
 * Removes all other ids and, in notes (`isInNote`), links back without words.
 */
function withReferences(
  nodes: ContentNode[],
  numberOf: (id: string) => number | null,
  isInNote = false,
): ContentNode[] {
  const kept: ContentNode[] = [];
  const add = (node: ContentNode): void => addNode(kept, node);
  for (const node of nodes) {
    if (typeof node === "string") {
      add(node);
      continue;
    }
    if (isInNote && leadsBack(node) && !hasWords(node.children)) continue;
    const children = withReferences(node.children, numberOf, isInNote);
    if (node.name === "sup") for (const child of superscript(children, numberOf)) add(child);
    else add({ ...node, attributes: node.attributes.filter(([name]) => name !== "id"), children });
  }
  return kept;
}

function superscript(content: ContentNode[], numberOf: (id: string) => number | null): ContentNode[] {
  const children = inlineOf(content);
  const id = noteOf(children);
  if (id === "") return [{ name: "sup", attributes: [], children }];
  const number = numberOf(id);
  return number === null ? children : [reference(number)];
}

const hasWords = (nodes: ContentNode[]): boolean =>
  nodes.some((node) => (typeof node === "string" ? /[\p{L}\p{N}]/u.test(node) : hasWords(node.children)));

/** Inline content only: blocks in a superscript, which no editor creates, leave their content. */
function inlineOf(nodes: ContentNode[]): ContentNode[] {
  const kept: ContentNode[] = [];
  for (const node of nodes) {
    if (typeof node === "string" || node.name === "br" || node.name === "img") addNode(kept, node);
    else {
      const children = inlineOf(node.children);
      if (contentElement(node.name)?.kind === "mark") kept.push({ ...node, children });
      else for (const child of children) addNode(kept, child);
    }
  }
  return kept;
}

function addNode(kept: ContentNode[], node: ContentNode): void {
  const before = kept.at(-1);
  if (typeof node === "string" && typeof before === "string") kept[kept.length - 1] = before + node;
  else kept.push(node);
}

/** The id of the note that a superscript with this content refers to; empty if it is an ordinary one. */
function noteOf(children: ContentNode[]): string {
  const [link, ...others] = children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (link === undefined || typeof link === "string" || link.name !== "a" || others.length > 0) return "";
  const id = (attributeOf(link, "href") ?? "").replace("#", "");
  return isNoteId(id) ? id : "";
}

const reference = (number: number): ContentTag => ({
  name: "sup",
  attributes: [],
  children: [
    {
      name: "a",
      attributes: [
        ["href", `#fn-${number}`],
        ["id", `fnref-${number}`],
      ],
      children: [String(number)],
    },
  ],
});

const notesAtEnd = (notes: ContentTag[]): ContentTag => ({
  name: "section",
  attributes: [["class", "footnotes"]],
  children: [{ name: "ol", attributes: [], children: notes.map((note, index) => numbered(note, index + 1)) }],
});

function numbered(note: ContentTag, number: number): ContentTag {
  const { name, children } = withoutLinkBack(note);
  const line = lastLine(children);
  if (line.length > 0) {
    const end = line.length - 1;
    if (typeof line[end] === "string") line[end] += " ";
    else line.push(" ");
  }
  line.push({ name: "a", attributes: [["href", `#fnref-${number}`]], children: [BACK_SIGN] });
  return { name, attributes: [["id", `fn-${number}`]], children };
}

function withoutLinkBack({ name, children }: ContentTag): ContentTag {
  const own = withReferences(children, () => null, true);
  trimEnd(lastLine(own));
  return { name, attributes: [], children: own };
}

function lastLine(children: ContentNode[]): ContentNode[] {
  const last = children.at(-1);
  return typeof last !== "string" && last?.name === "p" ? last.children : children;
}

function trimEnd(line: ContentNode[]): void {
  for (let last = line.at(-1); typeof last === "string"; last = line.at(-1)) {
    let end = last.length;
    while (end > 0 && " \t\n\f".includes(last[end - 1] ?? "")) end--;
    if (end === last.length) return;
    line.pop();
    if (end > 0) {
      line.push(last.slice(0, end));
      return;
    }
  }
}
