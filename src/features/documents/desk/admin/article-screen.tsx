import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isFromList, useArticleHandover } from "#features/articles/admin/article-handover.tsx";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { preloadEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { parseId } from "#shared/ids.ts";
import { adminUrl } from "#shared/urls.ts";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { keptToast } from "#ui/admin/edit-form/kept-toast.ts";
import { useDrafts } from "#ui/admin/edit-form/use-drafts.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { NoArticle } from "./internal/empty-room.tsx";
import { OpenRoom } from "./internal/open-room.tsx";

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
  draft: UnsavedDraft<FormValues> | null;
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
  return () => void (isFromList(state) ? navigate(-1) : navigate(backTo));
}

type RoomProps = { address: number | null; onLeave: () => void };

function Room({ address, onLeave }: RoomProps) {
  const api = useEditorApi();
  const handover = useArticleHandover();
  const [account] = useState(() => api.account() ?? "unknown");
  const [opened, setOpened] = useState<Opened>(() => {
    const { draft } = handover.current;
    return { serial: 0, address, subject: address, draft: draft?.subject === address ? draft : null };
  });
  const open = (draft: UnsavedDraft<FormValues> | null) =>
    setOpened({ serial: opened.serial + 1, address, subject: address, draft });
  // A new article that was stored is at its own address now, and the form goes on.
  if (opened.address !== address) {
    if (opened.subject === address) setOpened({ ...opened, address });
    else open(null);
  }
  const guard = useRef<FormGuard>(null);
  const keepsQuiet = useRef(false);
  const show = useToast();
  const tellKept = () => {
    if (!guard.current?.isUnsaved() || keepsQuiet.current) return;
    const toast = keptToast(guard.current.fate(), "the list of articles");
    if (toast) show(toast);
  };
  // The list gives the focus to the button that the room was opened with.
  const wasAdded = useRef(false);
  useWhenLeft(() => (wasAdded.current ? null : opened.subject), tellKept);
  useEffect(preloadEditor, []);
  const { drafts, discard, onDiscarded } = useDrafts<FormValues>(account, ARTICLE_KIND.name);
  const offered = drafts.filter(({ key, subject }) => key !== opened.draft?.key && subject === opened.subject);
  const restore = (draft: UnsavedDraft<FormValues>) => {
    tellKept();
    open(draft);
  };
  const moveTo = useNewAddress();
  return (
    <OpenRoom
      key={opened.serial}
      account={account}
      article={opened.subject}
      draft={opened.draft}
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
      onDiscarded={(draft) => {
        keepsQuiet.current = true;
        onLeave();
        onDiscarded(draft);
      }}
      offers={<DraftOffers kind={ARTICLE_KIND} drafts={offered} onRestore={restore} onDiscard={discard} />}
    />
  );
}

/** As the room is left, by whatever way: tells what is kept, and the list which article it was. */
function useWhenLeft(subject: () => number | null, tellKept: () => void): void {
  const handover = useArticleHandover();
  const latest = useRef({ subject, tellKept });
  latest.current = { subject, tellKept };
  useTakenDraft(handover);
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
function useTakenDraft(handover: RefObject<{ draft: UnsavedDraft<FormValues> | null }>): void {
  useEffect(() => {
    handover.current.draft = null;
  }, [handover]);
}

/** Gives a stored article its own address, without a new entry in the history. */
function useNewAddress(): (id: number) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (id) => void navigate(adminUrl.article(id), { replace: true, state });
}
