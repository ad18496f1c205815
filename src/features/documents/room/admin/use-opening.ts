import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { freeSessions, type KeptSession } from "#features/documents/session/admin/kept-sessions.ts";
import { keptSent } from "#features/documents/session/admin/resume.ts";
import { nextSession, type Session, startSession } from "#features/documents/session/session.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { emptyOf, keptNameOf, rulesOf, storedOf } from "./room-session.ts";
import type { RoomType } from "./room-type.ts";
import type { Opening } from "./use-room-form.ts";

type Wanted = {
  account: string;
  /** The document to edit; null for a new one. */
  id: number | null;
  /** The kept work to continue with; undefined for whatever is kept of the document. */
  keptKey: string | undefined;
};

/** What a room opens with, once it is known what is stored and what is kept of the document. */
export function useOpening<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
  wanted: Wanted,
  /** Whether the room cannot show a stored document. */
  isElsewhere: (row: Row) => boolean,
) {
  const api = useEditorApi();
  const isNew = wanted.id === null && wanted.keptKey === undefined;
  const [opened, setOpened] = useState<Opening<W> | null>(() => (isNew ? newOpening(type) : null));
  const { data, error, isFetching, refetch } = useQuery({
    // Every room starts from what is stored when it opens: nothing is shared.
    queryKey: ["opening", keptNameOf(type), wanted.id, useId()],
    queryFn: ({ signal }) => openingOf(type, api, { ...wanted, signal }),
    enabled: opened === null,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const elsewhere = data?.row && isElsewhere(data.row) ? data.row : null;
  if (opened === null && data && !elsewhere) setOpened(data.opening);
  const isGone = error instanceof ApiError && error.status === 404;
  return {
    opening: opened,
    elsewhere,
    isMissing: isGone && !isFetching,
    isFailed: error !== null && !isGone && !isFetching,
    retry: () => void refetch(),
  };
}

function newOpening<W extends object, C extends object>(
  type: Pick<RoomType<{ id: number }, W, C>, "choices" | "empty">,
): Opening<W> {
  return { session: startSession(null, emptyOf<W, C>(type)), kept: null };
}

async function openingOf<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
  api: EditorApi,
  { account, id: wanted, keptKey, signal }: Wanted & { signal: AbortSignal },
): Promise<{ opening: Opening<W>; row: Row | null }> {
  // What can be sent without being opened is sent first.
  await keptSent(keptNameOf(type));
  const free = ((await freeSessions(account)) as KeptSession<W>[]).filter((kept) => kept.type === keptNameOf(type));
  const own = () => free.findLast(({ id, aside }) => id === wanted && aside === null);
  // What was offered may go on under another key by now.
  const kept =
    free.find(({ key }) => key === keptKey) ?? (wanted === null && keptKey === undefined ? undefined : own());
  const start = newOpening<W, C>(type);
  const id = kept?.id ?? wanted;
  if (id === null) return { opening: kept ? { session: kept.session, kept } : start, row: null };
  const newest = await type.read(api, id, signal).catch((error: unknown) => {
    if (kept && error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (newest === null) {
    // The document is gone: what was kept of it becomes a new one.
    const session = nextSession(kept?.session ?? start.session, { kind: "deleted" }, rulesOf(type));
    return { opening: { session, kept: kept ?? null }, row: null };
  }
  const empty = emptyOf<W, C>(type);
  const session = kept ? resumed(type, kept, newest) : startSession(storedOf(type, newest), empty);
  return { opening: { session, kept: kept ?? null }, row: newest.row };
}

/** A kept session as a change of the newest version. What was put aside is compared with it first. */
function resumed<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
  { session, aside }: KeptSession<W>,
  newest: Versioned<Row>,
): Session<W> {
  const stored = storedOf(type, newest);
  // A field that was added to the type since has its first value.
  const whole = { ...session, local: { ...emptyOf<W, C>(type), ...session.local } };
  if (aside) return { ...whole, base: stored, attempt: null, conflict: { theirs: stored, known: null } };
  const { base } = whole;
  // Its row says what the room shows besides the values.
  const known = base && { ...base, values: { ...stored.values, ...base.values }, row: newest.row };
  return nextSession({ ...whole, base: known, rejected: null }, { kind: "seen", stored }, rulesOf(type));
}
