import { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { EXTENSIONS } from "#features/editor/admin/extensions.ts";
import { htmlOf } from "#features/editor/admin/html-of.ts";
import type { Json } from "./editor-documents.ts";

/** Builds nodes of a document; text may be given as such. */
const node =
  (type: string, attrs: Record<string, unknown> = {}) =>
  (...content: (Json | string)[]): Json => ({
    type,
    attrs,
    content: content.map((each) => (typeof each === "string" ? text(each) : each)),
  });
export const text = (value: string, ...marks: (string | Json)[]): Json => ({
  type: "text",
  text: value,
  marks: marks.map((mark) => (typeof mark === "string" ? { type: mark } : mark)),
});
export const link = (href: string): Json => ({ type: "link", attrs: { href } });
export const p = node("paragraph");
export const laidOut = (attrs: { align?: string; indent?: number }) => node("paragraph", attrs);
export const heading = (level: number) => node("heading", { level });
export const quote = node("blockquote");
export const code = node("codeBlock");
export const bullets = node("bulletList");
export const item = node("listItem");
export const picture = (src = "/a.png", alt = ""): Json => ({ type: "image", attrs: { src, alt } });
export const figure = (credit: string, caption: string, image = picture()): Json =>
  node("figure")(
    image,
    node("figureCredit")(...(credit && [credit])),
    node("figureCaption")(...(caption && [caption])),
  );
export const gallery = node("gallery");
export const aside = (kind: string) => node("aside", { kind });
export const footnote = (note: string): Json => ({ type: "footnote", attrs: { note } });
export const table = (...rows: string[][]): Json =>
  node("table")(
    ...rows.map((cells) => node("tableRow")(...cells.map((cell) => node("tableCell")(p(...(cell ? [cell] : [])))))),
  );

/** The article editor without a page around it: its document, commands, plugins and keys, but nothing on a screen. */
export function openEditor(...content: Json[]): Editor {
  const editor = new Editor({
    element: null,
    extensions: EXTENSIONS,
    content: { type: "doc", content },
    enableContentCheck: true,
  });
  // Tiptap adds the plugins when it makes the view.
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }));
  return editor;
}

export const html = (editor: Editor): string => htmlOf(editor.state.doc);

/** Where a text begins in the document. */
export function find(editor: Editor, wanted: string): number {
  let found = -1;
  editor.state.doc.descendants((each, pos) => {
    const at = each.isText ? (each.text ?? "").indexOf(wanted) : -1;
    if (found === -1 && at >= 0) found = pos + at;
  });
  if (found === -1) throw new Error(`The document has no text "${wanted}".`);
  return found;
}

/** Selects from the beginning of one text to the end of another, or of the same. */
export function select(editor: Editor, first: string, last = first): void {
  editor.commands.setTextSelection({ from: find(editor, first), to: find(editor, last) + last.length });
}

/** Puts the cursor before a text, or after it. */
export const cursorBefore = (editor: Editor, wanted: string) => editor.commands.setTextSelection(find(editor, wanted));
export const cursorAfter = (editor: Editor, wanted: string) =>
  editor.commands.setTextSelection(find(editor, wanted) + wanted.length);

/** Selects what can be selected near a position, which may be beyond the end. */
export function selectNear(editor: Editor, at: number, length: number): void {
  const { doc, tr } = editor.state;
  const from = at % (doc.content.size + 1);
  const to = Math.min(doc.content.size, from + length);
  editor.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
}

/** Selects the first node of a type as a whole. */
export function selectNode(editor: Editor, type: string): void {
  let found = -1;
  editor.state.doc.descendants((each, pos) => {
    if (found === -1 && each.type.name === type) found = pos;
  });
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, found)));
}

const CODES: Record<string, number> = { Tab: 9, Enter: 13, Escape: 27, Backspace: 8, Delete: 46 };
/** What a keyboard sends together with Shift. */
const SHIFTED: Record<string, string> = { "7": "&", "8": "*" };

/** Presses keys in ProseMirror's notation, `Mod-Shift-7`. Answers whether the editor took them. */
export function press(editor: Editor, keys: string): boolean {
  const parts = keys.split("-");
  const name = parts.pop() ?? "";
  const shiftKey = parts.includes("Shift");
  const plain = name.length === 1 ? name.toLowerCase() : name;
  const event = {
    key: shiftKey && name.length === 1 ? (SHIFTED[name] ?? name.toUpperCase()) : plain,
    keyCode: CODES[name] ?? name.toUpperCase().charCodeAt(0),
    ctrlKey: parts.includes("Mod") || parts.includes("Ctrl"),
    altKey: parts.includes("Alt"),
    metaKey: false,
    shiftKey,
    preventDefault: () => {},
  } as KeyboardEvent;
  return editor.state.plugins.some((plugin) => plugin.props.handleKeyDown?.call(plugin, editor.view, event));
}

/** Types a text, letter by letter, with the shorthands that the editor knows. */
export function type(editor: Editor, typed: string): void {
  for (const letter of typed) {
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(letter, from, to);
    const isTaken = editor.state.plugins.some((plugin) =>
      plugin.props.handleTextInput?.call(plugin, editor.view, from, to, letter, insert),
    );
    if (!isTaken) editor.view.dispatch(insert());
  }
}
