import type { ReactNode, Ref } from "react";
import type { KeptSession } from "#features/documents/session/admin/kept-sessions.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import type { Opening } from "./use-article-form.ts";

/** What becomes of the work if the room is left now. */
export type RoomGuard = FormGuard & {
  /** Whether there are stored changes that readers do not see. */
  hasHiddenChanges: boolean;
};

export type WritingRoomProps = {
  account: string;
  opening: Opening;
  guard: Ref<RoomGuard>;
  /** The unsaved work that is offered. */
  offers: ReactNode;
  /** `isNew`: it was added just now. */
  onDone: (isNew: boolean) => void;
  onCreated: (id: number) => void;
  onCancel: () => void;
  /** The changes were discarded, which can be undone. */
  onDiscarded: (kept: Omit<KeptSession, "key" | "owner" | "savedAt">) => void;
};
