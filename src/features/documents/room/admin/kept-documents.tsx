import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { suggestionType } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { dropEarlierDraft, earlierDrafts, type UnsavedDraft } from "#ui/admin/edit-form/earlier-drafts.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useOpenRoom } from "#ui/admin/room-handover.tsx";
import { newKey } from "#ui/admin/session/document-session.ts";
import {
  forgetSession,
  freeSessions,
  onStoredSessionsChanged,
  putAside,
  type StoredSession,
  storeSession,
} from "#ui/admin/session/kept-sessions.ts";
import { isAboutToBeSent, useResumedSessions } from "#ui/admin/session/resume.ts";
import { type Stored, startSession } from "#ui/admin/session/session.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { emptyOf, keptNameOf, portsOf, rowOf, writtenIn } from "./room-session.ts";
import type { RoomType } from "./room-type.ts";

/** Sends documents that were written offline. Nothing is published. */
export function useKeptDocuments<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
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
      onStored: () => type.onLeft(client),
      takeOver: (account) => takeOverDrafts(type, account),
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
    <KeptOffers what={type.type} kept={[...kept, ...suggested]} onOpen={(work) => void restore(work)} isLate={isLate} />
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

/** Migrates unsaved work of an earlier version of the program. */
async function takeOverDrafts<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
  account: string,
): Promise<void> {
  for (const [form, convert] of Object.entries(type.earlier ?? {})) {
    for (const draft of await earlierDrafts(account, form)) {
      if (await putAside(fromDraft(type, convert(draft)))) await dropEarlierDraft(draft.key);
    }
  }
}

type OfDraft<W extends object, C extends object> = Pick<
  RoomType<{ id: number }, W, C>,
  "type" | "choices" | "empty" | "titleOf" | "pictureField"
>;

/** Converts an unsaved draft of an earlier version to a stored session. */
export function fromDraft<W extends object, C extends object>(
  type: OfDraft<W, C>,
  draft: UnsavedDraft<W & C>,
): Omit<StoredSession, "key" | "owner" | "savedAt"> {
  const { account, subject, changed, file, pictures } = draft;
  const values = { ...type.empty, ...draft.values };
  const local = writtenIn<W, C>(type, values);
  const base = baseOf(type, draft);
  const chosen = type.choices.filter((name) => changed?.includes(name));
  const session = { ...startSession(base, local), local };
  // The draft may have been sent already, so its keys create and change it only once.
  const key = subject === null ? draft.createKey : draft.isTried && base ? newKey() : null;
  return {
    account,
    type: type.type,
    id: subject,
    title: type.titleOf(local),
    session: key === null ? session : { ...session, attempt: { key, base, values: local } },
    // A draft without a base is compared with the stored document.
    aside: draft.isReplaced ? "theirs" : subject !== null && base === null ? "mine" : null,
    choices: Object.fromEntries(chosen.map((name) => [name, values[name]])),
    files: { ...pictures, ...(file && type.pictureField && { [type.pictureField]: file }) },
  };
}

/** The base of the draft; null for a new document or if unknown. */
function baseOf<W extends object, C extends object>(
  type: OfDraft<W, C>,
  { subject, etag, began, changed, values }: UnsavedDraft<W & C>,
): Stored<W> | null {
  if (subject === null || etag === null || !began || !changed) return null;
  const before = writtenIn<W, C>(type, { ...type.empty, ...values, ...began });
  return { values: before, etag, row: { id: subject } };
}

/** An account's stored sessions of a type that are open in no window and not about to be sent, newest first. */
export function useKeptWork(account: string, type: string): StoredSession[] {
  const [found, setFound] = useState<StoredSession[]>([]);
  useEffect(() => {
    let isOver = false;
    let looks = 0;
    const look = () => {
      const serial = ++looks;
      void freeSessions(account).then((free) => {
        // A later read is newer.
        if (!isOver && serial === looks) setFound(free.filter((kept) => kept.type === type).reverse());
      });
    };
    look();
    const end = onStoredSessionsChanged(look);
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      end();
      window.removeEventListener("focus", look);
    };
  }, [account, type]);
  return found.filter((kept) => !isAboutToBeSent(kept));
}

/** Discards stored work; the toast offers undo. */
export function useDiscardKept(): (kept: StoredSession) => void {
  const show = useToast();
  return (kept) => {
    void forgetSession(kept.key);
    show({
      title: "Unsaved work discarded",
      action: { label: "Undo", run: () => void storeSession({ ...kept, owner: "" }) },
    });
  };
}

type Props = {
  /** The noun for documents of this type, for example "article". */
  what: string;
  kept: StoredSession[];
  onOpen: (kept: StoredSession) => void;
  isLate?: boolean;
};

/** Offers unsaved work stored in this browser. */
export function KeptOffers({ what, kept, onOpen, isLate = false }: Props) {
  const discard = useDiscardKept();
  return (
    <DraftOffers
      kind={{ what, titleOf: ({ title }: { title: string }) => title }}
      drafts={kept.map((one) => ({
        key: one.key,
        subject: one.id,
        values: { title: one.title },
        savedAt: one.savedAt,
        isReplaced: one.aside === "theirs",
        isLeftOut: one.aside === "mine",
        restore: one.session.conflict ? "Compare" : "Restore",
        isSuggestion: one.type !== what,
        kept: one,
      }))}
      onRestore={(offer) => onOpen(offer.kept)}
      onDiscard={(offer) => discard(offer.kept)}
      isLate={isLate}
    />
  );
}
