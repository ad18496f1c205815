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
  /** The unsaved work to continue with; undefined for any of the document. */
  keptKey: string | undefined;
};

/** Loads the stored document and unsaved work of a room. */
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
    // Every room starts from the stored document: nothing is shared.
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
  // Unsaved work that can be sent without being opened is sent first.
  await keptSent(keptNameOf(type));
  const free = ((await freeSessions(account)) as KeptSession<W>[]).filter((kept) => kept.type === keptNameOf(type));
  const own = () => free.findLast(({ id, aside }) => id === wanted && aside === null);
  // The offered work may have another key by now.
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
    // The document was deleted: its unsaved work becomes a new one.
    const session = nextSession(kept?.session ?? start.session, { kind: "deleted" }, rulesOf(type));
    return { opening: { session, kept: kept ?? null }, row: null };
  }
  const empty = emptyOf<W, C>(type);
  const session = kept ? resumed(type, kept, newest) : startSession(storedOf(type, newest), empty);
  return { opening: { session, kept: kept ?? null }, row: newest.row };
}

/** Rebases a stored session on the newest version. Unchosen work is compared with it first. */
function resumed<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
  { session, aside }: KeptSession<W>,
  newest: Versioned<Row>,
): Session<W> {
  const stored = storedOf(type, newest);
  // Fields added to the type in the meantime have their initial value.
  const whole = { ...session, local: { ...emptyOf<W, C>(type), ...session.local } };
  if (aside) return { ...whole, base: stored, attempt: null, conflict: { theirs: stored, known: null } };
  const { base } = whole;
  // Its row contains what the room shows besides the values.
  const known = base && { ...base, values: { ...stored.values, ...base.values }, row: newest.row };
  return nextSession({ ...whole, base: known, rejected: null }, { kind: "seen", stored }, rulesOf(type));
}
