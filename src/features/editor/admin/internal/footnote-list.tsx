import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { footnotesOf, selectFootnote } from "./footnote-node.ts";
import { noteText } from "./note-html.ts";

type Props = { editor: Editor; disabled: boolean; onOpen: () => void };

/** The notes below the text, where readers find them; each opens to be changed. */
export function FootnoteList({ editor, disabled, onOpen }: Props) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a note is its number
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
