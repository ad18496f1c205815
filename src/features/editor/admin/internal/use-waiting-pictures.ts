import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useRef } from "react";
import { uploadPicture } from "#features/media/pictures/admin/upload.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { isPassing } from "#ui/admin/edit-form/passing.ts";
import { useRetry } from "#ui/admin/edit-form/use-retry.ts";
import {
  isNewPicture,
  isWaitingPicture,
  onPictureOutcome,
  outcomeOf,
  uploadWaiting,
} from "#ui/admin/edit-form/waiting-pictures.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import { bringPictures, eachPicture } from "./remote-pictures.ts";

/** The addresses of the text's pictures that this browser has and the server does not, or did not have until now. */
function localPictures(doc: Node): Set<string> {
  const addresses = new Set<string>();
  eachPicture(doc, (src) => {
    if (isWaitingPicture(src)) addresses.add(src);
  });
  return addresses;
}

/**
 * Uploads the pictures of the text that wait for the connection as soon as the server can be reached, and shows them by
 * their addresses from then on.
 */
export function useWaitingPictures(editor: Editor): void {
  const api = useEditorApi();
  const show = useToast();
  const retry = useRetry(() => void run());
  /** Whether an upload is under way, or its next try is set. */
  const isDue = useRef(false);
  async function run(): Promise<void> {
    isDue.current = true;
    try {
      for (let left = waiting(); left.length > 0; left = waiting())
        await uploadWaiting(left, (file) => uploadPicture(api, file));
      isDue.current = false;
      retry.stop();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (!editor.isDestroyed) retry.schedule();
    }
  }
  const waiting = () =>
    editor.isDestroyed ? [] : [...localPictures(editor.state.doc)].filter((address) => !outcomeOf(address));
  /** The text with what has become of its pictures, which undoing may bring back as they were. */
  const settle = () => {
    if (editor.isDestroyed) return;
    for (const error of settlePictures(editor)) show(failureToast(error, "Upload failed", "Could not upload image"));
  };
  const latest = useRef({ run, settle, waiting, schedule: retry.schedule });
  latest.current = { run, settle, waiting, schedule: retry.schedule };
  useEffect(() => {
    const onUpdate = () => {
      latest.current.settle();
      // What is not new has just failed: the next try is when the connection is back, or in a moment.
      const waiting = isDue.current ? [] : latest.current.waiting();
      if (waiting.length === 0) return;
      if (waiting.some(isNewPicture)) return void latest.current.run();
      isDue.current = true;
      latest.current.schedule();
    };
    editor.on("update", onUpdate);
    const end = onPictureOutcome(() => latest.current.settle());
    // Restored work may hold some.
    void latest.current.run();
    return () => {
      editor.off("update", onUpdate);
      end();
    };
  }, [editor]);
}

/**
 * Replaces the addresses of pictures that are stored, and removes those that were refused, whose captions become lines;
 * that is no step to be undone. Returns why pictures were refused.
 */
export function settlePictures(editor: Editor): unknown[] {
  const stored = new Map<string, string>();
  const refused = new Map<string, unknown>();
  for (const address of localPictures(editor.state.doc)) {
    const outcome = outcomeOf(address);
    if (outcome && "url" in outcome) stored.set(address, outcome.url);
    else if (outcome) refused.set(address, outcome.refused);
  }
  if (stored.size > 0) bringPictures(editor, stored);
  if (refused.size > 0) dropPictures(editor, new Set(refused.keys()));
  return [...refused.values()];
}

function dropPictures(editor: Editor, addresses: ReadonlySet<string>): void {
  const { tr } = editor.state;
  const places: number[] = [];
  eachPicture(tr.doc, (src, pos) => {
    if (addresses.has(src)) places.unshift(pos);
  });
  for (const pos of places) {
    // A figure without a picture becomes its lines (figure-nodes.ts).
    if (tr.doc.resolve(pos).parent.type.name === "figure") tr.setNodeAttribute(pos, "src", null);
    else tr.deleteRange(pos, pos + 1);
  }
  editor.view.dispatch(tr.setMeta("addToHistory", false));
}
