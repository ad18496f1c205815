import type { articlesOfAccount } from "#features/articles/policy.ts";
import type { notesOfAccount, repliesOfAccount } from "#features/documents/notes/queries.ts";
import type { requestsOfAccount } from "#features/documents/requests/queries.ts";
import type { approvalsOfAccount } from "#features/documents/review/queries.ts";
import { toKept, type trashedOfAccount } from "#features/documents/trash/queries.ts";
import type { listSessions, UserRow } from "#features/identity/accounts/queries.ts";
import type { Profile } from "#features/identity/accounts/schema.ts";
import type { listPasskeys } from "#features/identity/second-factor/queries.ts";
import type { mailsOfAccount } from "#features/mail/queries.ts";
import type { picturesOfAccount } from "#features/media/pictures/queries.ts";
import { addressOf } from "#features/media/pictures/rules.ts";
import type { issueVersionsOfAccount } from "#features/newsletter/issues/queries.ts";
import type { notificationsOfAccount } from "#features/notifications/queries.ts";
import type { HoldingRow } from "#features/record/holdings/queries.ts";
import type { revisionsOfAccount } from "#features/revisions/queries.ts";
import { isoDate } from "#shared/time.ts";
import type { AccountExport } from "./schema.ts";

type RowOf<Query extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];
type Part<Name extends keyof AccountExport> = AccountExport[Name] extends (infer Row)[] ? Row : AccountExport[Name];

/** The parts of an export, each as a person can read it. */
export const presentAccount = (
  { id, name, email, bio, image_url, links }: Profile & { id: number; email: string },
  user: UserRow | undefined,
): AccountExport["account"] => ({
  id,
  name,
  email,
  bio,
  image_url,
  links,
  role: user?.role ?? null,
  is_active: user?.is_active === 1,
  created: user ? isoDate(user.created_at) : null,
  last_sign_in: isoDate(user?.signed_in_at ?? null),
});

export const presentPasskey = ({ name, created_at }: RowOf<typeof listPasskeys>) => ({
  name,
  created: isoDate(created_at),
});

export const presentOwnSession = (row: RowOf<typeof listSessions>): Part<"sessions"> => ({
  device: row.device,
  origin: row.origin,
  started: isoDate(row.started_at),
  last_used: isoDate(row.used_at),
});

export const presentOwnHolding = ({ symbol, from, to }: HoldingRow): Part<"holdings"> => ({ symbol, from, to });

export const presentArticle = (row: RowOf<typeof articlesOfAccount>): Part<"articles"> => ({
  id: row.id,
  title: row.title,
  status: row.status,
  published_date: isoDate(row.published_at),
  created: isoDate(row.created_at),
});

export const presentTrashed = (row: RowOf<typeof trashedOfAccount>): Part<"trash"> => {
  const { title, created_at } = toKept(row.article);
  return { id: row.article_id, title, created: isoDate(created_at), trashed: isoDate(row.trashed_at) };
};

export const presentPicture = (row: RowOf<typeof picturesOfAccount>): Part<"pictures"> => ({
  id: row.id,
  url: addressOf(row),
  name: row.name,
  alt: row.alt,
  caption: row.caption,
  credit: row.credit,
  uploaded: isoDate(row.created_at),
});

export const presentNote = (row: RowOf<typeof notesOfAccount>): Part<"notes"> => ({
  id: row.id,
  article: row.article_id,
  quote: row.quote,
  text: row.text,
  state: row.state,
  created: isoDate(row.created_at),
});

export const presentReply = (row: RowOf<typeof repliesOfAccount>): Part<"replies"> => ({
  id: row.id,
  note: row.note_id,
  text: row.text,
  created: isoDate(row.created_at),
});

export const presentRevision = (row: RowOf<typeof revisionsOfAccount>): Part<"revisions"> => ({
  article: row.article_id,
  n: row.n,
  note: row.note,
  is_autosave: row.is_autosave === 1,
  created: isoDate(row.created_at),
});

export const presentIssueVersion = (row: RowOf<typeof issueVersionsOfAccount>): Part<"issue_versions"> => ({
  issue: row.issue_id,
  n: row.n,
  note: row.note,
  is_autosave: row.is_autosave === 1,
  created: isoDate(row.created_at),
});

export const presentOwnApproval = (row: RowOf<typeof approvalsOfAccount>): Part<"approvals"> => ({
  id: row.id,
  article: row.article_id,
  is_override: row.is_override === 1,
  reason: row.reason,
  created: isoDate(row.approved_at),
});

export const presentRequest = (row: RowOf<typeof requestsOfAccount>, accountId: number): Part<"review_requests"> => ({
  article: row.article_id,
  is_asked: row.asked_id === accountId,
  created: isoDate(row.asked_at),
});

export const presentOwnMail = (row: RowOf<typeof mailsOfAccount>): Part<"mails"> => ({
  kind: row.kind,
  email: row.to_email,
  subject: row.subject,
  state: row.state,
  created: isoDate(row.created_at),
});

export const presentOwnNotification = (row: RowOf<typeof notificationsOfAccount>): Part<"notifications"> => ({
  id: row.id,
  article: row.article_id,
  kind: row.kind,
  detail: row.detail,
  created: isoDate(row.created_at),
  read: isoDate(row.read_at),
});
