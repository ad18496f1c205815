import { MessageSquareText } from "lucide";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { RoomNotes } from "./use-room-notes.ts";

/** Shows and hides the notes; says how many are not settled. */
export function NotesButton({ notes }: { notes: RoomNotes }) {
  const count = notes.notes.filter(({ state }) => state !== "resolved").length;
  return (
    <AdminButton
      ref={notes.button}
      variant="quiet"
      aria-expanded={notes.isOpen}
      className="-my-1 ml-auto shrink-0 self-center max-sm:min-w-11 max-sm:px-0"
      onClick={notes.toggle}
    >
      <Icon icon={MessageSquareText} size={18} />
      <span className="max-sm:sr-only">Notes</span>
      {count > 0 && <span className="tabular-nums text-accent">{count}</span>}
    </AdminButton>
  );
}
