import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEditorState } from "@tiptap/react";
import { Keyboard, ListTree, Search } from "lucide";
import { useEffect, useState } from "react";
import { lengthOfContent } from "#features/content/length.ts";
import { NO_TEXT, readingMinutes, sumOfLengths, type TextLength } from "#shared/text.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import { blockWithoutNotes, footnotesOf } from "../html-of.ts";
import type { TextStats } from "../rich-text.ts";
import { afterChanges, focusText } from "./editor-view.ts";
import { noteText, selectFootnote } from "./footnote-node.ts";

const MAX_DELAY_MS = 300;

const lengths = new WeakMap<Node, TextLength>();

/** The length of a block, cached per version of it: a keystroke changes only one. */
function lengthOf(block: Node): TextLength {
  const known = lengths.get(block);
  if (known !== undefined) return known;
  const length = lengthOfContent(blockWithoutNotes(block));
  lengths.set(block, length);
  return length;
}

const isHeading = (node: Node) => node.type.name === "heading" && node.textContent.trim() !== "";

function headingsOf(doc: Node): { node: Node; pos: number }[] {
  const all: { node: Node; pos: number }[] = [];
  doc.forEach((node, pos) => {
    if (isHeading(node)) all.push({ node, pos });
  });
  return all;
}

export function statsOf(doc: Node): TextStats {
  let length = NO_TEXT;
  doc.forEach((block) => {
    length = sumOfLengths(length, lengthOf(block));
  });
  const outline = headingsOf(doc).map(({ node }) => ({
    level: Number(node.attrs.level),
    text: node.textContent.trim(),
  }));
  const { words, ideographs, letters } = length;
  return { words, characters: ideographs + letters, minutes: readingMinutes(length), outline };
}

/** Statistics of the text, updated shortly after a change. */
export function useTextStats(editor: Editor): TextStats {
  const [stats, setStats] = useState(() => statsOf(editor.state.doc));
  useEffect(() => {
    const renew = () => {
      const now = statsOf(editor.state.doc);
      setStats((before) => (JSON.stringify(now) === JSON.stringify(before) ? before : now));
    };
    return afterChanges(editor, MAX_DELAY_MS, renew);
  }, [editor]);
  return stats;
}

export function goToHeading(editor: Editor, index: number): void {
  const heading = headingsOf(editor.state.doc)[index];
  if (!heading) return;
  const { pos, node } = heading;
  editor.commands.setTextSelection(pos + node.nodeSize - 1);
  focusText(editor);
  const dom = editor.view.nodeDOM(pos);
  if (dom instanceof Element) dom.scrollIntoView({ block: "center" });
}

type Props = {
  stats: TextStats;
  onFind: () => void;
  onKeys: () => void;
  onHeading: (index: number) => void;
};

const counted = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

const ICON_ON_PHONE = "max-sm:w-11 max-sm:px-0";

/** The status line below the text: its length, outline and further actions. */
export function EditorStatus({ stats, onFind, onKeys, onHeading }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { words, characters, minutes, outline } = stats;
  const length = [
    (words > 0 || characters === 0) && counted(words, "word"),
    characters > 0 && counted(characters, "character"),
  ].filter(Boolean);
  return (
    <div className="editor-status">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="meta tabular-nums">
          {length.join(", ")}
          {minutes > 0 && ` · ${minutes} min read`}
        </p>
        <div className="flex flex-wrap">
          {outline.length > 0 && (
            <AdminButton
              variant="quiet"
              className={ICON_ON_PHONE}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Icon icon={ListTree} size={16} />
              <span className="max-sm:sr-only">Outline</span>
            </AdminButton>
          )}
          <AdminButton variant="quiet" className={ICON_ON_PHONE} onClick={onFind}>
            <Icon icon={Search} size={16} />
            <span className="max-sm:sr-only">Find</span>
          </AdminButton>
          <AdminButton variant="quiet" className={ICON_ON_PHONE} onClick={onKeys}>
            <Icon icon={Keyboard} size={16} />
            <span className="max-sm:sr-only">Keys</span>
          </AdminButton>
        </div>
      </div>
      {isOpen && outline.length > 0 && (
        <nav aria-label="Outline">
          <ol>
            {outline.map(({ level, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings are identified by position
              <li key={index} data-level={level}>
                <button type="button" onClick={() => onHeading(index)}>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  );
}

type FootnoteListProps = { editor: Editor; disabled: boolean; onOpen: () => void };

/** The footnotes below the text; each opens for editing. */
export function FootnoteList({ editor, disabled, onOpen }: FootnoteListProps) {
  const notes = useEditorState({
    editor,
    selector: ({ editor: { state } }) => footnotesOf(state.doc),
    equalityFn: (now, before) =>
      before !== null && now.length === before.length && now.every((note, index) => note === before[index]),
  });
  if (notes.length === 0) return null;
  return (
    <section className="prose-article editor-footnotes" aria-label="Footnotes">
      <div className="footnotes">
        <ol>
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes are identified by number
            <li key={index}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => {
                  selectFootnote(editor, index);
                  onOpen();
                }}
              >
                {noteText(note.attrs.note)}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function KeysHelp({ id }: { id: string }) {
  return (
    <p id={id} className="sr-only">
      Press Alt+F10 for the toolbar, and Escape to return. Tab leaves the editor, but indents an item in a list, and
      moves to the next cell or adds a row in a table; there, press Escape before Tab to leave. Press Enter on a
      selected image or footnote to edit it. Press slash for a menu of elements. Outside the text, press question mark
      to list all keys.
    </p>
  );
}
