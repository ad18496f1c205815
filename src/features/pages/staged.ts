import type { Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import { isPublic } from "#db/readable.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { claimAddress, freeAddress, ownersAt, releaseAddresses } from "#features/addresses/register.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { forgetDocuments } from "#features/documents/commands.ts";
import { ensureFirstRevision } from "#features/documents/history/commands.ts";
import { documentEvent } from "#features/documents/lifecycle/events.ts";
import { saveOf } from "#features/documents/lifecycle/type.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import { recordEvents } from "#features/events/commands.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { isAllowed } from "#shared/errors.ts";
import { slugIn } from "#shared/slug.ts";
import { type PageParts, scopesOf } from "./commands.ts";
import { judgePublic, type PageRow } from "./queries.ts";
import { pageKey, slugFault } from "./rules.ts";
import { PAGE } from "./type.ts";

type Trx = Transaction<Tables>;

/** Takes an address for a page of an import, and stores the page without its text: a draft that no list shows. */
export async function reservePage(
  trx: Trx,
  { clock }: Pick<PageParts, "clock">,
  { title, slug }: { title: string; slug: string },
): Promise<{ id: number; slug: string }> {
  await lockTable(trx, "page");
  const wanted = slugFault(slug) === null ? slug : slugIn("", slug || title || "page", "page");
  const isTaken = slugFault(wanted) !== null || (await ownersAt(trx, "page", wanted)).current !== undefined;
  const own = isTaken ? await freeAddress(trx, { kind: "page", id: 0 }, wanted, slugFault(wanted) !== null) : wanted;
  const now = clock.now();
  const { id } = await trx
    .insertInto("page")
    .values({
      title,
      slug: own,
      content: "",
      status: "draft",
      published_at: null,
      created_at: now,
      updated_at: now,
      is_staged: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await claimAddress(trx, { kind: "page", id }, own, { isPublic: false });
  return { id, slug: own };
}

type Text = {
  title: string;
  content: PreparedContent;
  seo_title: string;
  seo_description: string;
  in_menu?: PageRow["in_menu"];
};

/** Stores the text of a staged page; returns its version. */
export async function writeStagedPage(
  trx: Trx,
  { clock }: Pick<PageParts, "clock">,
  actor: Actor,
  id: number,
  { content, ...fields }: Text,
): Promise<number | undefined> {
  const now = clock.now();
  await requestItems(trx, now, content.remoteItems);
  const row = await trx
    .updateTable("page")
    .set({ ...fields, content: content.html, updated_at: now })
    .where("id", "=", id)
    .where("is_staged", "=", 1)
    .returningAll()
    .executeTakeFirst();
  if (row) await ensureFirstRevision(trx, pageKey(id), () => ({ ...saveOf(PAGE, row), authorId: actor.accountId }));
  return row?.version;
}

type Release = { id: number; isPublished: boolean; publishedAt: number | null };

/** Turns staged pages into ordinary ones. Those that need an approval first, or have no title, become drafts. */
export async function releaseStagedPages(
  trx: Trx,
  { clock }: Pick<PageParts, "clock">,
  actor: Actor,
  releases: readonly Release[],
) {
  const now = clock.now();
  const changed: Scope[] = [];
  const held: { id: number; title: string }[] = [];
  for (const { id, isPublished, publishedAt } of releases) {
    const row = await trx
      .selectFrom("page")
      .selectAll()
      .where("id", "=", id)
      .where("is_staged", "=", 1)
      .forUpdate()
      .executeTakeFirst();
    if (!row) continue;
    const wanted = { ...row, is_staged: 0 as const, status: "published" as const, published_at: publishedAt ?? now };
    const mayBe =
      isPublished &&
      row.title !== "" &&
      (await isAllowed(async () => requireApproved(trx, pageKey(id), await judgePublic(trx, wanted))));
    if (isPublished && !mayBe) held.push({ id, title: row.title });
    const after = mayBe ? wanted : { ...row, is_staged: 0 as const };
    const { is_staged, status, published_at } = after;
    await trx.updateTable("page").set({ is_staged, status, published_at }).where("id", "=", id).execute();
    await claimAddress(trx, { kind: "page", id }, row.slug, { isPublic: isPublic(after, now) });
    const made = { type: "page", id, title: row.title, facts: { isImport: true } } as const;
    const deeds = mayBe ? (["created", "published"] as const) : (["created"] as const);
    await recordEvents(
      trx,
      clock,
      deeds.map((deed) => documentEvent(actor, deed, made)),
    );
    changed.push(...scopesOf(null, after));
  }
  return { changed, held };
}

/** Deletes staged pages permanently. Returns the ids of the deleted ones. */
export async function removeStagedPages(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx.deleteFrom("page").where("id", "in", ids).where("is_staged", "=", 1).returning("id").execute();
  const gone = rows.map(({ id }) => id);
  if (gone.length === 0) return gone;
  await releaseAddresses(trx, "page", gone);
  await forgetDocuments(trx, "page", gone);
  return gone;
}
