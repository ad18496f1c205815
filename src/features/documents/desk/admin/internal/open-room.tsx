import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { freeSessions, type KeptSession } from "#features/documents/session/admin/kept-sessions.ts";
import { keptSent } from "#features/documents/session/admin/resume.ts";
import { nextSession, startSession } from "#features/documents/session/session.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { type DeskArticle, readNewest } from "../calls.ts";
import { ARTICLE_RULES, type ArticleSession, NEW_WRITTEN, storedOf, type Written } from "./article-session.ts";
import { LoadingRoom, NoArticle, OthersArticle } from "./empty-room.tsx";
import type { Opening } from "./use-article-form.ts";
import { WritingRoom } from "./writing-room.tsx";
import type { WritingRoomProps } from "./writing-room-props.ts";

type Props = Omit<WritingRoomProps, "opening"> & {
  /** The article to edit; null for a new one. */
  article: number | null;
  /** The kept work to continue with; undefined for whatever is kept of the article. */
  keptKey: string | undefined;
};

/** The room, shown once it is known what is stored and what is kept of the article. */
export function OpenRoom({ article, keptKey, ...rest }: Props) {
  const { opening, others, isMissing, isFailed, retry } = useOpening(rest.account, article, keptKey);
  if (others) return <OthersArticle article={others} onLeave={rest.onCancel} offers={rest.offers} />;
  if (opening) return <WritingRoom {...rest} opening={opening} />;
  if (isMissing) return <NoArticle onLeave={rest.onCancel} offers={rest.offers} />;
  return <LoadingRoom isFailed={isFailed} onRetry={retry} onCancel={rest.onCancel} offers={rest.offers} />;
}

const NEW: Opening = { session: startSession<Written>(null, NEW_WRITTEN), kept: null };

function useOpening(account: string, article: number | null, keptKey: string | undefined) {
  const api = useEditorApi();
  const isNew = article === null && keptKey === undefined;
  const [opened, setOpened] = useState<Opening | null>(isNew ? NEW : null);
  const { data, error, isFetching, refetch } = useQuery({
    // Every room starts from what is stored when it opens: nothing is shared.
    queryKey: ["opening", article, useId()],
    queryFn: ({ signal }) => openingOf(api, { account, article, keptKey, signal }),
    enabled: opened === null,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  // What only its editors get is missing: the room's other requests would all be rejected.
  const others = data?.row && data.row.has_draft === undefined ? data.row : undefined;
  if (opened === null && data && !others) setOpened(data.opening);
  const isGone = error instanceof ApiError && error.status === 404;
  return {
    opening: opened,
    others,
    isMissing: isGone && !isFetching,
    isFailed: error !== null && !isGone && !isFetching,
    retry: () => void refetch(),
  };
}

type Wanted = { account: string; article: number | null; keptKey: string | undefined; signal: AbortSignal };

async function openingOf(api: EditorApi, { account, article, keptKey, signal }: Wanted) {
  // What can be sent without being opened is sent first.
  await keptSent(ARTICLE_KIND.name);
  const free = (await freeSessions(account)) as KeptSession<Written>[];
  const own = () =>
    free.findLast(({ type, id, aside }) => type === ARTICLE_KIND.name && id === article && aside === null);
  // What was offered may go on under another key by now.
  const kept =
    free.find(({ key }) => key === keptKey) ?? (article === null && keptKey === undefined ? undefined : own());
  const id = kept?.id ?? article;
  if (id === null) return { opening: kept ? { session: kept.session, kept } : NEW, row: null };
  const newest = await readNewest(api, id, signal).catch((error: unknown) => {
    if (kept && error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  // The article is gone: what was kept of it becomes a new one.
  if (newest === null) return { opening: { session: withoutArticle(kept), kept: kept ?? null }, row: null };
  const session = kept ? resumed(kept, newest) : startSession(storedOf(newest), NEW_WRITTEN);
  return { opening: { session, kept: kept ?? null }, row: newest.row };
}

const withoutArticle = (kept: KeptSession<Written> | undefined): ArticleSession =>
  nextSession(kept?.session ?? NEW.session, { kind: "deleted" }, ARTICLE_RULES);

/** A kept session as a change of the newest version. What was put aside is compared with it first. */
function resumed({ session, aside }: KeptSession<Written>, newest: Versioned<DeskArticle>): ArticleSession {
  const stored = storedOf(newest);
  const whole = { ...session, local: { ...NEW_WRITTEN, ...session.local } };
  if (aside) return { ...whole, base: stored, attempt: null, conflict: { theirs: stored, known: null } };
  const { base } = whole;
  // Its row says what the room shows besides the values.
  const known = base && { ...base, values: { ...stored.values, ...base.values }, row: newest.row };
  return nextSession({ ...whole, base: known, rejected: null }, { kind: "seen", stored }, ARTICLE_RULES);
}
