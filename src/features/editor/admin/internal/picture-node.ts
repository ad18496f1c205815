import type { Editor } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import { PICTURE_WIDTHS } from "#features/content/model.ts";
import { hostOf } from "#features/media/remote/rules.ts";
import { isNewPicture, outcomeOf, waitingFile } from "#ui/admin/edit-form/waiting-pictures.ts";
import { pictureAddress } from "../safe-address.ts";
import { focusText, showNode } from "./editor-view.ts";

const srcOf = (element: HTMLElement) => pictureAddress(element.getAttribute("src") ?? "");

function altLine(): { line: HTMLElement; input: HTMLInputElement } {
  const line = document.createElement("label");
  line.className = "picture-alt";
  line.contentEditable = "false";
  const name = document.createElement("span");
  name.textContent = "Alt";
  name.setAttribute("aria-hidden", "true");
  const input = document.createElement("input");
  input.type = "text";
  input.autocomplete = "off";
  input.placeholder = "What the image shows, for readers who cannot see it";
  input.setAttribute("aria-label", "Alternative text of the image");
  line.append(name, input);
  return { line, input };
}

/** The source of a picture: its file while it waits for the upload. `end` frees the object URL. */
function localSource() {
  let shown: { src: string; url: string } | null = null;
  const end = () => {
    if (shown) URL.revokeObjectURL(shown.url);
    shown = null;
  };
  return {
    end,
    /** The displayed address for one in the text; the same unless this browser has the file. */
    of(src: string | null): { src: string | null; isWaiting: boolean } {
      if (shown !== null && shown.src === src) return { src: shown.url, isWaiting: true };
      end();
      if (src === null) return { src, isWaiting: false };
      const outcome = outcomeOf(src);
      if (outcome && "url" in outcome) return { src: outcome.url, isWaiting: false };
      const file = waitingFile(src);
      if (!file) return { src, isWaiting: false };
      shown = { src, url: URL.createObjectURL(file) };
      return { src: shown.url, isWaiting: true };
    },
  };
}

/** The note below a picture that is not uploaded yet. */
function waitingNote(isNew: boolean): HTMLElement {
  const note = document.createElement("p");
  note.className = "picture-waits";
  note.contentEditable = "false";
  note.textContent = isNew ? "Uploading image..." : "Waits for the connection";
  return note;
}

function pictureView(editor: Editor, node: Node, getPos: () => number | undefined): NodeView {
  const dom = document.createElement("div");
  dom.className = "picture";
  const image = dom.appendChild(document.createElement("img"));
  const { line, input } = altLine();
  const note = waitingNote(isNewPicture(node.attrs.src ?? ""));
  dom.append(line);
  const local = localSource();
  const show = ({ attrs }: Node) => {
    // Editors' browsers do not request other hosts either; see text-pictures.ts.
    const isElsewhere = /^https?:/i.test(attrs.src ?? "");
    if (isElsewhere) dom.dataset.remote = hostOf(attrs.src);
    else delete dom.dataset.remote;
    if (attrs.extent === null) delete dom.dataset.extent;
    else dom.dataset.extent = attrs.extent;
    const { src, isWaiting } = local.of(isElsewhere ? null : (attrs.src ?? null));
    if (isWaiting) image.after(note);
    else note.remove();
    for (const name of ["src", "alt", "title", "width", "height"]) {
      const value = name === "src" ? src : attrs[name];
      if (value === null || value === undefined) image.removeAttribute(name);
      else if (image.getAttribute(name) !== String(value)) image.setAttribute(name, String(value));
    }
    if (input.value !== attrs.alt) input.value = attrs.alt ?? "";
    input.disabled = !editor.isEditable;
  };
  const update = showNode(node, show);
  input.addEventListener("input", () => {
    const pos = getPos();
    if (pos !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, "alt", input.value));
  });
  input.addEventListener("keydown", (event) => {
    // Prevents Enter from submitting the form around the editor.
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    const pos = getPos();
    if (pos === undefined) return;
    editor.commands.setNodeSelection(pos);
    focusText(editor);
  });
  return {
    dom,
    update,
    stopEvent: (event) => event.target instanceof globalThis.Node && line.contains(event.target),
    ignoreMutation: () => true,
    destroy: local.end,
  };
}

/** A picture between paragraphs. Pictures with a rejected address are dropped. */
export const PictureNode = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      src: { default: null, parseHTML: srcOf },
      alt: { default: "" },
      extent: {
        default: null,
        parseHTML: ({ classList }: HTMLElement) => PICTURE_WIDTHS.find((name) => classList.contains(name)) ?? null,
        renderHTML: ({ extent }: { extent: string | null }) => (extent === null ? {} : { class: extent }),
      },
    };
  },
  parseHTML: () => [{ tag: "img[src]", getAttrs: (element) => (srcOf(element) ? null : false) }],
  // No Markdown shorthand: addresses are entered in the dialog, which validates them.
  addInputRules: () => [],
  // While the editor opens without its plugins, the bare element would request any address.
  addNodeView() {
    return ({ editor, node, getPos }) => pictureView(editor, node, getPos);
  },
  // Also by a plugin: Tiptap removes its views when the editor closes, and the bare elements would request other hosts.
  addProseMirrorPlugins() {
    const { editor } = this;
    const nodeViews = {
      image: (node: Node, _view: unknown, getPos: () => number | undefined) => pictureView(editor, node, getPos),
    };
    return [new Plugin({ props: { nodeViews } })];
  },
});
