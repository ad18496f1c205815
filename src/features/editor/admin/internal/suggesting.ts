import { type Editor, Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { ReplaceStep } from "@tiptap/pm/transform";
import { Decoration, DecorationSet, type EditorView, type MarkViewConstructor } from "@tiptap/pm/view";
import { useEffect, useEffectEvent } from "react";
import { SUGGESTION_ATTRIBUTE } from "#features/content/model.ts";
import { colourOf } from "#ui/admin/others-mark.ts";
import type { Suggestions } from "../rich-text.ts";
import { afterChanges, scrollToPos } from "./editor-view.ts";
import { asSeen, suggestedChange } from "./suggested-change.ts";
import { isSuggestion, suggestionsOf } from "./suggestion-marks.ts";

const KEY = new PluginKey<{ set: DecorationSet; shown: Shown }>("suggestions");
/** A change by the program, such as the text of another user: it is applied as it is. */
const AS_IT_IS = "asItIs";
export const asItIs = (tr: Transaction): Transaction => tr.setMeta(AS_IT_IS, true);

type Shown = Pick<Suggestions, "mode" | "list" | "current">;
const NOTHING: Shown = { mode: "edit", list: [], current: null };

const shownIn = (editor: Pick<Editor, "state">): Shown => KEY.getState(editor.state)?.shown ?? NOTHING;

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");

/** Ids that this editor has made: they are the person's own before the server knows them. */
const made = new WeakMap<Editor, Set<string>>();

function suggesterOf(editor: Editor) {
  const own = made.get(editor) ?? new Set<string>();
  made.set(editor, own);
  const { list } = shownIn(editor);
  return {
    isOwn: (id: string | null) => id !== null && (own.has(id) || list.some((one) => one.id === id && one.isMine)),
    newId() {
      const id = newId();
      own.add(id);
      return id;
    },
  };
}

/** Text typed within a suggestion is not a part of it while editing. */
function withoutInherited(tr: Transaction): Transaction {
  if (tr.getMeta("paste") || tr.getMeta("uiEvent") === "drop") return tr;
  for (const step of [...tr.steps]) {
    if (!(step instanceof ReplaceStep) || !isText(step.slice)) continue;
    const to = Math.min(step.from + step.slice.size, tr.doc.content.size);
    for (const name of ["insertion", "deletion"]) {
      const type = tr.doc.type.schema.marks[name];
      if (type && tr.doc.rangeHasMark(step.from, to, type)) tr.removeMark(step.from, to, type);
    }
  }
  return tr;
}

const LETTER = /^\p{L}/u;

/** What is typed next in the mode *Suggest* has the mark of its suggestion from the start. */
function markTyped(editor: Editor, { state, dispatch }: Pick<EditorView, "state" | "dispatch">): void {
  const { $from, empty } = state.selection;
  const { insertion } = state.schema.marks;
  if (shownIn(editor).mode !== "suggest" || !empty || !insertion || !$from.parent.type.allowsMarkType(insertion))
    return;
  const { isOwn, newId } = suggesterOf(editor);
  for (let depth = $from.depth; depth > 0; depth--) if (isOwn($from.node(depth).attrs.inserted ?? null)) return;
  const ids = [$from.nodeBefore, $from.nodeAfter].flatMap((node) => {
    const { inserted = null, deleted = null } = node ? suggestionsOf(node) : {};
    return [inserted, deleted];
  });
  const marks = (state.storedMarks ?? $from.marks()).filter((mark) => !isSuggestion(mark));
  const mark = insertion.create({ id: ids.find((id) => isOwn(id)) ?? newId() });
  dispatch(state.tr.setStoredMarks(mark.addToSet(marks)));
}

/** Whether a change adds to a block that another suggests to insert or delete: their suggestion has their words alone. */
function addsToBlockOfAnother(tr: Transaction, isOwn: (id: string) => boolean): boolean {
  const isOfAnother = (id: string | null | undefined) => typeof id === "string" && !isOwn(id);
  return tr.steps.some((step, n) => {
    let isFound = false;
    step.getMap().forEach((start, _end, newStart, newEnd) => {
      const place = newEnd > newStart && tr.docs[n]?.resolve(start);
      for (let depth = place ? place.depth : 0; place && depth > 0; depth--) {
        const { inserted, deleted } = place.node(depth).attrs;
        isFound ||= isOfAnother(inserted) || isOfAnother(deleted);
      }
    });
    return isFound;
  });
}

const isText = ({ content, openStart }: Slice) =>
  openStart === 0 && content.size > 0 && content.content.every((node) => node.isText);

/** Pasted content has no suggestions: it is as it looks with them. What is moved within the text keeps them. */
function pasted(slice: Slice, view: EditorView): Slice {
  if (view.dragging?.move) return slice;
  const nodes = slice.content.content.flatMap((node) => asSeen(node) ?? []);
  if (!slice.content.content.some(hasSuggestions)) return slice;
  const { content, openStart, openEnd } = Slice.maxOpen(Fragment.from(nodes));
  return new Slice(content, Math.min(openStart, slice.openStart), Math.min(openEnd, slice.openEnd));
}

function hasSuggestions(node: Node): boolean {
  const { inserted, deleted } = suggestionsOf(node);
  return inserted !== null || deleted !== null || node.children.some(hasSuggestions);
}

type Range = { from: number; to: number; id: string; isDeletion: boolean; isInline: boolean };

/** The suggestions in a block, relative to it. Cached per version of a block, because they are needed at every keystroke. */
const inBlock = new WeakMap<Node, readonly Range[]>();

function rangesIn(block: Node): readonly Range[] {
  const known = inBlock.get(block);
  if (known) return known;
  const ranges: Range[] = [];
  const read = (node: Node, from: number) => {
    const { inserted, deleted } = suggestionsOf(node);
    const place = { from, to: from + node.nodeSize, isInline: node.isInline };
    if (inserted !== null) ranges.push({ ...place, id: inserted, isDeletion: false });
    if (deleted !== null) ranges.push({ ...place, id: deleted, isDeletion: true });
  };
  read(block, 0);
  block.descendants((node, pos) => read(node, pos + 1));
  inBlock.set(block, ranges);
  return ranges;
}

function rangesOf(doc: Node): Range[] {
  const all: Range[] = [];
  doc.forEach((block, at) => {
    for (const range of rangesIn(block)) all.push({ ...range, from: range.from + at, to: range.to + at });
  });
  return all;
}

/** The class and title of a suggested element. */
function attributesOf(id: string, isDeletion: boolean, { list, current }: Shown): { class: string; title: string } {
  const known = list.find((one) => one.id === id);
  const name = known && !known.isMine ? known.name : "you";
  const kind = isDeletion ? "suggested-deletion" : "suggested-insertion";
  return {
    class: `suggested ${kind} ${colourOf(known?.person ?? 0)}${id === current ? " suggestion-current" : ""}`,
    title: `${isDeletion ? "Deletion" : "Insertion"} suggested by ${name}`,
  };
}

/** Suggested blocks. */
function decorationsOf(doc: Node, shown: Shown): DecorationSet {
  const blocks = rangesOf(doc).filter(({ isInline }) => !isInline);
  return DecorationSet.create(
    doc,
    blocks.map(({ from, to, id, isDeletion }) => Decoration.node(from, to, attributesOf(id, isDeletion, shown))),
  );
}

/**
 * Styles suggested words through the elements of their marks. ProseMirror redraws text in a decoration at each key, and
 * browsers then recompute the style of the whole document.
 */
function suggestedWords() {
  const elements = new Map<HTMLElement, { id: string; isDeletion: boolean }>();
  const restyle = (element: HTMLElement, shown: Shown) => {
    const suggestion = elements.get(element);
    if (!suggestion) return;
    const attributes = attributesOf(suggestion.id, suggestion.isDeletion, shown);
    if (element.className !== attributes.class) element.className = attributes.class;
    if (element.title !== attributes.title) element.title = attributes.title;
  };
  const viewOf =
    (tag: "ins" | "del"): MarkViewConstructor =>
    ({ attrs }, view) => {
      const dom = document.createElement(tag);
      dom.setAttribute(SUGGESTION_ATTRIBUTE, attrs.id);
      elements.set(dom, { id: attrs.id, isDeletion: tag === "del" });
      restyle(dom, KEY.getState(view.state)?.shown ?? NOTHING);
      return {
        dom,
        contentDOM: dom,
        ignoreMutation: ({ type, target }) => type === "attributes" && target === dom,
        destroy: () => elements.delete(dom),
      };
    };
  return {
    views: { insertion: viewOf("ins"), deletion: viewOf("del") },
    restyleAll(shown: Shown) {
      for (const element of elements.keys()) restyle(element, shown);
    },
  };
}

/** The suggestion at the cursor; null for none. */
export function suggestionAt({ doc, selection }: Editor["state"]): string | null {
  const { from, to } = selection;
  const range = rangesOf(doc).findLast((one) => one.from <= from && to <= one.to);
  return range?.id ?? null;
}

/** Suggestions of the text: shown to everybody, and made of what is typed in the mode *Suggest*. */
export const Suggesting = Extension.create({
  name: "suggesting",
  // Before the rules of typed signs.
  priority: 1000,
  dispatchTransaction({ transaction, next }) {
    const { editor } = this;
    const isPlain = !transaction.docChanged || transaction.getMeta(AS_IT_IS) || transaction.getMeta("history$");
    if (isPlain) return next(transaction);
    const suggester = suggesterOf(editor);
    if (shownIn(editor).mode === "edit" && !addsToBlockOfAnother(transaction, suggester.isOwn))
      return next(withoutInherited(transaction));
    const suggested = suggestedChange(editor.state, transaction, suggester);
    if (suggested) next(suggested);
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    const words = suggestedWords();
    return [
      new Plugin({
        key: KEY,
        state: {
          init: (_config, { doc }) => ({ set: decorationsOf(doc, NOTHING), shown: NOTHING }),
          apply(tr, before) {
            const shown: Shown = tr.getMeta(KEY) ?? before.shown;
            if (!tr.docChanged && shown === before.shown) return before;
            return { set: decorationsOf(tr.doc, shown), shown };
          },
        },
        view: () => ({
          update({ state }, before) {
            const shown = KEY.getState(state)?.shown;
            if (shown && shown !== KEY.getState(before)?.shown) words.restyleAll(shown);
          },
        }),
        props: {
          markViews: words.views,
          decorations: (state) => KEY.getState(state)?.set,
          transformPasted: (slice, view) => pasted(slice, view),
          // Typed signs, such as quotes and "## ", are rewritten only in a text that is as they were typed. No rule ends in a letter.
          handleTextInput(view, _from, _to, text) {
            if (!view.composing && !LETTER.test(text)) markTyped(editor, view);
            return false;
          },
          // The composed text starts with its mark, as another element around it would end the composition.
          handleDOMEvents: { compositionstart: (view) => markTyped(editor, view) },
        },
      }),
    ];
  },
});

/** Shows suggestions by their people, and reports which of them is at the cursor, and their order. */
export function useSuggestionMarks(editor: Editor, suggestions: Suggestions | undefined): void {
  const shown = suggestions ?? NOTHING;
  const { mode, list, current } = shown;
  useEffect(() => {
    if (!editor.isDestroyed)
      editor.view.dispatch(editor.state.tr.setMeta(KEY, { mode, list, current }).setMeta("addToHistory", false));
  }, [editor, mode, list, current]);
  const report = useEffectEvent(() => {
    if (!suggestions || editor.isDestroyed) return;
    suggestions.onPlaced([...new Set(rangesOf(editor.state.doc).map(({ id }) => id))]);
  });
  const reach = useEffectEvent(() => {
    if (!suggestions || editor.isDestroyed || !editor.isFocused) return;
    const id = suggestionAt(editor.state);
    if (id !== null) suggestions.onReach(id);
  });
  const isShown = suggestions !== undefined;
  useEffect(() => {
    if (!isShown || editor.isDestroyed) return;
    report();
    const stops = [
      afterChanges(editor, DELAY_MS, () => report()),
      afterChanges(editor, DELAY_MS, () => reach(), ["selectionUpdate", "focus"]),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor, isShown]);
}

const DELAY_MS = 200;

/** Scrolls a suggestion into view without moving the focus. */
export function showSuggestion(editor: Editor, id: string): void {
  const range = rangesOf(editor.state.doc).find((one) => one.id === id);
  if (range) scrollToPos(editor, range.from, "center", 1);
}
