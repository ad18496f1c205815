import { type ReactNode, useState } from "react";
import { NoteComposer } from "#features/documents/notes/admin/internal/note-card.tsx";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { AdminButton } from "#ui/admin/controls.tsx";

type Props = { id: string; notes: RoomNotes; actions: ReactNode };

/** The notes about a suggestion, its actions, and a place to write a note. */
export function SuggestionThread({ id, notes, actions }: Props) {
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
      <div className="note-actions">
        {actions}
        {notes.isOffered && !isWriting && (
          <AdminButton variant="quiet" onClick={() => setIsWriting(true)}>
            {first ? "Reply" : "Comment"}
          </AdminButton>
        )}
      </div>
      {isWriting && (
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
      )}
    </div>
  );
}
