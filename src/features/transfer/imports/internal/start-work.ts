import { reserveIds } from "#db/reserve-ids.ts";
import { insertStaged, type StagedArticle } from "#features/articles/staged.ts";
import { recordPictures } from "#features/media/pictures/staging.ts";
import { reservePage, writeStagedPage } from "#features/pages/staged.ts";
import type { TaskStep } from "#features/tasks/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { emailAddress } from "#shared/schema.ts";
import type { Finding, Read, SubscriberItem } from "../../sources/items.ts";
import type { ImportRow } from "../../tables.ts";
import { endWork, type WorkOrder } from "../commands.ts";
import type { Counts } from "../rules.ts";
import { pathOf } from "../uploads.ts";
import { siteHostOf } from "./addresses.ts";
import { itemsByKey, keyOf, type TextData } from "./check.ts";
import { readPart } from "./check-work.ts";
import { commonFields, draftOf } from "./drafts.ts";
import { type EngineParts, ended, lockOrdered, setProgress, type Trx, type Work } from "./engine.ts";
import { ImportFailure } from "./failure.ts";
import { addFindings, storable } from "./findings.ts";
import { namesIn } from "./names.ts";
import { recordFiles } from "./pictures.ts";
import { openReader, type Reader } from "./reader.ts";
import { prepareTexts, type ReadyText, type Site, type TextPart, textsOf } from "./texts.ts";

/** Items whose ids are reserved in one step. */
const RESERVED_AT_ONCE = 500;
/** What one step stores. */
const PART = { items: 100, characters: 400_000, milliseconds: 500 };

type Position = { phase: "ids"; after: number } | { phase: "texts"; n: number; done: number; findings: number };

/** Stores everything of a source so that only editors see it. */
export function startWork(parts: EngineParts, row: ImportRow, order: WorkOrder, actor: Actor): Work {
  const site = JSON.parse(row.site) as Site;
  const run = { importId: row.id, source: row.source, site };
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
      const prepared = await prepareTexts(parts, opened.files, run, textsOf(reads));
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
  for (const { id, kind, title, data } of items) {
    const target =
      kind === "post"
        ? { target_kind: "article" as const, target_id: ids.shift() ?? null }
        : {
            target_kind: "page" as const,
            target_id: (await reserveFor(trx, parts, title, data)).id,
            import_id: row.id,
          };
    await trx.updateTable("import_item").set(target).where("id", "=", id).execute();
  }
  const last = items.at(-1)?.id;
  const next: Position =
    last === undefined ? { phase: "texts", n: 0, done: 0, findings: row.findings } : { phase: "ids", after: last };
  return { position: next, done: 0, total: 0, isDone: false };
}

const reserveFor = (trx: Trx, parts: EngineParts, title: string, data: string) =>
  reservePage(trx, parts, { title, slug: (JSON.parse(data) as TextData).slug });

type Running = { actor: Actor; run: { importId: number; source: string; site: Site } };

/** Stores what a step has prepared; returns what there is to report. */
async function storePart(trx: Trx, parts: EngineParts, { actor, run }: Running, part: TextPart & { reads: Read[] }) {
  const findings = [...part.findings];
  await recordFiles(trx, run.importId, part.pictures);
  const names = namesIn(trx, parts.clock, run);
  const fallback = await parts.defaultCategory();
  const articles: (StagedArticle & { text: ReadyText })[] = [];
  for (const text of part.texts) {
    if (text.embedded) await recordPictures(trx, text.embedded);
    if (text.item.kind === "page") findings.push(...(await storePage(trx, parts, { actor, run }, text)));
    else {
      const settled = {
        category: await names.category(text.item, fallback),
        tags: await names.topics(text.item),
        authors: await names.authors(text.item),
        picture: text.picture,
        socialPicture: text.socialPicture,
      };
      const { draft, notes } = draftOf(text.item, text.content, settled, siteHostOf(run.site.address));
      findings.push(...notes.map((note) => ({ ...note, item: text.row.title })));
      const { feedId } = JSON.parse(text.row.data) as TextData;
      articles.push({ id: text.row.target_id ?? 0, feedId, draft, text });
    }
  }
  const fresh = articles.filter(({ text }) => !text.isUpdate);
  const versions = await insertStaged(trx, parts, actor, fresh);
  for (const { id, text } of fresh) await noteStored(trx, run.importId, text, versions.get(id) ?? null);
  for (const { draft, text } of articles.filter((one) => one.text.isUpdate))
    await storeUpdate(trx, run.importId, text, { ...draft, content: draft.content.html });
  await stageSubscribers(trx, run, subscribersOf(part.reads));
  return findings;
}

async function storePage(trx: Trx, parts: EngineParts, { actor, run }: Running, text: ReadyText): Promise<Finding[]> {
  const { item, row, content, isUpdate } = text;
  const notes: Pick<Finding, "level" | "message">[] = [];
  const fields = commonFields(item, notes);
  if (isUpdate) await storeUpdate(trx, run.importId, text, { ...fields, content: content.html });
  else {
    const version = await writeStagedPage(trx, parts, actor, row.target_id ?? 0, { ...fields, content });
    await noteStored(trx, run.importId, text, version ?? null);
  }
  const page = await trx.selectFrom("page").select("slug").where("id", "=", row.target_id).executeTakeFirst();
  if (page && item.slug !== "" && page.slug !== item.slug)
    notes.push({ level: "warning", message: `Its address is /${page.slug}, because /${item.slug} is taken.` });
  return notes.map((note) => ({ ...note, item: row.title }));
}

async function noteStored(trx: Trx, importId: number, { row }: ReadyText, version: number | null): Promise<void> {
  await trx
    .updateTable("import_item")
    .set({ import_id: importId, hash: row.seen_hash, is_added: 1, is_stored: 1, version })
    .where("id", "=", row.id)
    .execute();
}

/** Stores a change of what readers may have, for the release. */
async function storeUpdate(trx: Trx, importId: number, { row }: ReadyText, fields: object): Promise<void> {
  await trx
    .insertInto("import_update")
    .values({ item_id: row.id, import_id: importId, fields: JSON.stringify(fields) })
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
async function stageSubscribers(trx: Trx, { importId, source }: Running["run"], items: readonly SubscriberItem[]) {
  if (items.length === 0) return;
  const rows = await itemsByKey(trx, source, items);
  const people = items.flatMap((item) => {
    // Who has not confirmed an address never asked for mail.
    if (item.state === "pending") return [];
    const row = rows.get(`subscriber ${keyOf(item)}`);
    const email = emailAddress.safeParse(item.email).data;
    if (!row || email === undefined || row.seen_by !== importId || row.import_id === importId) return [];
    return [{ item, row, email }];
  });
  for (const { item, row, email } of people) {
    await trx
      .insertInto("import_subscriber")
      .values({
        import_id: importId,
        item_id: row.id,
        email,
        name: storable(item.name, MAX_NAME),
        is_subscribed: item.state === "subscribed" ? 1 : 0,
        since: item.since,
      })
      .execute();
    await trx
      .updateTable("import_item")
      .set({ import_id: importId, hash: row.seen_hash })
      .where("id", "=", row.id)
      .execute();
  }
}
