import { setImmediate as otherTasks } from "node:timers/promises";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import { chunksOf } from "#db/rows.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { type RedirectStore, storeImported } from "./commands.ts";
import type { ImportReport } from "./endpoints.ts";
import type { ReadLine } from "./import.ts";
import { LOOKED_UP, planRedirects } from "./plan.ts";
import { redirectsScope } from "./queries.ts";

/** How long other requests may wait for a part of a check, in milliseconds. */
const MAX_HELD_MS = 20;

type Line = Extract<ReadLine, { body: unknown }>;
type Checked = { report: ImportReport; lines: Line[] };

const isRedirect = (line: ReadLine): line is Line => !("why" in line);

/**
 * Checks the redirects of a file as an import would store them, without a lock and without storing anything. Throws
 * InvalidError for a file whose redirects lead to one another too often.
 */
export async function checkImport(store: RedirectStore, given: readonly ReadLine[]): Promise<Checked> {
  const plan = await planRedirects(store.database.db, store);
  const report: ImportReport = { added: 0, changed: 0, skipped: [] };
  const lines: Line[] = [];
  let began = performance.now();
  for (const some of chunksOf(given, LOOKED_UP)) {
    await plan.lookUp(some.filter(isRedirect).map(({ body }) => body));
    for (const line of some) {
      if (performance.now() - began > MAX_HELD_MS) {
        await otherTasks();
        began = performance.now();
      }
      const planned = isRedirect(line) ? await plan.tryToAdd(line.body, { replaces: true }) : line;
      if ("why" in planned) report.skipped.push({ line: line.line, from: line.from, why: planned.why });
      else {
        plan.rejectLongChains();
        report[planned.isReplacement ? "changed" : "added"] += 1;
        lines.push(line as Line);
      }
    }
  }
  return { report, lines };
}

/**
 * Stores the redirects of a file; an address that has a redirect gets the file's. Lines that can't be stored are skipped
 * and reported. It checks all first, then stores them in parts, between which others write: an import that is interrupted
 * can be repeated. Throws InvalidError for very long chains, with nothing stored.
 */
export async function importRedirects(
  store: RedirectStore,
  by: Actor,
  given: readonly ReadLine[],
): Promise<ImportReport> {
  const { report, lines } = await checkImport(store, given);
  const changes = { added: { to: report.added }, changed: { to: report.changed } };
  for (let at = 0; at === 0 || at < lines.length; at += LOOKED_UP) {
    const some = lines.slice(at, at + LOOKED_UP);
    await changeContent(store.database, async (trx) => {
      await lockTable(trx, "redirect");
      if (at === 0)
        await recordEvent(trx, store.clock, { by, action: "redirect.import", subject: { kind: "redirect" }, changes });
      const bodies = some.map(({ body }) => body);
      // Those of another user, stored since the check.
      const { skipped } = await storeImported(trx, store, bodies, { replaces: true });
      for (const { at: place, why } of skipped) {
        const { line = 0, from = "" } = some[place] ?? {};
        report.skipped.push({ line, from, why });
      }
      return { result: undefined, changed: [redirectsScope] };
    });
    await otherTasks();
  }
  return report;
}
