import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { suggestionType } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useOpenRoom } from "#ui/admin/room-handover.tsx";
import { type StoredSession, storeSession } from "#ui/admin/session/kept-sessions.ts";
import { useKeptWork } from "#ui/admin/session/kept-work.ts";
import { useResumedSessions } from "#ui/admin/session/resume.ts";
import { rowOf, startSession } from "#ui/admin/session/session.ts";
import { emptyOf, keptNameOf, portsOf } from "./room-session.ts";
import type { EditedType, RoomType } from "./room-type.ts";

/** Sends documents that were written offline. Nothing is published. */
export function useKeptDocuments<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
): void {
  const api = useEditorApi();
  const client = useQueryClient();
  const isOn = useHasNewsroom();
  useResumedSessions<W>(
    {
      type: keptNameOf(type),
      pictureField: type.pictureField ?? type.textField,
      ports: portsOf(type, api),
      idOf: (stored) => rowOf<Row>(stored)?.id ?? null,
      titleOf: type.titleOf,
      urlOf: (stored) => type.urlOf(rowOf<Row>(stored)?.id ?? "new"),
      onStored: () => type.onLeft?.(client),
    },
    isOn,
  );
}

type OffersProps<Row extends { id: number }, W extends object, C extends object> = {
  type: RoomType<Row, W, C>;
  /** Whether the list is already visible. */
  isLate?: boolean;
};

/** Unsaved work in this browser that needs a decision, above the list of a type: on documents and suggestions. */
export function KeptDocuments<Row extends { id: number }, W extends object, C extends object>({
  type,
  isLate = false,
}: OffersProps<Row, W, C>) {
  const suggestions = suggestionType(type);
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? "unknown");
  const kept = useKeptWork(account, type.type);
  const suggested = useKeptWork(account, keptNameOf(suggestions));
  const open = useOpenRoom();
  const restore = async (work: StoredSession) => {
    const { id, key } = work;
    const isSuggestion = work.type !== type.type;
    if (isSuggestion && id === null) await storeSession(asDeletedDocument(type, work));
    open((isSuggestion && id !== null ? suggestions : type).urlOf(id ?? "new"), key);
  };
  return (
    <DraftOffers
      what={type.type}
      kept={[...kept, ...suggested]}
      onRestore={(work) => void restore(work)}
      isLate={isLate}
    />
  );
}

/** Turns a suggestion for a deleted document into work on the document: saving it creates a new one. */
function asDeletedDocument<W extends object, C extends object>(
  type: Pick<RoomType<{ id: number }, W, C>, "type" | "choices" | "empty">,
  kept: StoredSession,
): StoredSession {
  const session = startSession(null, { ...emptyOf<W, C>(type), ...kept.session.local });
  return { ...kept, type: type.type, session: { ...session, isDeleted: true } };
}
