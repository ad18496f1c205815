import type { Read } from "../../sources/items.ts";
import type { ImportRow } from "../../tables.ts";
import { endWork, type WorkOrder } from "../commands.ts";
import { pathOf } from "../uploads.ts";
import { addSamples, type Checked, checkPart, identityOf, namedSamples, nothingChecked } from "./check.ts";
import { type EngineParts, ended, lockOrdered, setProgress, type Trx, type Work } from "./engine.ts";
import { ImportFailure } from "./failure.ts";
import { fetchFiles } from "./fetched.ts";
import { openReader, type Reader } from "./reader.ts";

/** The part of a source that one step handles: items, characters of their texts, and milliseconds. */
export const PART = { items: 200, characters: 2_000_000, milliseconds: 1_000 };

/** Reads the next part of a source. */
export async function readPart(reader: Reader, { items, characters, milliseconds } = PART): Promise<Read[]> {
  const until = performance.now() + milliseconds;
  const reads: Read[] = [];
  let length = 0;
  while (reads.length < items && length < characters && performance.now() < until) {
    const read = await reader.next();
    if (read === undefined) break;
    if ("html" in read) length += read.html.length;
    reads.push(read);
  }
  return reads;
}

/** The check of an import: reads the source once, and stores nothing but the report and what is needed to start. */
export function checkWork(parts: EngineParts, row: ImportRow, order: WorkOrder): Work {
  const { clock, content } = parts;
  let reader: Reader | undefined;
  let part: { from: number; reads: Read[]; samples: Checked["samples"] } | undefined;

  const open = async (from: number) => {
    if (reader?.position() === from) return reader;
    await reader?.[Symbol.asyncDispose]();
    const path = pathOf(await parts.folder(), row);
    reader = await openReader({ path, name: row.name, kind: row.kind, options: {}, from });
    return reader;
  };

  return {
    async ahead(position) {
      const before = (position as Checked | null) ?? nothingChecked();
      if (position === null && row.url !== "") await fetchFiles(parts, row, order);
      const opened = await open(before.n);
      const reads = await readPart(opened);
      if (before.source === "") await rejectUnreleased(parts, sourceOf(row, opened, reads));
      const checked = { ...before, samples: [...before.samples] };
      await addSamples(content, checked, reads, clock.now());
      part = { from: before.n, reads, samples: checked.samples };
    },

    async step(trx, position) {
      const known = await lockOrdered(trx, order);
      if (!known || !reader || !part) return ended();
      const before = (position as Checked | null) ?? nothingChecked();
      const checked = {
        ...before,
        mappings: [...before.mappings],
        n: before.n + part.reads.length,
        samples: part.samples,
      };
      const { reads } = part;
      if (checked.source === "") {
        checked.source = sourceOf(row, reader, reads);
        await trx
          .updateTable("import")
          .set({ kind: reader.source.kind, source: checked.source })
          .where("id", "=", row.id)
          .execute();
      }
      if (reads.length > 0) {
        await checkPart(trx, row.id, checked, reads, clock.now());
        await setProgress(trx, row.id, checked.n, 0);
        return { position: checked, done: checked.n, total: 0, isDone: false };
      }
      await finishCheck(trx, row.id, checked, clock.now());
      return ended();
    },

    async close() {
      await reader?.[Symbol.asyncDispose]();
    },
  };
}

/** What the source is, by its first part. */
function sourceOf(row: ImportRow, { source }: Reader, reads: readonly Read[]): string {
  const site = reads.find((read) => read.kind === "site") ?? { address: "", name: "", language: "" };
  return identityOf(source.kind, site, row.url || row.name);
}

/** Throws ImportFailure while another import of the source is staged: a second one would not know what is new. */
async function rejectUnreleased({ database: { db } }: EngineParts, source: string): Promise<void> {
  const staged = await db
    .selectFrom("import")
    .select("name")
    .where("source", "=", source)
    .where("released_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("state", "in", ["staged", "importing"]),
        // One that has failed may have stored a part.
        eb.and([
          eb("state", "=", "failed"),
          eb.exists(eb.selectFrom("import_item").select("id").whereRef("import_item.import_id", "=", "import.id")),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (staged)
    throw new ImportFailure(
      `An import of the same source is not released yet: ${staged.name}. Release or undo it first.`,
    );
}

async function finishCheck(trx: Trx, id: number, checked: Checked, now: number): Promise<void> {
  const samples = await namedSamples(trx, checked);
  await endWork(trx, id, {
    state: "checked",
    checked_at: now,
    site: JSON.stringify(checked.site),
    counts: JSON.stringify(checked.counts),
    differences: JSON.stringify(checked.differences),
    findings: checked.findings,
    mappings: JSON.stringify(checked.mappings),
    samples: JSON.stringify(samples),
  });
}
