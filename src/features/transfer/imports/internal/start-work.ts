import { sql } from "kysely";
import { reserveIds } from "#db/reserve-ids.ts";
import { chunksOf } from "#db/rows.ts";
import { insertStaged } from "#features/articles/staged.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { recordPictures } from "#features/media/pictures/staging.ts";
import { reservePage, writeStagedPage } from "#features/pages/staged.ts";
import type { TaskStep } from "#features/tasks/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { emailAddress } from "#shared/schema.ts";
import type { Finding, Read, SubscriberItem } from "../../sources/items.ts";
import type { ImportRow } from "../../tables.ts";
import { endWork, type WorkOrder } from "../commands.ts";
import type { ImportMapping } from "../endpoints.ts";
import type { Counts } from "../rules.ts";
import { pathOf } from "../uploads.ts";
import { siteHostOf } from "./addresses.ts";
import { itemsByKey, keyOf, storeItems, type TextData } from "./check.ts";
import { readPart } from "./check-work.ts";
import { commonFields, draftOf } from "./drafts.ts";
import { type EngineParts, ended, lockOrdered, setProgress, type Trx, type Work } from "./engine.ts";
import { ImportFailure } from "./failure.ts";
import { addFindings, storable } from "./findings.ts";
import { namesOf, settleNames } from "./names.ts";
import { recordFiles } from "./pictures.ts";
import { openReader, type Reader } from "./reader.ts";
import { prepareTexts, type ReadyText, type Site, type TextPart, textsOf } from "./texts.ts";

/** Items whose ids are reserved in one step. */
const RESERVED_AT_ONCE = 500;
/** What one step stores. */
const PART = { items: 200, characters: 1_000_000, milliseconds: 1_000 };

type Position = { phase: "ids"; after: number } | { phase: "texts"; n: number; done: number; findings: number };

/** Stores everything of a source so that only editors see it. */
export function startWork(parts: EngineParts, row: ImportRow, order: WorkOrder, actor: Actor): Work {
  const site = JSON.parse(row.site) as Site;
  const run = { importId: row.id, source: row.source, site, asked: filesWithQuestions(row.mappings) };
  const { posts, pages, subscribers } = JSON.parse(row.counts) as Counts;
  const total = posts + pages + subscribers;
  let reader: Reader | undefined;
  let part: (TextPart & { from: number; reads: Read[] }) | undefined;

  const drop = async () => {
    await part?.[Symbol.asyncDispose]();
    part = undefined;
  };
  const open = async (from: number) => {
    if (reader?.position() === from) return reader;
    await reader?.[Symbol.asyncDispose]();
    const path = pathOf(await parts.folder(), row);
    const options = { answers: JSON.parse(row.answers) };
    reader = await openReader({ path, name: row.name, kind: row.kind, options, from });
    return reader;
  };

  return {
    async ahead(position) {
      await drop();
      const at = position as Position | null;
      if (at?.phase !== "texts") return;
      const opened = await open(at.n);
      const reads = await readPart(opened, PART);
      rejectOpenQuestions(reads);
      const prepared = await prepareTexts(parts, opened.files, run, reads);
      part = Object.assign(prepared, { from: at.n, reads });
    },

    async step(trx, position): Promise<TaskStep> {
      const known = await lockOrdered(trx, order);
      if (!known) return ended();
      const at = (position as Position | null) ?? { phase: "ids", after: 0 };
      if (at.phase === "ids") return reserveSome(trx, parts, row, at.after);
      if (!part) throw new Error("The step of an import has nothing to store.");
      if (part.reads.length === 0) {
        await endWork(trx, row.id, { state: "staged", staged_at: parts.clock.now(), findings: at.findings });
        return ended(at.done, total);
      }
      const findings = await storePart(trx, parts, { actor, run }, part);
      const counted = textsOf(part.reads).length + subscribersOf(part.reads).length;
      const next: Position = {
        phase: "texts",
        n: at.n + part.reads.length,
        done: at.done + counted,
        findings: await addFindings(trx, row.id, at.findings, findings),
      };
      await trx.updateTable("import").set({ findings: next.findings }).where("id", "=", row.id).execute();
      await setProgress(trx, row.id, next.done, total);
      return { position: next, done: next.done, total, isDone: false };
    },

    async close() {
      await drop();
      await reader?.[Symbol.asyncDispose]();
    },
  };
}

function rejectOpenQuestions(reads: readonly Read[]): void {
  for (const read of reads) if (read.kind === "mapping" && read.question !== "") throw new ImportFailure(read.question);
}

const subscribersOf = (reads: readonly Read[]) =>
  reads.filter((read): read is SubscriberItem => read.kind === "subscriber");

/** Settles where posts and pages will be, so that links between them can be written in one pass. */
async function reserveSome(trx: Trx, parts: EngineParts, row: ImportRow, after: number): Promise<TaskStep> {
  // People whom a cancelled start has staged are read again.
  if (after === 0) await trx.deleteFrom("import_subscriber").where("import_id", "=", row.id).execute();
  const items = await trx
    .selectFrom("import_item")
    .select(["id", "kind", "title", "data"])
    .where("seen_by", "=", row.id)
    .where("kind", "in", ["post", "page"])
    .where("target_id", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(RESERVED_AT_ONCE)
    .execute();
  const ids = await reserveIds(trx, "article", items.filter(({ kind }) => kind === "post").length);
  const posts = items.filter(({ kind }) => kind === "post").map(({ id }, at) => ({ id, target: ids[at] ?? 0 }));
  for (const some of chunksOf(posts)) {
    const pairs = some.map(({ id, target }) => sql`(cast(${id} as integer), cast(${target} as integer))`);
    await sql`update import_item set target_kind = 'article', target_id = reserved.column2
      from (values ${sql.join(pairs)}) as reserved where import_item.id = reserved.column1`.execute(trx);
  }
  for (const { id, kind, title, data } of items) {
    if (kind !== "page") continue;
    const target_id = (await reserveFor(trx, parts, title, data)).id;
    const target = { target_kind: "page" as const, target_id, import_id: row.id };
    await trx.updateTable("import_item").set(target).where("id", "=", id).execute();
  }
  const last = items.at(-1)?.id;
  const next: Position =
    last === undefined ? { phase: "texts", n: 0, done: 0, findings: row.findings } : { phase: "ids", after: last };
  return { position: next, done: 0, total: 0, isDone: false };
}

const reserveFor = (trx: Trx, parts: EngineParts, title: string, data: string) =>
  reservePage(trx, parts, { title, slug: (JSON.parse(data) as TextData).slug });

type Running = { actor: Actor; run: { importId: number; source: string; site: Site; asked: ReadonlySet<string> } };

/** The lists about whose columns the check has asked. */
const filesWithQuestions = (mappings: string): ReadonlySet<string> =>
  new Set((JSON.parse(mappings) as ImportMapping[]).flatMap(({ file, question }) => (question === "" ? [] : file)));

/** Stores what a step has prepared; returns what there is to report. */
async function storePart(trx: Trx, parts: EngineParts, running: Running, part: TextPart & { reads: Read[] }) {
  const { actor, run } = running;
  // The check reports all others.
  const answered = part.reads.flatMap((read): Finding[] =>
    read.kind === "finding" && run.asked.has(read.item) ? [read] : [],
  );
  const findings = [...part.findings, ...answered];
  await recordFiles(trx, run.importId, part.pictures);
  for (const { embedded } of part.texts) if (embedded) await recordPictures(trx, embedded);
  for (const text of part.texts)
    if (text.item.kind === "page") findings.push(...(await storePage(trx, parts, running, text)));
  const posts = part.texts.filter(({ item }) => item.kind === "post");
  const articles = await articlesOf(trx, parts, run, { posts, pictureAt: part.pictureAt });
  findings.push(...articles.flatMap(({ notes, text }) => notes.map((note) => ({ ...note, item: text.row.title }))));
  const fresh = articles.filter(({ text }) => !text.isUpdate);
  const versions = await insertStaged(trx, parts, actor, fresh);
  await noteStored(
    trx,
    run.importId,
    fresh.map(({ id, text }) => ({ id: text.row.id, version: versions.get(id) ?? null })),
  );
  const updates = articles.filter(({ text }) => text.isUpdate);
  await storeUpdates(
    trx,
    run.importId,
    updates.map(({ draft, text }) => ({ text, fields: { ...draft, content: draft.content.html } })),
  );
  await stageSubscribers(trx, run, subscribersOf(part.reads), parts.clock.now());
  return findings;
}

type Posts = { posts: readonly ReadyText[]; pictureAt: TextPart["pictureAt"] };

/** The drafts of posts, with what they name here. */
async function articlesOf(trx: Trx, parts: EngineParts, run: Running["run"], { posts, pictureAt }: Posts) {
  if (posts.length === 0) return [];
  const meaning = await settleNames(
    trx,
    { clock: parts.clock, pictureAt },
    run,
    posts.map(({ item }) => item),
  );
  const isWithout = posts.some(({ item: { section } }) => !meaning.categories.has(section));
  const fallback = isWithout ? await ensureCategory(trx, await parts.defaultCategory()) : { id: 0, name: "" };
  const host = siteHostOf(run.site.address);
  return posts.map((text) => {
    const { category, authors, tags } = namesOf(text.item, meaning, fallback);
    const { picture, socialPicture } = text;
    const settled = { category: category.name, tags, authors, picture, socialPicture };
    const { draft, notes } = draftOf(text.item, text.content, settled, host);
    const { feedId } = JSON.parse(text.row.data) as TextData;
    return { id: text.row.target_id ?? 0, feedId, draft, categoryId: category.id, authorIds: authors, text, notes };
  });
}

async function storePage(trx: Trx, parts: EngineParts, { actor, run }: Running, text: ReadyText): Promise<Finding[]> {
  const { item, row, content, isUpdate } = text;
  const notes: Pick<Finding, "level" | "message">[] = [];
  const in_menu = item.own?.isInMenu ? (1 as const) : (0 as const);
  const fields = { ...commonFields(item, notes), ...(item.own && { in_menu }) };
  if (isUpdate) await storeUpdates(trx, run.importId, [{ text, fields: { ...fields, content: content.html } }]);
  else {
    const version = await writeStagedPage(trx, parts, actor, row.target_id ?? 0, { ...fields, content });
    await noteStored(trx, run.importId, [{ id: row.id, version: version ?? null }]);
  }
  const page = await trx.selectFrom("page").select("slug").where("id", "=", row.target_id).executeTakeFirst();
  if (page && item.slug !== "" && page.slug !== item.slug)
    notes.push({ level: "warning", message: `Its address is /${page.slug}, because /${item.slug} is taken.` });
  return notes.map((note) => ({ ...note, item: row.title }));
}

/** Notes which items are stored, and in which version of what they became. */
async function noteStored(trx: Trx, importId: number, items: readonly { id: number; version: number | null }[]) {
  for (const [version, some] of Map.groupBy(items, (item) => item.version))
    for (const ids of chunksOf(some.map(({ id }) => id)))
      await trx
        .updateTable("import_item")
        .set((eb) => ({ import_id: importId, hash: eb.ref("seen_hash"), is_added: 1, is_stored: 1, version }))
        .where("id", "in", ids)
        .execute();
}

/** Stores changes of what readers may have, for the release. */
async function storeUpdates(trx: Trx, importId: number, updates: readonly { text: ReadyText; fields: object }[]) {
  for (const some of chunksOf(updates))
    await trx
      .insertInto("import_update")
      .values(
        some.map(({ text, fields }) => ({
          item_id: text.row.id,
          import_id: importId,
          fields: JSON.stringify(fields),
        })),
      )
      .onConflict((conflict) =>
        conflict.column("item_id").doUpdateSet((eb) => ({
          import_id: eb.ref("excluded.import_id"),
          fields: eb.ref("excluded.fields"),
        })),
      )
      .execute();
}

const MAX_NAME = 200;

/** Stores people for the release: until then they are not on the list, so that nothing is sent to them. */
async function stageSubscribers(
  trx: Trx,
  run: Running["run"],
  items: readonly SubscriberItem[],
  now: number,
): Promise<void> {
  if (items.length === 0) return;
  const { importId } = run;
  const rows = await seenSubscribers(trx, run, items, now);
  const people = items.flatMap((item) => {
    // Who has not confirmed an address never asked for mail.
    if (item.state === "pending") return [];
    const row = rows.get(`subscriber ${keyOf(item)}`);
    const email = emailAddress.safeParse(item.email).data;
    return row?.seen_by === importId && email !== undefined ? [{ item, row, email }] : [];
  });
  for (const some of chunksOf(people)) {
    await trx
      .insertInto("import_subscriber")
      .values(
        some.map(({ item, row, email }) => ({
          import_id: importId,
          item_id: row.id,
          email,
          name: storable(item.name, MAX_NAME),
          is_subscribed: item.state === "subscribed" ? 1 : (0 as const),
          since: item.since,
        })),
      )
      .execute();
  }
}

/** The items of people. Those of a list with questions were not read before these were answered, and are counted now. */
async function seenSubscribers(
  trx: Trx,
  { importId, source, asked }: Omit<Running["run"], "site">,
  items: readonly SubscriberItem[],
  now: number,
) {
  const before = await itemsByKey(trx, source, items);
  const nameOf = (item: SubscriberItem) => `subscriber ${keyOf(item)}`;
  const unseen = items.filter((item) => before.get(nameOf(item))?.seen_by !== importId);
  // Those of a list that the check has read are missing because the people were erased since.
  if (unseen.length === 0 || asked.size === 0) return before;
  const { counts } = await trx
    .selectFrom("import")
    .select("counts")
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  const changes = [
    ...new Map(unseen.map((item) => [nameOf(item), { item, before: before.get(nameOf(item)) }])).values(),
  ];
  for (const some of chunksOf(changes)) await storeItems(trx, importId, source, some, now);
  const known = JSON.parse(counts) as Counts;
  const counted = JSON.stringify({ ...known, subscribers: known.subscribers + changes.length });
  await trx.updateTable("import").set({ counts: counted }).where("id", "=", importId).execute();
  return itemsByKey(trx, source, items);
}
