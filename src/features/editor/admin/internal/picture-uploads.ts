import { useQueryClient } from "@tanstack/react-query";
import { type Editor, Extension } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type NodeView } from "@tiptap/pm/view";
import { useEffect, useRef } from "react";
import { PICTURE_WIDTHS } from "#features/content/model.ts";
import { creditOf, readStored } from "#features/media/pictures/admin/calls.ts";
import { type UploadOutcome, useUpload } from "#features/media/pictures/admin/use-upload.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { hostOf } from "#features/media/remote/rules.ts";
import { addWaitingPicture, isNewPicture, outcomeOf, waitingFile } from "#ui/admin/session/waiting-pictures.ts";
import { pictureAddress } from "../safe-address.ts";
import { focusText, showNode } from "./editor-view.ts";
import { type FigureLine, galleryDepth, galleryOf, LINE_PROMPTS } from "./figure-nodes.ts";

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

/** The lines of a picture without texts, which make it a figure (`goToFigureLine`); hidden in one (editor-panels.css). */
function emptyLines(go: (line: FigureLine) => void): HTMLElement {
  const lines = document.createElement("div");
  lines.className = "picture-lines";
  lines.contentEditable = "false";
  for (const [line, prompt] of Object.entries(LINE_PROMPTS) as [FigureLine, string][]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = prompt;
    button.addEventListener("click", () => go(line));
    lines.append(button);
  }
  return lines;
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
  const lines = emptyLines((name) => {
    const pos = getPos();
    if (pos === undefined || !editor.isEditable) return;
    editor.chain().setNodeSelection(pos).goToFigureLine(name).run();
    focusText(editor);
  });
  dom.append(line, lines);
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
    stopEvent: (event) =>
      event.target instanceof globalThis.Node && (line.contains(event.target) || lines.contains(event.target)),
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

/** A placeholder in the text for a picture being uploaded. Not part of the document. */
type UploadPlace = { id: object; pos: number; element: HTMLElement };
type Change = { add: UploadPlace } | { remove: object };

const key = new PluginKey<DecorationSet>("uploadPlaces");

export const addPlace = (tr: Transaction, place: UploadPlace) => tr.setMeta(key, { add: place } satisfies Change);
export const removePlace = (tr: Transaction, id: object) => tr.setMeta(key, { remove: id } satisfies Change);

export function placeOf(state: EditorState, id: object): number | null {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null;
}

export function hasSeveralPlaces(state: EditorState, pos: number): boolean {
  return (key.getState(state)?.find(pos, pos).length ?? 0) > 1;
}

function changed(set: DecorationSet, tr: Transaction): DecorationSet {
  const moved = set.map(tr.mapping, tr.doc);
  const change: Change | undefined = tr.getMeta(key);
  if (!change) return moved;
  if ("remove" in change) return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove));
  const { id, pos, element } = change.add;
  // After anything inserted at the same position, so that pictures appear in the order they were chosen.
  return moved.add(tr.doc, [
    Decoration.widget(pos, element, { id, side: 1, stopEvent: () => true, ignoreSelection: true }),
  ]);
}

/** Maps the placeholders of running uploads through edits. */
export const UploadPlaces = Extension.create({
  name: "uploadPlaces",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: { init: () => DecorationSet.empty, apply: (tr, set) => changed(set, tr) },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

/** The placeholder of a picture being uploaded: name, progress and a cancel button. */
function uploadView(name: string, cancel: () => void): { element: HTMLElement; show: (share: number) => void } {
  const element = document.createElement("span");
  element.className = "upload-place";
  element.contentEditable = "false";
  const label = document.createElement("span");
  label.className = "upload-place-name";
  label.textContent = name;
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", `Upload of ${name}`);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Cancel";
  button.setAttribute("aria-label", `Cancel the upload of ${name}`);
  button.addEventListener("click", cancel);
  element.append(label, bar, button);
  return {
    element,
    show: (share) => {
      bar.value = share;
    },
  };
}

/** An upload in progress; `leave` removes its placeholder from the text. */
type Running = { picture: () => Promise<Node | null>; place: () => number | null; leave: () => void };
type Uploaded = Omit<Running, "picture"> & { node: Node };

type PictureUploads = {
  /** From 0 to 1 while pictures are being uploaded; null otherwise. */
  progress: number | null;
  /** Uploads files and inserts them in order at `pos` or the selection, optionally as a gallery. */
  uploadAll: (files: File[], pos?: number, asGallery?: boolean) => Promise<void>;
};

/** Uploads from inside the text. If the server is unreachable, a picture is inserted immediately and uploaded later. */
export function usePictureUploads(editor: Editor): PictureUploads {
  const { progress, upload } = useUpload();
  const client = useQueryClient();
  const running = useRef(new Map<object, AbortController>());

  useEffect(() => {
    const uploads = running.current;
    // Deleting a placeholder with the text around it cancels its upload.
    const cancelGone = () => {
      for (const [id, controller] of uploads) if (placeOf(editor.state, id) === null) controller.abort();
    };
    editor.on("transaction", cancelGone);
    return () => {
      editor.off("transaction", cancelGone);
      for (const controller of uploads.values()) controller.abort();
    };
  }, [editor]);

  /** Adds a placeholder and uploads. `picture` is null if the upload failed or was cancelled. */
  function begin(file: File, pos: number, outcomes: UploadOutcome[]): Running {
    const id = {};
    const controller = new AbortController();
    const view = uploadView(file.name, () => controller.abort());
    const leave = () => {
      running.current.delete(id);
      if (!editor.isDestroyed) editor.view.dispatch(removePlace(editor.state.tr, id));
    };
    controller.signal.addEventListener("abort", leave, { once: true });
    editor.view.dispatch(addPlace(editor.state.tr, { id, pos, element: view.element }));
    running.current.set(id, controller);
    const { signal } = controller;
    const uploaded = upload(file, { onProgress: view.show, signal, keep: addWaitingPicture, outcomes });
    const picture = async () => {
      const src = await uploaded;
      const known = src === null ? undefined : await readStored(client, src);
      const isLeft = controller.signal.aborted || editor.isDestroyed || src === null;
      return isLeft ? null : pictureOf(editor.state, src, known);
    };
    return { picture, place: () => placeOf(editor.state, id), leave };
  }

  async function uploadAll(files: File[], pos = editor.state.selection.to, asGallery = false) {
    const outcomes: UploadOutcome[] = [];
    const running = files.map((file) => begin(file, pos, outcomes));
    const together: Uploaded[] = [];
    for (const { picture, place, leave } of running) {
      const node = await picture();
      if (node && asGallery) together.push({ node, place, leave });
      else {
        if (node) insert(node, place());
        leave();
      }
    }
    const [first] = together;
    if (!first || editor.isDestroyed) return;
    // A picture cancelled during the other uploads no longer has a position.
    const nodes = together.flatMap(({ node, place }) => (place() === null ? [] : [node]));
    const gallery = nodes.length > 1 ? galleryOf(nodes) : nodes[0];
    if (gallery) insert(gallery, together.map(({ place }) => place()).find((place) => place !== null) ?? null);
    for (const { leave } of together) leave();
  }

  function insert(node: Node, place: number | null) {
    if (place !== null && !editor.isDestroyed) editor.view.dispatch(insertedAt(editor.state, node, place));
  }
  return { progress, uploadAll };
}

/** A picture with its texts from the library, because the same file may have been described before. */
function pictureOf({ schema }: EditorState, src: string, known?: StoredPicture): Node {
  const attributes = { src, alt: known?.alt ?? "" };
  const isFigure = known !== undefined && (known.caption !== "" || creditOf(known) !== "");
  return isFigure ? schema.nodeFromJSON(figureOf(known, attributes)) : schema.node("image", attributes);
}

/** Inserts pictures of the library at the cursor, one below the other, with their texts. */
export function insertPictures(editor: Editor, pictures: readonly StoredPicture[]): void {
  const nodes = pictures.map((picture) => pictureOf(editor.state, picture.url, picture).toJSON());
  editor.commands.insertContent(nodes);
}

export const pictureAt = (state: EditorState, src: string, pos: number, known?: StoredPicture): Transaction =>
  insertedAt(state, pictureOf(state, src, known), pos);

/** Inserts a picture or gallery. It replaces an empty line, unless that is the last one or a picture is pending there. */
export function insertedAt(state: EditorState, picture: Node, pos: number): Transaction {
  const { doc, tr } = state;
  const $pos = doc.resolve(pos);
  const gallery = galleryDepth($pos);
  const figures = picture.type.name === "gallery" ? picture : galleryOf([picture]);
  // Into a gallery, after the figure at this position.
  if (gallery !== undefined && figures)
    return tr.insert($pos.depth > gallery ? $pos.after(gallery + 1) : pos, figures.content);
  const isEmptyLine = $pos.parent.isTextblock && $pos.parent.content.size === 0;
  const isNeeded = isEmptyLine && ($pos.after() === doc.content.size || hasSeveralPlaces(state, pos));
  return isNeeded ? tr.insert($pos.before(), picture) : tr.replaceRangeWith(pos, pos, picture);
}

/** A figure with its picture's texts from the library (figure-nodes.ts). */
export function figureOf(picture: StoredPicture, attributes = { src: picture.url, alt: picture.alt }) {
  const line = (type: string, text: string) => ({ type, ...(text && { content: [{ type: "text", text }] }) });
  return {
    type: "figure",
    content: [
      { type: "image", attrs: attributes },
      line("figureCredit", creditOf(picture)),
      line("figureCaption", picture.caption),
    ],
  };
}
