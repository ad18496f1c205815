import { lockTable } from "#db/dialect.ts";
import {
  formerSlugs,
  freeAddress,
  ownersAt,
  releaseAddresses,
  removeAddresses,
  restoreAddresses,
} from "#features/addresses/register.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import { requireHouseStyle } from "#features/documents/house-style.ts";
import { publicationDate } from "#features/documents/lifecycle/rules.ts";
import { wholeOf } from "#features/documents/lifecycle/type.ts";
import { requireApproved } from "#features/documents/review/commands.ts";
import { readRule, writersOf } from "#features/documents/review/queries.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import type { DocumentTrash } from "#features/documents/types.ts";
import type { Clock } from "#platform/clock.ts";
import { ConflictError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { adminUrl } from "#shared/urls.ts";
import { NOT_RELEASED, type PageParts, requireTitle, scopesOf, settleSlug, writePage } from "./commands.ts";
import type { PageFields } from "./endpoints.ts";
import {
  addressOfPage,
  hashOfPage,
  isScheduled,
  judgePage,
  type PageRow,
  pathsOfPages,
  requirePage,
} from "./queries.ts";
import { pageKey } from "./rules.ts";
import { PAGE, type PageType, PERMISSIONS } from "./type.ts";

/** A page as a document (decision 121). */
export const pageDocument = ({ clock, ...store }: PageParts): PageType => ({
  ...PAGE,
  lockWaiting: (trx, now) => trx.selectFrom("page").selectAll().where(isScheduled(now)).forUpdate().execute(),
  async authorize(db, actor, action, id) {
    await requirePage(db, id, actor);
    authorize(actor, PERMISSIONS[action]);
  },
  async authorizeSave(trx, actor, { id }) {
    await requirePage(trx, id, actor);
    authorize(actor, PERMISSIONS.write);
  },
  requireComplete: (whole) => requireTitle(whole, "published"),
  async guard(trx, whole, row) {
    await requireApproved(trx, pageKey(row.id), judgePage(await readRule(trx), whole));
    await requireHouseStyle(trx, { before: row.status === "published" ? row : null, after: whole });
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
const pageTrash = (clock: Clock): DocumentTrash<PageRow> => ({
  async remove(trx, row) {
    if (row.is_staged === 1) throw new ConflictError("import_not_released", NOT_RELEASED);
    const { content, ...rest } = row;
    const owner = { kind: "page", id: row.id } as const;
    const fields: TrashedPage = { row: rest, former: await formerSlugs(trx, owner) };
    await trx.deleteFrom("page").where("id", "=", row.id).execute();
    // Also one that was unpublished before it was removed.
    const wasPublic = row.published_at !== null && row.published_at <= clock.now();
    await (wasPublic ? removeAddresses(trx, owner) : releaseAddresses(trx, "page", [row.id]));
    const addresses = wasPublic ? [row.slug, ...fields.former].map(addressOfPage) : [];
    return { fields, content, wasPublic, changed: [...scopesOf(row, null), ...addresses] };
  },

  async restore(trx, { fields, content }, settled) {
    const { row, former } = JSON.parse(fields) as TrashedPage;
    await lockTable(trx, "page");
    const owner = { kind: "page", id: row.id } as const;
    const { current } = await ownersAt(trx, "page", row.slug);
    const slug = current === undefined ? row.slug : await freeAddress(trx, owner, row.slug);
    const restored = await settled({ ...row, content, slug, updated_at: clock.now() });
    await trx.insertInto("page").values(restored).execute();
    await restoreAddresses(trx, owner, restored.slug, former);
    return [...scopesOf(null, restored), ...former.map(addressOfPage)];
  },

  held: { status: "draft", published_at: null },
});
