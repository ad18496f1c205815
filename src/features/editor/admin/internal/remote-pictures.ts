import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { animationNote } from "#features/media/remote/admin/use-copied.ts";
import { useRemoteItems } from "#features/media/remote/admin/use-remote-items.ts";
import type { RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { isRemote } from "#shared/pictures.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { makeCards, unmadeCards } from "./card-node.ts";

/** Looked for in the pauses of writing, in milliseconds. */
const MAX_DELAY_MS = 500;

const srcOf = (node: Node): string => (node.type.name === "image" ? (node.attrs.src ?? "") : "");

/** Calls `found` for each picture with its place. */
export function eachPicture(doc: Node, found: (src: string, pos: number) => void): void {
  doc.descendants((node, pos) => {
    const src = srcOf(node);
    if (src !== "") found(src, pos);
    return true;
  });
}

/** The addresses of the pictures that are on other hosts, each once. */
function remoteAddresses(doc: Node): string[] {
  const addresses = new Set<string>();
  eachPicture(doc, (src) => {
    if (/^https?:/i.test(src) && isRemote(src)) addresses.add(src);
  });
  return [...addresses];
}

/** Shows stored pictures instead of those of other addresses; that is no step to be undone. */
export function bringPictures(editor: Editor, copies: ReadonlyMap<string, string>): void {
  const { tr } = editor.state;
  eachPicture(tr.doc, (src, pos) => {
    const copy = copies.get(src);
    if (copy) tr.setNodeAttribute(pos, "src", copy);
  });
  if (tr.docChanged) editor.view.dispatch(tr.setMeta("addToHistory", false));
}

/** Removes all pictures of an address, with their figures. */
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

/** What the text names on other hosts and does not have yet. */
const remoteItems = (doc: Node): RemoteItem[] => [
  ...remoteAddresses(doc).map((address) => ({ kind: "picture" as const, address })),
  ...unmadeCards(doc).map((address) => ({ kind: "card" as const, address })),
];

/** Asks the server for pictures and pages on other hosts, and shows copies and cards as soon as they are there. */
export function useRemoteContent(editor: Editor): void {
  const show = useToast();
  const [items, setItems] = useState(() => remoteItems(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      timer = undefined;
      const now = remoteItems(editor.state.doc);
      setItems((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    const later = () => {
      timer ??= setTimeout(renew, MAX_DELAY_MS);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
    };
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
}
