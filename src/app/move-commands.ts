import { parseArgs } from "node:util";
import { moveDatabase } from "#db/move.ts";
import type { InTransaction } from "#db/move-cells.ts";
import { announceStored } from "#features/articles/tasks.ts";
import { contentPreparer } from "#features/content/commands.ts";
import { recordEvent } from "#features/events/commands.ts";
import { markUnsentUncertain } from "#features/mail/commands.ts";
import { pauseDueIssues } from "#features/newsletter/issues/sending.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import { CommandError } from "#shared/errors.ts";
import { databaseAt, type Env } from "../env.ts";
import { PUBLICATION } from "./backup.ts";
import { inOneLine } from "./backup-commands.ts";
import type { WorkerPaths } from "./services.ts";

export const MOVE_USAGE = "--to URL";

/** Articles indexed in one step: their content is in memory. */
const STEP = 20;
/** Progress is reported every time this many articles have been indexed. */
const REPORTED_ARTICLES = 5_000;

/** `move`: returns the exit code. Safe to use while the server runs; what it writes during the move is not in the copy. */
export function runMoveCommand(env: Env, args: string[], workers: WorkerPaths): Promise<number> {
  return inOneLine(async () => {
    const { values } = parseArgs({ args, options: { to: { type: "string" } } });
    if (!values.to) throw new CommandError(`Usage: npm run jarida -- move ${MOVE_USAGE}`);
    const report = (line: string) => void process.stdout.write(`${line}\n`);
    const content = contentPreparer(workers.content);
    try {
      const { tables, wasInUse } = await moveDatabase(env.database, databaseAt("--to", values.to), {
        report,
        finish: async (inTransaction, isInUse) => {
          await buildIndex(inTransaction, content, report);
          if (isInUse) await inTransaction(keepFromSending);
          const moved = { by: operator, action: "publication.move", subject: PUBLICATION } as const;
          await inTransaction((trx) => recordEvent(trx, systemClock, moved));
        },
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const verified = `${rows} rows in ${tables.length} tables were copied and verified.`;
      return [verified, ...(wasInUse ? REHEARSED : MOVED), ...NEXT].join("\n");
    } finally {
      await content.close();
    }
  });
}

/** The full-text index is specific to the engine: it is rebuilt from the articles. */
async function buildIndex(
  inTransaction: InTransaction,
  content: ReturnType<typeof contentPreparer>,
  report: (line: string) => void,
): Promise<void> {
  let done = 0;
  for (let after: number | null = 0; after !== null; done += STEP) {
    const from: number = after;
    if (done > 0 && done % REPORTED_ARTICLES === 0) report(`search index: ${done} articles …`);
    after = await inTransaction((trx) =>
      announceStored(trx, { clock: systemClock, content }, { after: from, count: STEP }),
    );
  }
  report("search index: done");
}

/** The old server sends pending mail: the copy must not send it again. */
async function keepFromSending(trx: Parameters<typeof markUnsentUncertain>[0]): Promise<void> {
  const now = Date.now();
  await pauseDueIssues(trx, now);
  await markUnsentUncertain(trx, now, "move");
}

const MOVED = [
  "No other process used the old database, so the copy is complete. Do not start a server on the old database again.",
];
const REHEARSED = [
  "The old database was in use: what is written to it from now on is missing in the copy, and mail that was waiting is",
  "not sent from there. Good for a rehearsal. To move permanently, stop the server and run this again into an empty database.",
];
const NEXT = [
  "Next: set DATABASE_URL to the address you gave to --to, keep every other setting (DATA_DIR and SECRET_KEY above all:",
  "pictures stay in DATA_DIR/media, or in the object store), and start the server.",
];
