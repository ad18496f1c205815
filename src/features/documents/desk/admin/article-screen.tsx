import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isFromList, useArticleHandover } from "#features/articles/admin/article-handover.tsx";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { listChanged } from "#features/articles/admin/calls.ts";
import { entriesOf } from "#features/documents/room/admin/settings-sheet.ts";
import { type KeptSession, putAside } from "#features/documents/session/admin/kept-sessions.ts";
import { KeptOffers, useKeptWork } from "#features/documents/session/admin/kept-work.tsx";
import { preloadEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { parseId } from "#shared/ids.ts";
import { adminUrl } from "#shared/urls.ts";
import { keptToast } from "#ui/admin/edit-form/kept-toast.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { discardWorkingCopy } from "./calls.ts";
import { NoArticle } from "./internal/empty-room.tsx";
import { OpenRoom } from "./internal/open-room.tsx";
import type { RoomGuard } from "./internal/writing-room-props.ts";

/** The article that an address leads to: its id, null for a new one, undefined where there can be none. */
function articleAt(path: string): number | null | undefined {
  const name = path.slice(adminUrl.article("*").length - 1).replace(/\/$/, "");
  return name === "new" ? null : (parseId(name) ?? undefined);
}

/** What is open in the room. `address` is the article in the address, which a new one gets only after it is stored. */
type Opened = {
  serial: number;
  address: number | null;
  subject: number | null;
  keptKey: string | undefined;
};

type Props = {
  path: string;
  /** The address of the list, for whoever did not come from there. */
  backTo: string;
};

/** The writing room: an article's own screen, at its own address. Leaving it loses nothing, and saving it leads back. */
export function ArticleScreen({ path, backTo }: Props) {
  const address = articleAt(path);
  const leave = useLeave(backTo);
  return address === undefined ? <NoArticle onLeave={leave} /> : <Room address={address} onLeave={leave} />;
}

/** Goes back to the list: the same page, filters and row. */
function useLeave(backTo: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => void (isFromList(state) ? navigate(-entriesOf(state)) : navigate(backTo));
}

type RoomProps = { address: number | null; onLeave: () => void };

function Room({ address, onLeave }: RoomProps) {
  const api = useEditorApi();
  const handover = useArticleHandover();
  const [account] = useState(() => api.account() ?? "unknown");
  const [opened, setOpened] = useState<Opened>(() => {
    const { kept } = handover.current;
    return { serial: 0, address, subject: address, keptKey: kept ?? undefined };
  });
  const open = (kept?: KeptSession) =>
    setOpened({ serial: opened.serial + 1, address, subject: address, keptKey: kept?.key });
  // A new article that was stored is at its own address now, and the form goes on.
  if (opened.address !== address) {
    if (opened.subject === address) setOpened({ ...opened, address });
    else open();
  }
  const guard = useRef<RoomGuard>(null);
  const keepsQuiet = useRef(false);
  const show = useToast();
  const discardLater = useDiscardLater();
  const tellKept = () => {
    const room = guard.current;
    if (!room || keepsQuiet.current) return;
    const toast = room.isUnsaved() ? keptToast(room.fate(), "the list of articles") : null;
    const { subject } = opened;
    if (toast) show(toast);
    else if (room.hasHiddenChanges && subject !== null) show(keptChanges(() => discardLater(subject)));
  };
  // The list gives the focus to the button that the room was opened with.
  const wasAdded = useRef(false);
  useWhenLeft(() => (wasAdded.current ? null : opened.subject), tellKept);
  useEffect(preloadEditor, []);
  const kept = useKeptWork(account, ARTICLE_KIND.name);
  const offered = kept.filter(({ key, id }) => key !== opened.keptKey && id === opened.subject);
  const moveTo = useNewAddress();
  return (
    <OpenRoom
      key={opened.serial}
      account={account}
      article={opened.subject}
      keptKey={opened.keptKey}
      guard={guard}
      onDone={(isNew) => {
        keepsQuiet.current = true;
        wasAdded.current = isNew;
        onLeave();
      }}
      onCreated={(id) => {
        setOpened((now) => ({ ...now, subject: id }));
        moveTo(id);
      }}
      onCancel={onLeave}
      onDiscarded={(discarded) => {
        keepsQuiet.current = true;
        onLeave();
        show({
          title: "Unsaved work discarded",
          action: { label: "Undo", run: () => void putAside(discarded) },
        });
      }}
      offers={<KeptOffers what={ARTICLE_KIND.what} kept={offered} onOpen={open} />}
    />
  );
}

/** Tells what becomes of stored changes that readers do not see, as the room is left. */
const keptChanges = (discard: () => void): AdminMessage => ({
  title: "Your changes are kept",
  description: "Readers see them once you update the article.",
  action: { label: "Discard them", run: discard },
});

/** Discards the working copy of an article whose room was left. */
function useDiscardLater(): (id: number) => void {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  return (id) =>
    void discardWorkingCopy(api, id).then(
      () => {
        listChanged(client);
        show({ title: "Changes discarded", description: "They stay among the versions of the article." });
      },
      () => show({ title: "Could not discard the changes", variant: "destructive" }),
    );
}

/** As the room is left, by whatever way: tells what is kept, and the list which article it was. */
function useWhenLeft(subject: () => number | null, tellKept: () => void): void {
  const handover = useArticleHandover();
  const latest = useRef({ subject, tellKept });
  latest.current = { subject, tellKept };
  useTakenWork(handover);
  useLayoutEffect(
    () => () => {
      // Not as the account's whole dashboard goes.
      if (handover.current.isOver) return;
      handover.current.left = latest.current.subject();
      latest.current.tellKept();
    },
    [handover],
  );
}

/** The work that the list handed over is taken once. */
function useTakenWork(handover: RefObject<{ kept: string | null }>): void {
  useEffect(() => {
    handover.current.kept = null;
  }, [handover]);
}

/** Gives a stored article its own address, without a new entry in the history. */
function useNewAddress(): (id: number) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [waiting, setWaiting] = useState<number | null>(null);
  const isSheet = entriesOf(state) > 1;
  // Under an open sheet there is the entry of the room, which still has the address of a new article.
  useEffect(() => {
    if (waiting === null || isSheet) return;
    setWaiting(null);
    void navigate(adminUrl.article(waiting), { replace: true, state });
  }, [waiting, isSheet, navigate, state]);
  return setWaiting;
}
