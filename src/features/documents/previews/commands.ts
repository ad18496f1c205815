import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { type DocumentType, maySee } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import { findMaker } from "#features/identity/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { hashOfToken } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { columnsOf } from "../history/queries.ts";
import { subjectOf } from "../requests/commands.ts";
import { PREVIEW_TTL_MS, previewPath } from "../rules.ts";
import type { PreviewLink } from "./endpoints.ts";

export type PreviewStore = { database: Database; clock: Clock; siteUrl: string };
type Store = Pick<PreviewStore, "database" | "clock">;

/** Bytes of a token. */
const TOKEN_BYTES = 32;

/** Creates a preview link to a document's working copy. Throws NotFoundError and ForbiddenError. */
export async function sharePreview(
  { database, clock, siteUrl }: PreviewStore,
  kind: DocumentType,
  by: Actor,
  id: number,
): Promise<PreviewLink> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = clock.now() + PREVIEW_TTL_MS;
  const expires = new Date(expiresAt).toISOString();
  const { type } = kind;
  await shareCommit(database.db, async (trx) => {
    await kind.authorize(trx, by, "write", id);
    const link = { hash: hashOfToken(token), created_by: by.accountId, expires_at: expiresAt };
    await trx
      .insertInto("preview_link")
      .values({ ...link, ...columnsOf({ type, id }) })
      .execute();
    const subject = await subjectOf(trx, kind, id);
    await recordEvent(trx, clock, { by, action: `${type}.share`, subject, changes: { expires: { to: expires } } });
  });
  return { url: absoluteUrl(siteUrl, previewPath(token)), expires };
}

/** Revokes all preview links of a document. Throws NotFoundError and ForbiddenError. */
export async function endPreviews(
  { database, clock }: Store,
  kind: DocumentType,
  by: Actor,
  id: number,
): Promise<void> {
  const { type } = kind;
  await shareCommit(database.db, async (trx) => {
    await kind.authorize(trx, by, "write", id);
    const ended = await trx
      .deleteFrom("preview_link")
      .where((eb) => eb.and(columnsOf({ type, id })))
      .returning("hash")
      .execute();
    if (ended.length === 0) return;
    const subject = await subjectOf(trx, kind, id);
    const changes = { links: { from: ended.length } };
    await recordEvent(trx, clock, { by, action: `${type}.unshare`, subject, changes });
  });
}

/**
 * The document of a link, while its creator may see it; undefined for an unknown or expired link, and after the creator has
 * lost access.
 */
export async function findPreviewed(
  { database: { db }, clock }: Store,
  kinds: readonly DocumentType[],
  token: string,
): Promise<DocumentKey | undefined> {
  const link = await db
    .selectFrom("preview_link")
    .select(["document_type as type", "document_id as id", "created_by"])
    .where("hash", "=", hashOfToken(token))
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  const creator = link && (await findMaker(db, link.created_by));
  const kind = kinds.find(({ type }) => type === link?.type);
  if (!link || !creator || !kind) return undefined;
  const { type, id } = link;
  return (await maySee(db, kind, creator, id)) ? { type, id } : undefined;
}

export async function removeExpiredPreviews({ database, clock }: Store): Promise<void> {
  await database.db.deleteFrom("preview_link").where("expires_at", "<=", clock.now()).execute();
}

export async function forgetPreviews(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  await trx.deleteFrom("preview_link").where("document_type", "=", type).where("document_id", "in", ids).execute();
}
