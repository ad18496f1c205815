import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { cleanPaste } from "./clean-paste.ts";
import { noteAt, writeFootnote } from "./footnote-node.ts";
import { NOTE_EXTENSIONS, noteDocument, noteOf } from "./note-html.ts";

/** Adds a footnote after the selection, or changes the selected one. */
export function FootnoteDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [before] = useState(() => noteAt(editor.state));
  const [content] = useState(() => noteDocument(before ?? "").toJSON());
  const line = useEditor({
    extensions: NOTE_EXTENSIONS,
    content,
    autofocus: "end",
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: { class: "footnote-field", "aria-labelledby": id, "aria-multiline": "false" },
    },
  });

  function write(note: string) {
    writeFootnote(editor, note);
    onClose();
  }
  const save = () => write(noteOf(line.state.doc));
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The article's form is an ancestor in React's tree.
    event.stopPropagation();
    save();
  }
  function onKeyDownCapture(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // ProseMirror would keep Esc from the dialog, and begin a line at Enter.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") save();
    else onClose();
  }
  const action = before !== null ? "Change footnote" : "Add footnote";
  return createPortal(
    <Dialog title={action} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
        <div>
          <span id={id} className="mb-1.5 block text-sm font-semibold">
            Note
          </span>
          <div onKeyDownCapture={onKeyDownCapture}>
            <EditorContent editor={line} />
          </div>
          <p className="meta mt-1.5">Readers find it at the end of the article. Addresses become links.</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {before !== null && (
            <AdminButton variant="danger" className="mr-auto" onClick={() => write("")}>
              Remove footnote
            </AdminButton>
          )}
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {action}
          </AdminButton>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
