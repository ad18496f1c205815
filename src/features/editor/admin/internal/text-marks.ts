import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useDeadLinks } from "../link-targets.ts";
import { afterChanges, openDecorations } from "./editor-view.ts";

const DELAY_MS = 300;

/**
 * Marks places in a text by decorations, which are not part of the content. `find` must be referentially stable; without it
 * nothing is marked.
 */
export function useTextMarks(
  editor: Editor,
  key: PluginKey<DecorationSet>,
  find: ((doc: Node) => Decoration[]) | undefined,
): void {
  const mark = useEffectEvent(() => {
    if (!find || editor.isDestroyed) return;
    const { doc, tr } = editor.state;
    const set = DecorationSet.create(doc, find(doc));
    const placed = (all: DecorationSet | undefined) =>
      all
        ?.find()
        .map(({ from, to }) => `${from} ${to}`)
        .join();
    if (placed(key.getState(editor.state)) === placed(set)) return;
    editor.view.dispatch(tr.setMeta(key, set).setMeta("addToHistory", false));
  });
  const isOn = find !== undefined;
  useEffect(() => {
    if (!isOn || editor.isDestroyed) return;
    const close = openDecorations(editor, key);
    const stop = afterChanges(editor, DELAY_MS, () => mark());
    return () => {
      stop();
      close();
    };
  }, [editor, key, isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when what is found changes
  useEffect(() => mark(), [editor, find]);
}

const DEAD_LINKS = new PluginKey<DecorationSet>("deadLinks");

/** Marks the links of a text that lead nowhere, with the reason as their tooltip. */
export function useDeadLinkMarks(editor: Editor): void {
  const dead = useDeadLinks();
  const find = useMemo(() => {
    if (dead.size === 0) return undefined;
    return (doc: Node) => {
      const found: Decoration[] = [];
      doc.descendants((node, pos) => {
        const link = node.marks.find(({ type }) => type.name === "link");
        const title = link && dead.get(String(link.attrs.href));
        if (title) found.push(Decoration.inline(pos, pos + node.nodeSize, { class: "dead-link", title }));
      });
      return found;
    };
  }, [dead]);
  useTextMarks(editor, DEAD_LINKS, find);
}
