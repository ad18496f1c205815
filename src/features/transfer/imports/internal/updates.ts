import { lockStates } from "#features/articles/changes.ts";
import { updateRow } from "#features/articles/commands.ts";
import type { PreparedDraft } from "#features/articles/drafts.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { writePage } from "#features/pages/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { ForbiddenError } from "#shared/errors.ts";
import type { Finding } from "../../sources/items.ts";
import type { ImportItemRow } from "../../tables.ts";
import type { EngineParts, Trx } from "./engine.ts";
import { isEdited, versionsOf } from "./targets.ts";

const AT_ONCE = 50;

/** What an update never changes: whether readers see a text, and since when; what a newsroom alone settles. */
const SETTLED = ["status", "publishedAt", "lastUpdatedAt", "authorId", "sources", "is_featured", "slug"];

type Update = ImportItemRow & { fields: string };

/** Stores the changes of texts from former imports that have no edits here. */
export async function applyUpdates(trx: Trx, parts: EngineParts, actor: Actor, importId: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (;;) {
    const updates = await trx
      .selectFrom("import_update")
      .innerJoin("import_item", "import_item.id", "import_update.item_id")
      .selectAll("import_item")
      .select("import_update.fields")
      .where("import_update.import_id", "=", importId)
      .orderBy("import_item.id")
      .limit(AT_ONCE)
      .execute();
    if (updates.length === 0) return findings;
    const versions = await versionsOf(trx, updates);
    for (const update of updates) {
      const why = isEdited(update, versions) ? EDITED : await applyUpdate(trx, parts, actor, update);
      if (why !== undefined) findings.push({ level: "warning", item: update.title, message: why });
    }
    const ids = updates.map(({ id }) => id);
    await trx.deleteFrom("import_update").where("item_id", "in", ids).execute();
  }
}

const EDITED = "It was edited or deleted here, so it stays as it is.";

/** Returns why a text stays as it is; undefined if it was changed. */
async function applyUpdate(trx: Trx, parts: EngineParts, actor: Actor, update: Update): Promise<string | undefined> {
  try {
    const version =
      update.target_kind === "page"
        ? await updatePage(trx, parts, actor, update)
        : await updateArticle(trx, parts, actor, update);
    await trx.updateTable("import_item").set({ hash: update.seen_hash, version }).where("id", "=", update.id).execute();
    return undefined;
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    return error.message;
  }
}

async function updateArticle(trx: Trx, parts: EngineParts, actor: Actor, { target_id, fields }: Update) {
  const [before] = await lockStates(trx, (articles) => articles.where("id", "=", target_id ?? 0));
  if (!before) return null;
  const given = JSON.parse(fields) as Omit<PreparedDraft, "content"> & { content: string };
  const changed = Object.fromEntries(Object.entries(given).filter(([name]) => !SETTLED.includes(name)));
  const { content } = await prepareKnown(parts, given.content);
  const change = { ...changed, content } as Partial<PreparedDraft>;
  const { row } = await updateRow(trx, parts, actor, { before, change, source: "system" });
  return row.version;
}

async function updatePage(trx: Trx, parts: EngineParts, actor: Actor, { target_id, fields }: Update) {
  const before = await trx.selectFrom("page").selectAll().where("id", "=", target_id).forUpdate().executeTakeFirst();
  if (!before) return null;
  const { content: html, ...given } = JSON.parse(fields) as { content: string; title: string };
  const { content } = await prepareKnown(parts, html, "page");
  const { row } = await writePage(trx, parts, actor, { before, ended: undefined, change: { ...given, content } });
  return row.version;
}
