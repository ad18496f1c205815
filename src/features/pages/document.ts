import { lockTable } from "#db/dialect.ts";
import { isPublic } from "#db/readable.ts";
import {
  formerSlugs,
  freeAddress,
  ownersAt,
  releaseAddresses,
  removeAddresses,
  restoreAddresses,
} from "#features/addresses/register.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import { publicationDate } from "#features/documents/lifecycle/rules.ts";
import { wholeOf } from "#features/documents/lifecycle/type.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import { findApproval, readRule, writersOf } from "#features/documents/review/queries.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import type { DocumentTrash } from "#features/documents/types.ts";
import type { Clock } from "#platform/clock.ts";
import { NotFoundError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { adminUrl } from "#shared/urls.ts";
import { type PageParts, requireTitle, scopesOf, settleSlug, writePage } from "./commands.ts";
import type { PageFields } from "./endpoints.ts";
import {
  addressOfPage,
  hashOfPage,
  isScheduled,
  judgePage,
  type PageRow,
  pathsOfPages,
  requirePage,
  snapshotOf,
  titledPages,
} from "./queries.ts";
import { NO_PAGE, pageKey } from "./rules.ts";
import { PAGE, type PageType, PERMISSIONS } from "./type.ts";

/** A page as a document (decision 121). */
export const pageDocument = ({ clock, ...store }: PageParts): PageType => ({
  ...PAGE,
  lockWaiting: (trx, now) => trx.selectFrom("page").selectAll().where(isScheduled(now)).forUpdate().execute(),
  async authorize(db, actor, action, id) {
    await requirePage(db, id);
    authorize(actor, PERMISSIONS[action]);
  },
  authorizeSave: async (_trx, actor) => authorize(actor, PERMISSIONS.write),
  requireComplete: (whole) => requireTitle(whole, "published"),
  async guard(trx, whole, row) {
    await requireApproved(trx, pageKey(row.id), judgePage(await readRule(trx), whole));
    await settleSlug(trx, whole, row);
  },
  // The address stays, as links lead to it.
  restorable: async (_db, { slug: _slug, ...fields }) => fields,
  async prepare({ content: html, ...fields }) {
    if (html === undefined) return fields;
    return { ...fields, content: html === "" ? "" : (await prepareKnown(store, html, "page")).content };
  },
  publishing: (row, at, now) => ({ status: "published", published_at: publicationDate(row.published_at, at, now) }),
  withdrawing: { status: "draft" },
  holding: { status: "draft" },
  write: (trx, actor, write) => writePage(trx, { clock, ...store }, actor, write),
  read: requirePage,
  async newestText(db, rule, id) {
    const judged = judgePage(rule, wholeOf(PAGE, await requirePage(db, id)));
    const byHash = { hash: judged.hash, hashOf: (snapshot: Snapshot) => hashOfPage(snapshot as PageFields) };
    return { ...judged, hasSources: true, writers: await writersOf(db, pageKey(id), byHash) };
  },
  templateOf: ({ title, content, seo_title, seo_description }) => ({ title, content, seo_title, seo_description }),
  trash: pageTrash(clock),
  textsOf: ({ title, content }) => ({ title, content }),
  pathsOf: pathsOfPages,
  roomPath: adminUrl.page,
});

/** Data of a deleted page in addition to its row: its former addresses. */
type TrashedPage = { row: Omit<PageRow, "content">; former: string[] };

/** Moves pages to the trash and restores them. Another page may have taken the address. */
const pageTrash = (clock: Clock): DocumentTrash => ({
  type: "page",

  async remove(trx, id) {
    const row = await trx.selectFrom("page").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new NotFoundError("page_not_found", NO_PAGE);
    const { content, ...rest } = row;
    const [{ title }] = (await titledPages(trx, [row])) as [PageRow];
    const owner = { kind: "page", id } as const;
    const fields: TrashedPage = { row: rest, former: await formerSlugs(trx, owner) };
    await trx.deleteFrom("page").where("id", "=", id).execute();
    // Also one that was unpublished before it was removed.
    const wasPublic = row.published_at !== null && row.published_at <= clock.now();
    await (wasPublic ? removeAddresses(trx, owner) : releaseAddresses(trx, "page", [id]));
    const addresses = wasPublic ? [row.slug, ...fields.former].map(addressOfPage) : [];
    return { title, fields, content, wasPublic, changed: [...scopesOf(row, null), ...addresses] };
  },

  async restore(trx, { fields, content, trashed_at }) {
    const { row, former } = JSON.parse(fields) as TrashedPage;
    await lockTable(trx, "page");
    const owner = { kind: "page", id: row.id } as const;
    const { current } = await ownersAt(trx, "page", row.slug);
    const now = clock.now();
    const key = pageKey(row.id);
    const wasPublic = isPublic(row, trashed_at);
    const { hash, reasons } = judgePage(await readRule(trx), snapshotOf({ ...row, content }));
    const mayBePublic = reasons.length === 0 || Boolean(await findApproval(trx, key, hash));
    // A page whose time passed in the trash, or that now needs an approval, is not published automatically.
    const isHeld = row.status === "published" && !wasPublic && (isPublic(row, now) || !mayBePublic);
    const restored = {
      ...row,
      content,
      slug: current === undefined ? row.slug : await freeAddress(trx, owner, row.slug),
      updated_at: now,
      ...(isHeld && { status: "draft" as const, published_at: null }),
    };
    await trx.insertInto("page").values(restored).execute();
    await restoreAddresses(trx, owner, restored.slug, former);
    return [...scopesOf(null, restored), ...former.map(addressOfPage)];
  },
});
