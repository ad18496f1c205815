import type { Editor } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { likest } from "#shared/likeness.ts";
import type { CardInText } from "../rich-text.ts";
import { afterChanges, openDecorations } from "./editor-view.ts";

const KEY = new PluginKey<DecorationSet>("cards");

/** The end of the outermost block that a card belongs to: the end of the text if it is gone. */
export function endOfBlock({ doc }: Editor["state"], { words, before }: Pick<CardInText, "words" | "before">): number {
  const blocks: { text: string; end: number }[] = [];
  doc.forEach((node, offset) => {
    blocks.push({ text: node.textBetween(0, node.content.size, " "), end: offset + node.nodeSize });
  });
  const texts = blocks.map(({ text }) => text);
  const at = likest(texts, words === "" ? before : words);
  if (words === "" && before === "") return 0;
  return blocks[at]?.end ?? doc.content.size;
}

/** Debounce of finding the places again after a change, in milliseconds. */
const DELAY_MS = 500;

/** Shows cards below blocks of the text, which are not part of it. */
export function useCardsInText(editor: Editor, cards: readonly CardInText[]): ReactNode {
  const [hosts] = useState(() => new Map<string, HTMLElement>());
  const hostOf = (id: string): HTMLElement => {
    const known = hosts.get(id);
    if (known) return known;
    const host = document.createElement("div");
    host.contentEditable = "false";
    host.className = "card-in-text";
    hosts.set(id, host);
    return host;
  };
  const place = useEffectEvent(() => {
    if (editor.isDestroyed) return;
    const { doc, tr } = editor.state;
    const before = KEY.getState(editor.state)?.find() ?? [];
    const widgets = cards.map((card) => {
      const options = { key: card.id, side: 1, stopEvent: () => true, ignoreSelection: true };
      return Decoration.widget(endOfBlock(editor.state, card), hostOf(card.id), options);
    });
    const inWords = (all: readonly Decoration[]) => all.map(({ from, spec }) => `${from} ${spec.key}`).join();
    if (inWords(before) === inWords(widgets)) return;
    editor.view.dispatch(tr.setMeta(KEY, DecorationSet.create(doc, widgets)).setMeta("addToHistory", false));
  });
  const hasCards = cards.length > 0;
  useEffect(() => {
    if (!hasCards || editor.isDestroyed) return;
    const close = openDecorations(editor, KEY);
    const stop = afterChanges(editor, DELAY_MS, () => place());
    return () => {
      stop();
      close();
    };
  }, [editor, hasCards]);
  const ids = cards.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again whenever other cards are shown
  useEffect(() => place(), [editor, ids]);
  return cards.map(({ id, card }) => createPortal(card, hostOf(id), id));
}
