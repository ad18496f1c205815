import { type CommandProps, type Editor, Node, type NodeViewRenderer } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import { NodeSelection, type Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { BUTTON_CLASS, CARDS, FILE_CLASS } from "#features/content/model.ts";
import { ownCardPath } from "#features/content/rules.ts";
import { embedOf, hostOf } from "#features/media/remote/rules.ts";
import { linkAddress, pictureAddress } from "../safe-address.ts";
import { showNode } from "./editor-view.ts";

/** Enter in a button continues in a line below it. */
function leaveButton(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== "button") return false;
  const after = $from.after();
  return editor
    .chain()
    .insertContentAt(after, { type: "paragraph" })
    .setTextSelection(after + 1)
    .run();
}

/** A link shown as a button; its text is edited in place. */
export const Button = Node.create({
  name: "button",
  group: "block",
  content: "text*",
  marks: "",
  defining: true,
  addAttributes: () => ({ href: { default: "/", rendered: false } }),
  parseHTML: () => [
    {
      tag: `p.${BUTTON_CLASS}`,
      priority: 60,
      contentElement: "a",
      getAttrs: (element) => {
        const link = element.firstElementChild;
        const href = linkAddress(link?.getAttribute("href") ?? "");
        // Text next to the link would be lost.
        return href === null || link?.textContent?.trim() !== element.textContent?.trim() ? false : { href };
      },
    },
  ],
  renderHTML: ({ node }) => ["p", { class: BUTTON_CLASS }, ["a", { href: node.attrs.href }, 0]],
  addKeyboardShortcuts() {
    const { editor } = this;
    return { Enter: () => leaveButton(editor) };
  },
});

/** `about`: a description of the file, such as its type and size. */
export type FileAttributes = { href: string; name: string; about: string };

/** Parses a file's element; false if it contains anything else, which would be lost. */
function fileIn(element: HTMLElement): FileAttributes | false {
  const [line, about, ...more] = element.children;
  const link = line?.firstElementChild;
  const href = linkAddress(link?.getAttribute("href") ?? "");
  const isFile = link?.localName === "a" && line?.childNodes.length === 1 && more.length === 0;
  const hasMarks = [link, about].some((part) => part && part.childElementCount > 0);
  if (!isFile || hasMarks || href === null) return false;
  return { href, name: link.textContent ?? "", about: about?.textContent ?? "" };
}

const fileView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement("aside");
  dom.className = FILE_CLASS;
  const show = ({ attrs }: DocumentNode) => {
    // Not a link, because a click selects the file.
    const lines = [attrs.name, attrs.about].map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    });
    dom.replaceChildren(...lines);
  };
  return { dom, update: showNode(node, show), ignoreMutation: () => true };
};

/** A remote file that readers may open. An atom, edited in a dialog. */
export const FileBlock = Node.create({
  name: "file",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: "" }, name: { default: "" }, about: { default: "" } }),
  parseHTML: () => [{ tag: `aside.${FILE_CLASS}`, getAttrs: fileIn }],
  renderHTML: ({ node }) => {
    const { href, name, about } = node.attrs as FileAttributes;
    const more = about === "" ? [] : [["p", {}, about]];
    return ["aside", { class: FILE_CLASS }, ["p", {}, ["a", { href }, name]], ...more] as never;
  },
  addNodeView: () => fileView,
});

/** Readable names of file types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  csv: "CSV",
  doc: "Word",
  docx: "Word",
  epub: "EPUB",
  json: "JSON",
  md: "Markdown",
  mp3: "MP3",
  ods: "ODS",
  odt: "ODT",
  pdf: "PDF",
  ppt: "PowerPoint",
  pptx: "PowerPoint",
  txt: "Text",
  xls: "Excel",
  xlsx: "Excel",
  zip: "ZIP",
};

/** The name of a file from its address, and its type if known. */
export function describeFile(address: string): { name: string; about: string } {
  const last = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  const [, name = last, ending = ""] = /^(.+)\.(\w{1,5})$/.exec(decoded(last)) ?? [];
  const type = ending.toLowerCase();
  return {
    name: name.replaceAll(/[-_+\s]+/g, " ").trim(),
    about: (Object.hasOwn(TYPES, type) && TYPES[type]) || "",
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: used unchanged.
    return text;
  }
}

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    card: {
      /** Inserts a card at the caret; the server fills it in. */
      insertCard: (address: string) => ReturnType;
      cardToLink: () => ReturnType;
    };
  }
}

/** `title` is empty until the server has filled in the card. */
type CardAttributes = { href: string; title: string; source: string; picture: string; isVideo: boolean };

const [CARD, VIDEO] = CARDS;

function attributesOf(element: HTMLElement): CardAttributes | false {
  const link = element.querySelector("a");
  const href = linkAddress(link?.getAttribute("href") ?? "");
  if (!link || href === null) return false;
  // Of an own page, the text stores the address alone.
  if (ownCardPath(href) !== null) return { href, title: "", source: "", picture: "", isVideo: false };
  const title = link.textContent ?? "";
  return {
    href,
    title: title === href ? "" : title,
    source: element.querySelector("p + p")?.textContent ?? "",
    picture: pictureAddress(link.querySelector("img")?.getAttribute("src") ?? "") ?? "",
    isVideo: element.classList.contains(VIDEO),
  };
}

/** The same markup as the server's in `content/own-cards.ts`. */
function specOf({ attrs }: DocumentNode) {
  const { href, title, source, picture, isVideo } = attrs as CardAttributes;
  if (ownCardPath(href) !== null) return ["aside", { class: CARD }, ["p", {}, ["a", { href }, href]]];
  const image = picture === "" ? [] : [["img", { src: picture, alt: "" }]];
  const more = source === "" ? [] : [["p", {}, source]];
  return ["aside", { class: isVideo ? VIDEO : CARD }, ["p", {}, ["a", { href }, ...image, title || href]], ...more];
}

function cardAt(selection: Selection): { node: DocumentNode; pos: number } | null {
  return selection instanceof NodeSelection && selection.node.type.name === "card"
    ? { node: selection.node, pos: selection.from }
    : null;
}

/** A card as readers see it, or its address while pending (`data-unmade`). */
const cardView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement("aside");
  const show = ({ attrs }: DocumentNode) => {
    const { href, title, source, picture, isVideo } = attrs as CardAttributes;
    dom.className = isVideo ? VIDEO : CARD;
    dom.toggleAttribute("data-unmade", title === "");
    // Not a link, because a click selects the card.
    const link = document.createElement("p");
    if (picture !== "" && title !== "") {
      const image = document.createElement("img");
      image.src = picture;
      image.alt = "";
      link.append(image);
    }
    link.append(title || href);
    const more = document.createElement("p");
    const host = ownCardPath(href) === null ? hostOf(href) : "a page of this site";
    more.textContent = title === "" ? `Link to ${host}, without a card so far` : source;
    dom.replaceChildren(link, more);
  };
  return { dom, update: showNode(node, show), ignoreMutation: () => true };
};

function insertCard({ tr, state, dispatch }: CommandProps, address: string): boolean {
  const card = state.schema.nodes.card?.create({ href: address, isVideo: false, title: "", source: "", picture: "" });
  const { $from } = tr.selection;
  if (!card || $from.depth === 0) return false;
  if (!dispatch) return true;
  const [from, to] = [$from.before(1), $from.after(1)];
  const isEmpty = $from.depth === 1 && $from.parent.isTextblock && $from.parent.content.size === 0;
  if (isEmpty) tr.replaceWith(from, to, card);
  else tr.insert(to, card);
  const after = isEmpty ? from + card.nodeSize : to + card.nodeSize;
  // Writing continues below a pasted card.
  if (after === tr.doc.content.size) tr.insert(after, state.schema.nodes.paragraph?.create() ?? []);
  tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView();
  return true;
}

function cardToLink({ tr, state, dispatch }: CommandProps): boolean {
  const card = cardAt(tr.selection);
  const { paragraph } = state.schema.nodes;
  const { link } = state.schema.marks;
  if (!card || !paragraph || !link) return false;
  if (!dispatch) return true;
  const { href, title } = card.node.attrs as CardAttributes;
  // Not the address itself: a paragraph with only an address is a card.
  const text = state.schema.text(title || href.replace(/^https?:\/\/(?:www\.)?/i, ""), [link.create({ href })]);
  tr.replaceWith(card.pos, card.pos + card.node.nodeSize, paragraph.create(null, text));
  tr.setSelection(TextSelection.create(tr.doc, card.pos + 1 + text.nodeSize));
  return true;
}

/** The card of a remote page, filled in by the server. An atom: its content cannot be edited. */
export const Card = Node.create({
  name: "card",
  // In no group: cards are allowed at the top level only (starter-parts.ts).
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: { default: "" },
    title: { default: "" },
    source: { default: "" },
    picture: { default: "" },
    isVideo: { default: false },
  }),
  parseHTML: () => [CARD, VIDEO].map((name) => ({ tag: `aside.${name}`, getAttrs: attributesOf })),
  renderHTML: ({ node }) => specOf(node) as never,
  addNodeView: () => cardView,
  addCommands: () => ({
    insertCard: (address) => (props) => insertCard(props, address),
    cardToLink: () => cardToLink,
  }),
});

/** Pastes the address of a post or video on an empty line as a card. Returns false for any other text. */
export function pasteCard(view: EditorView, text: string): boolean {
  const address = text.trim();
  const { $from, empty } = view.state.selection;
  const isEmptyLine =
    empty && $from.depth === 1 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
  if (!isEmptyLine || !embedOf(address) || linkAddress(address) !== address) return false;
  const { state } = view;
  const { tr } = state;
  if (!insertCard({ tr, state, dispatch: () => undefined } as unknown as CommandProps, address)) return false;
  view.dispatch(tr.setMeta("paste", true));
  return true;
}

export function unmadeCards(doc: DocumentNode): string[] {
  const addresses = new Set<string>();
  doc.forEach(({ type, attrs }) => {
    if (type.name === "card" && attrs.title === "") addresses.add(attrs.href);
  });
  return [...addresses];
}

/** Fills in cards known to the server, without an undo step. */
export function makeCards(editor: Editor, details: ReadonlyMap<string, Omit<CardAttributes, "href">>): void {
  const { tr } = editor.state;
  tr.doc.forEach(({ type, attrs }, pos) => {
    const known = type.name === "card" && attrs.title === "" ? details.get(attrs.href) : undefined;
    if (known) tr.setNodeMarkup(pos, null, { href: attrs.href, ...known });
  });
  if (tr.docChanged) editor.view.dispatch(tr.setMeta("addToHistory", false));
}
