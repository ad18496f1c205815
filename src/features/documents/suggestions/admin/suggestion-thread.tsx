import { useState } from "react";
import { NoteComposer } from "#features/documents/notes/admin/internal/note-card.tsx";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { AdminButton } from "#ui/admin/controls.tsx";

/** The notes about a suggestion, and a place to write one. */
export function SuggestionThread({ id, notes }: { id: string; notes: RoomNotes }) {
  const [isWriting, setIsWriting] = useState(false);
  const place = `suggestion ${id}`;
  const [first] = notes.notes.filter(({ suggestion }) => suggestion === id);
  const said = first ? [first, ...first.replies] : [];
  const send = async (text: string) => {
    const isSent = await (first ? notes.reply(first.id, text) : notes.writeOn(id, text));
    if (isSent && notes.onSent(place, text)) setIsWriting(false);
  };
  return (
    <div className="suggestion-thread">
      {said.map(({ id: n, text, author }, at) => (
        <p key={at === 0 ? "note" : n} className="text-sm wrap-anywhere">
          <strong>{author ?? "A removed user"}</strong> {text}
        </p>
      ))}
      {isWriting ? (
        <NoteComposer
          label="Your comment"
          send={first ? "Reply" : "Comment"}
          text={notes.typed(place)}
          people={notes.people}
          isBusy={notes.isBusy}
          onChange={(text) => notes.type(place, text)}
          onSend={(text) => void send(text)}
          onCancel={() => {
            notes.type(place, "");
            setIsWriting(false);
          }}
        />
      ) : (
        <div className="note-actions">
          <AdminButton variant="quiet" onClick={() => setIsWriting(true)}>
            {first ? "Reply" : "Comment"}
          </AdminButton>
        </div>
      )}
    </div>
  );
}
