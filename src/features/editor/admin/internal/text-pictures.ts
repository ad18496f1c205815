import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useRef, useState } from "react";
import { ownCardPath } from "#features/content/rules.ts";
import { uploadPicture } from "#features/media/pictures/admin/use-upload.ts";
import { animationNote, useRemoteItems } from "#features/media/remote/admin/remote-items.tsx";
import type { RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { isRemote } from "#shared/pictures.ts";
import { isPassing, useRetry } from "#ui/admin/session/retry.ts";
import {
  isNewPicture,
  isWaitingPicture,
  onPictureOutcome,
  outcomeOf,
  uploadWaiting,
} from "#ui/admin/session/waiting-pictures.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import { type OwnPageCard, useOwnCards } from "../link-targets.ts";
import { makeCards, unmadeCards } from "./card-nodes.ts";
import { afterChanges } from "./editor-view.ts";

const MAX_DELAY_MS = 500;

function eachPicture(doc: Node, found: (src: string, pos: number) => void): void {
  doc.descendants((node, pos) => {
    if (node.type.name === "image" && node.attrs.src) found(node.attrs.src, pos);
  });
}

function addressesIn(doc: Node, test: (src: string) => boolean): string[] {
  const addresses = new Set<string>();
  eachPicture(doc, (src) => {
    if (test(src)) addresses.add(src);
  });
  return [...addresses];
}

const isOnOtherHost = (src: string) => /^https?:/i.test(src) && isRemote(src);

/** Replaces addresses of pictures by those of stored ones, without an undo step. */
export function bringPictures(editor: Editor, copies: ReadonlyMap<string, string>): void {
  const { tr } = editor.state;
  eachPicture(tr.doc, (src, pos) => {
    const copy = copies.get(src);
    if (copy) tr.setNodeAttribute(pos, "src", copy);
  });
  if (tr.docChanged) editor.view.dispatch(tr.setMeta("addToHistory", false));
}

export function removePictures(editor: Editor, address: string): void {
  const { tr } = editor.state;
  const places: number[] = [];
  eachPicture(tr.doc, (src, pos) => {
    if (src === address) places.unshift(pos);
  });
  for (const pos of places) {
    const $pos = tr.doc.resolve(pos);
    const isInFigure = $pos.parent.type.name === "figure";
    const from = isInFigure ? $pos.before() : pos;
    tr.deleteRange(from, isInFigure ? $pos.after() : pos + 1);
  }
  if (tr.docChanged) editor.view.dispatch(tr);
}

const remoteItems = (doc: Node): RemoteItem[] => [
  ...addressesIn(doc, isOnOtherHost).map((address) => ({ kind: "picture" as const, address })),
  ...unmadeCards(doc)
    .filter((address) => ownCardPath(address) === null)
    .map((address) => ({ kind: "card" as const, address })),
];

const ownPages = (doc: Node): string[] => unmadeCards(doc).flatMap((address) => ownCardPath(address) ?? []);

/** Requests copies of remote pictures and pages, and shows them as soon as they are available. */
export function useRemoteContent(editor: Editor): void {
  const show = useToast();
  const [items, setItems] = useState(() => remoteItems(editor.state.doc));
  const [pages, setPages] = useState(() => ownPages(editor.state.doc));
  useEffect(() => {
    const renew = () => {
      const now = remoteItems(editor.state.doc);
      setItems((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
      const own = ownPages(editor.state.doc);
      setPages((before) => (before.join() === own.join() ? before : own));
    };
    return afterChanges(editor, MAX_DELAY_MS, renew);
  }, [editor]);
  const signature = JSON.stringify(useRemoteItems(items).filter(({ state }) => state === "done"));
  useEffect(() => {
    const done = JSON.parse(signature) as RemoteState[];
    if (done.length === 0) return;
    const note = animationNote(done);
    if (note) show(note);
    bringPictures(editor, new Map(done.map(({ address, url }) => [address, url])));
    makeCards(editor, new Map(done.flatMap(({ address, card }) => (card ? [[address, card] as const] : []))));
  }, [editor, signature, show]);
  const cards = JSON.stringify([...useOwnCards(pages)]);
  useEffect(() => {
    const known = JSON.parse(cards) as [string, OwnPageCard][];
    if (known.length === 0) return;
    makeCards(editor, new Map(known.map(([path, card]) => [path, { ...card, isVideo: false }])));
  }, [editor, cards]);
}

/** The text's pictures that only this browser has, or had until the last upload. */
const localPictures = (doc: Node): string[] => addressesIn(doc, isWaitingPicture);

/** Uploads waiting pictures of the text as soon as the server is reachable. */
export function useWaitingPictures(editor: Editor): void {
  const api = useEditorApi();
  const show = useToast();
  const retry = useRetry(() => void run());
  /** Whether an upload is running or its next try is scheduled. */
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
    editor.isDestroyed ? [] : localPictures(editor.state.doc).filter((address) => !outcomeOf(address));
  /** Applies the outcomes of uploads to the text, because undo may restore temporary addresses. */
  const settle = () => {
    if (editor.isDestroyed) return;
    for (const error of settlePictures(editor)) show(failureToast(error, "Upload failed", "Could not upload image"));
  };
  const latest = useRef({ run, settle, waiting, schedule: retry.schedule });
  latest.current = { run, settle, waiting, schedule: retry.schedule };
  useEffect(() => {
    const onUpdate = () => {
      latest.current.settle();
      // Old ones have just failed: the next try is after a delay or when the connection is back.
      const waiting = isDue.current ? [] : latest.current.waiting();
      if (waiting.length === 0) return;
      if (waiting.some(isNewPicture)) return void latest.current.run();
      isDue.current = true;
      latest.current.schedule();
    };
    editor.on("update", onUpdate);
    const end = onPictureOutcome(() => latest.current.settle());
    // Restored work may contain some.
    void latest.current.run();
    return () => {
      editor.off("update", onUpdate);
      end();
    };
  }, [editor]);
}

/**
 * Replaces the addresses of stored pictures and removes rejected ones, whose captions become lines, without an
 * undo step. Returns the reasons of rejections.
 */
export function settlePictures(editor: Editor): unknown[] {
  const stored = new Map<string, string>();
  const rejected = new Map<string, unknown>();
  for (const address of localPictures(editor.state.doc)) {
    const outcome = outcomeOf(address);
    if (outcome && "url" in outcome) stored.set(address, outcome.url);
    else if (outcome) rejected.set(address, outcome.refused);
  }
  if (stored.size > 0) bringPictures(editor, stored);
  if (rejected.size > 0) dropPictures(editor, new Set(rejected.keys()));
  return [...rejected.values()];
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
