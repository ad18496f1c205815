import type { Editor } from "@tiptap/core";
import { posToDOMRect } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { PluginKey } from "@tiptap/pm/state";
import { Decoration, type DecorationSet } from "@tiptap/pm/view";
import { useEditorState } from "@tiptap/react";
import { useMemo } from "react";
import { adviceOf, type FoundWord, type WordFinder } from "#shared/house-words.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { FloatingBar } from "./floating-tools.tsx";
import { useTextMarks } from "./text-marks.ts";
import { ToolStrip } from "./toolbar.tsx";

const KEY = new PluginKey<DecorationSet>("houseWords");
/** The class of a found word; its order in the text is that of the checks. */
export const HOUSE_WORD = "house-word";
/** Maximum underlined words: an imported text may have thousands. */
const MAX_SHOWN = 500;

/** Finds words in the lines of a document. Cached per version of a line, so that typing reads only the changed one. */
function lineFinder(find: WordFinder): (doc: Node) => (FoundWord & { pos: number })[] {
  const inLine = new WeakMap<Node, FoundWord[]>();
  const read = (line: Node): FoundWord[] => {
    const known = inLine.get(line);
    if (known) return known;
    // One character for a picture or footnote keeps offsets and positions aligned.
    const found = line.type.spec.code ? [] : find(line.textBetween(0, line.content.size, "\ufffc", "\ufffc"));
    inLine.set(line, found);
    return found;
  };
  return (doc) => {
    const all: (FoundWord & { pos: number })[] = [];
    doc.descendants((node, pos) => {
      if (!node.isTextblock) return all.length < MAX_SHOWN;
      for (const word of read(node)) if (all.length < MAX_SHOWN) all.push({ ...word, pos: pos + 1 });
      return false;
    });
    return all;
  };
}

/** Underlines words that the house style avoids. */
export function useHouseWords(editor: Editor, find: WordFinder | undefined): void {
  const marked = useMemo(() => {
    const inDocument = find && lineFinder(find);
    return (
      inDocument &&
      ((doc: Node) =>
        inDocument(doc).map((word) =>
          Decoration.inline(word.pos + word.from, word.pos + word.to, { class: HOUSE_WORD }, { word }),
        ))
    );
  }, [find]);
  useTextMarks(editor, KEY, marked);
}

type Placed = { from: number; to: number; word: FoundWord };

/** The found word at the caret; null for none, also while it is being edited. */
export function houseWordAt({ state }: Editor): Placed | null {
  if (!state.selection.empty) return null;
  const { from: at } = state.selection;
  const [found] = KEY.getState(state)?.find(at, at) ?? [];
  if (!found) return null;
  const word = found.spec.word as FoundWord;
  const isSame = state.doc.textBetween(found.from, found.to, "\ufffc", "\ufffc") === word.text;
  return isSame ? { from: found.from, to: found.to, word } : null;
}

/** In ProseMirror's notation. */
export const REPLACE_WORD_KEYS = "Alt-Enter";

/** Replaces the found word at the caret. Returns whether there is one with a replacement. */
export function replaceHouseWord(editor: Editor): boolean {
  const found = houseWordAt(editor);
  if (!found || found.word.replacement === "") return false;
  editor.view.dispatch(editor.state.tr.insertText(found.word.replacement, found.from, found.to).scrollIntoView());
  return true;
}

/** Below the found word at the caret: why it is avoided, and its replacement. */
export function HouseWordBar({ editor, label }: { editor: Editor; label: string }) {
  const found = useEditorState({ editor, selector: ({ editor: current }) => houseWordAt(current) });
  const anchor = useMemo(
    () =>
      found && {
        contextElement: editor.view.dom,
        getBoundingClientRect: () => posToDOMRect(editor.view, found.from, found.to),
      },
    [editor, found],
  );
  if (!found || !anchor) return null;
  const { word } = found;
  return (
    <FloatingBar anchor={anchor} placement="bottom-start">
      <ToolStrip editor={editor} label={`${label}: house style`} className="tool-strip items-center">
        <span role="status" className="max-w-80 px-2 py-1 text-sm wrap-anywhere">
          {adviceOf(word)}
        </span>
        {word.replacement !== "" && (
          <AdminButton
            variant="quiet"
            data-tool
            tabIndex={-1}
            title={spokenKeys(REPLACE_WORD_KEYS)}
            aria-keyshortcuts={ariaKeys(REPLACE_WORD_KEYS)}
            onClick={() => {
              replaceHouseWord(editor);
              editor.view.focus();
            }}
          >
            Replace
          </AdminButton>
        )}
      </ToolStrip>
    </FloatingBar>
  );
}
