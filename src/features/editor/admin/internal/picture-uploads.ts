import { useQueryClient } from "@tanstack/react-query";
import type { Editor } from "@tiptap/core";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { useEffect, useRef } from "react";
import { creditOf, readStored } from "#features/media/pictures/admin/stored-picture.ts";
import type { UploadOutcome } from "#features/media/pictures/admin/upload-outcomes.ts";
import { useUpload } from "#features/media/pictures/admin/use-upload.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { addWaitingPicture } from "#ui/admin/edit-form/waiting-pictures.ts";
import { galleryDepth, galleryOf } from "./figure-nodes.ts";

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
    // A picture cancelled during the other uploads has no position any more.
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
