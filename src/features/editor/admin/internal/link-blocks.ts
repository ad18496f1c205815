import { type Editor, Node, type NodeViewRenderer } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import { BUTTON_CLASS, FILE_CLASS } from "#features/content/model.ts";
import { linkAddress } from "../safe-address.ts";
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
