import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { newKey } from "#features/documents/session/admin/document-session.ts";
import { type KeptSession, putAside } from "#features/documents/session/admin/kept-sessions.ts";
import { startSession } from "#features/documents/session/session.ts";
import { draftsOf, dropDraft, type UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { type ArticleSession, NEW_WRITTEN, type Written } from "./article-session.ts";

/** Takes over what an earlier version of the program has kept of articles: nothing unsaved is lost by the upgrade. */
export async function takeOverDrafts(account: string): Promise<void> {
  const { free } = await draftsOf<FormValues>(account, ARTICLE_KIND.name);
  // What was kept first is sent first.
  for (const draft of free.toReversed()) {
    if (await putAside(fromDraft(draft))) await dropDraft(draft.key);
  }
}

/** An unsaved draft of before as a kept session. */
export function fromDraft(draft: UnsavedDraft<FormValues>): Omit<KeptSession, "key" | "owner" | "savedAt"> {
  const { account, subject, values, changed, file, pictures } = draft;
  const { status, published_date, ...local } = { ...NEW_WRITTEN, ...values };
  const isChosen = (name: keyof FormValues) => (changed ?? []).includes(name);
  return {
    account,
    type: ARTICLE_KIND.name,
    id: subject,
    title: local.title,
    session: sessionOf(draft, local),
    // One that does not know what it changes is compared with what is stored.
    aside: draft.isReplaced ? "theirs" : subject !== null && baseOf(draft) === null ? "mine" : null,
    choices: {
      ...(isChosen("status") && { status }),
      ...(isChosen("published_date") && { published_date }),
    },
    files: { ...pictures, ...(file && { image_url: file }) },
  };
}

/** What the draft is a change of; null for a new article, and where it is not known. */
function baseOf({ subject, etag, began, changed, values }: UnsavedDraft<FormValues>): ArticleSession["base"] {
  if (subject === null || etag === null || !began || !changed) return null;
  const { status: _status, published_date: _date, ...written } = { ...NEW_WRITTEN, ...values, ...began };
  return { values: written, etag, row: { id: subject } };
}

function sessionOf(draft: UnsavedDraft<FormValues>, local: Written): ArticleSession {
  const base = baseOf(draft);
  const session = { ...startSession(base, NEW_WRITTEN), local };
  // It may have been sent: it is created once.
  if (draft.subject === null) return { ...session, attempt: { key: draft.createKey, base: null, values: local } };
  return draft.isTried && base ? { ...session, attempt: { key: newKey(), base, values: local } } : session;
}
