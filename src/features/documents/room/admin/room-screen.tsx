import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { RoomModeProvider, useSwitchMode } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { preloadEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { parseId } from "#shared/ids.ts";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useRoomHandover, useRoomState } from "#ui/admin/room-handover.tsx";
import { type Discarded, freeSessions, type StoredSession } from "#ui/admin/session/kept-sessions.ts";
import { useDiscarded, useKeptWork } from "#ui/admin/session/kept-work.ts";
import { keptSent } from "#ui/admin/session/resume.ts";
import { nextSession, resumeSession, startSession } from "#ui/admin/session/session.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { LoadingRoom, NoDocument } from "./instead-of-room.tsx";
import { keptToast } from "./leaving.ts";
import { emptyOf, keptNameOf, rulesOf, storedOf } from "./room-session.ts";
import type { EditedType } from "./room-type.ts";
import { entriesOf } from "./settings-panel.tsx";
import type { Opening, RoomGuard, RoomProps } from "./use-room-form.ts";

export type OpenRoomProps<Row, W extends object> = RoomProps<Row, W> & {
  offers: ReactNode;
  onCancel: () => void;
  /** Called after the changes were discarded, which can be undone. */
  onDiscarded: (discarded: Discarded) => void;
  /** Called after the document was deleted in the room. */
  onGone: () => void;
};

type Props<Row extends { id: number }, W extends object, C extends object> = {
  type: EditedType<Row, W, C>;
  path: string;
  /** The address of the list, if the room was not opened from it. */
  backTo: string;
  children: (room: OpenRoomProps<Row, W>) => ReactNode;
  /** The screen in place of the room for a read-only document; nothing for any other. */
  instead?: (row: Row, rest: { onLeave: () => void; offers: ReactNode }) => ReactNode;
  /** Called when the room is left with everything stored, to show a toast. */
  onLeftStored?: (left: { row: Row | null; isNew: boolean }) => void;
};

/** The screen of a document: its room. Leaving it loses nothing and returns to the list. */
export function RoomScreen<Row extends { id: number }, W extends object, C extends object>(props: Props<Row, W, C>) {
  const { type, path, backTo } = props;
  const name = path.slice(type.urlOf("new").length - "new".length).replace(/\/$/, "");
  const address = name === "new" ? null : parseId(name);
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isFromList = false } = useRoomState();
  // Returns to the same page, filters and row of the list.
  const leave = () => void (isFromList ? navigate(-entriesOf(state)) : navigate(backTo));
  if (address === null && name !== "new") return <NoDocument type={type} onLeave={leave} />;
  return <Screen {...props} address={address} onLeave={leave} />;
}

/** The open document. `address` is the document in the address, which a new one gets after it is stored. */
type Opened = {
  serial: number;
  address: number | null;
  subject: number | null;
  keptKey: string | undefined;
};

type ScreenProps<Row extends { id: number }, W extends object, C extends object> = Props<Row, W, C> & {
  address: number | null;
  onLeave: () => void;
};

function Screen<Row extends { id: number }, W extends object, C extends object>(props: ScreenProps<Row, W, C>) {
  const { type, address, onLeave } = props;
  const api = useEditorApi();
  const show = useToast();
  const showDiscarded = useDiscarded();
  const [account] = useState(() => api.account() ?? "unknown");
  const { kept: asked } = useRoomState();
  const [opened, setOpened] = useState<Opened>({
    serial: 0,
    address,
    subject: address,
    keptKey: asked ?? undefined,
  });
  const open = (kept?: StoredSession) =>
    setOpened({ serial: opened.serial + 1, address, subject: address, keptKey: kept?.key });
  // A new document now has its own address, and the form stays mounted.
  if (opened.address !== address) {
    if (opened.subject === address) setOpened({ ...opened, address });
    else open();
  }
  const guard = useRef<RoomGuard<Row>>(null);
  const keepsQuiet = useRef(false);
  const switchMode = useSwitchMode(() => {
    keepsQuiet.current = true;
  });
  const wasAdded = useRef(false);
  useWhenLeft(type.type, {
    subject: () => (wasAdded.current ? null : opened.subject),
    onLeft() {
      const room = guard.current;
      if (!room || keepsQuiet.current) return;
      const toast = room.isUnsaved() ? keptToast(room.fate(), `the list of ${type.type}s`) : null;
      if (toast) show(toast);
      else props.onLeftStored?.(room.left());
    },
  });
  useEffect(preloadEditor, []);
  const kept = useKeptWork(account, keptNameOf(type));
  const offered = kept.filter(({ key, id }) => key !== opened.keptKey && id === opened.subject);
  const moveTo = useNewAddress();
  const leaveQuietly = () => {
    keepsQuiet.current = true;
    onLeave();
  };
  return (
    <RoomModeProvider value={switchMode}>
      <Open
        key={opened.serial}
        {...props}
        subject={opened.subject}
        keptKey={opened.keptKey}
        room={{
          account,
          guard,
          onDone(isNew) {
            wasAdded.current = isNew;
            leaveQuietly();
          },
          onCreated(id) {
            setOpened((now) => ({ ...now, subject: id }));
            moveTo(type.urlOf(id));
          },
          onCancel: onLeave,
          onGone: leaveQuietly,
          onDiscarded(discarded) {
            leaveQuietly();
            showDiscarded(discarded);
          },
          offers: <DraftOffers what={type.type} kept={offered} onRestore={open} />,
        }}
      />
    </RoomModeProvider>
  );
}

type OpenProps<Row extends { id: number }, W extends object, C extends object> = Props<Row, W, C> & {
  subject: number | null;
  keptKey: string | undefined;
  room: Omit<OpenRoomProps<Row, W>, "opening">;
};

/** The room, rendered when the stored document and unsaved work are loaded. */
function Open<Row extends { id: number }, W extends object, C extends object>(props: OpenProps<Row, W, C>) {
  const { type, subject, keptKey, room, children, instead } = props;
  const { offers, onCancel } = room;
  const shownInstead = (row: Row) => instead?.(row, { onLeave: onCancel, offers });
  const opening = useOpening(type, { account: room.account, id: subject, keptKey }, (row) =>
    Boolean(shownInstead(row)),
  );
  if (opening.elsewhere) return shownInstead(opening.elsewhere);
  if (opening.opening) return children({ ...room, opening: opening.opening });
  if (opening.isMissing) return <NoDocument type={type} onLeave={onCancel} offers={offers} />;
  return (
    <LoadingRoom type={type} isFailed={opening.isFailed} onRetry={opening.retry} onCancel={onCancel} offers={offers} />
  );
}

type Leaving = { subject: () => number | null; onLeft: () => void };

/** On leaving the room: shows what is unsaved, and passes the document to the list. */
function useWhenLeft(type: string, leaving: Leaving): void {
  const handover = useRoomHandover();
  const latest = useRef(leaving);
  latest.current = leaving;
  useLayoutEffect(
    () => () => {
      // Not when the account's dashboard unmounts.
      if (handover.current.isOver) return;
      handover.current.left.set(type, latest.current.subject());
      latest.current.onLeft();
    },
    [handover, type],
  );
}

/** Replaces the address by that of the stored document. */
function useNewAddress(): (url: string) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [waiting, setWaiting] = useState<string | null>(null);
  const isSheet = entriesOf(state) > 1;
  // Below an open sheet is the room's history entry, which still has the address of a new document.
  useEffect(() => {
    if (waiting === null || isSheet) return;
    setWaiting(null);
    void navigate(waiting, { replace: true, state });
  }, [waiting, isSheet, navigate, state]);
  return setWaiting;
}

type Wanted = {
  account: string;
  /** The document to edit; null for a new one. */
  id: number | null;
  /** The unsaved work to continue with; undefined for any of the document. */
  keptKey: string | undefined;
};

/** Loads the stored document and unsaved work of a room. */
function useOpening<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
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
  type: Pick<EditedType<{ id: number }, W, C>, "choices" | "empty">,
): Opening<W> {
  return { session: startSession(null, emptyOf<W, C>(type)), kept: null };
}

async function openingOf<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
  api: EditorApi,
  { account, id: wanted, keptKey, signal }: Wanted & { signal: AbortSignal },
): Promise<{ opening: Opening<W>; row: Row | null }> {
  // Unsaved work that can be sent without being opened is sent first.
  await keptSent(keptNameOf(type));
  const free = ((await freeSessions(account)) as StoredSession<W>[]).filter((kept) => kept.type === keptNameOf(type));
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
  const stored = storedOf(type, newest);
  const session = kept
    ? resumeSession(kept.session, { isAside: kept.aside !== null, newest: stored, empty, rules: rulesOf(type) })
    : startSession(stored, empty);
  return { opening: { session, kept: kept ?? null }, row: newest.row };
}
