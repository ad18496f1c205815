import type { FastifyBaseLogger } from "fastify";
import { shareCommit } from "#db/shared-commit.ts";
import { articleKey } from "#features/articles/rules.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { scheduleWorkingCopy } from "#features/documents/history/commands.ts";
import { listDue } from "#features/documents/history/queries.ts";
import type { Job } from "#platform/scheduler.ts";
import { onBehalfOf, system } from "#shared/actor.ts";
import { DomainError } from "#shared/errors.ts";
import { type DeskStore, NotDueError, publishArticle } from "./commands.ts";

const PUBLICATION_INTERVAL_MS = 2_000;
/** Updates published in one round. */
const MAX_DUE = 50;

type Deps = { store: DeskStore; log: FastifyBaseLogger };

/**
 * Publishes due updates. One that may no longer be published loses its time and stays a working copy. One that fails
 * for another reason is retried in the next round, without blocking others.
 */
async function publishDue({ store, log }: Deps): Promise<void> {
  const { db } = store.database;
  const faults: unknown[] = [];
  for (const { document_id: id, publish_by, publish_reason, publish_minor } of await listDue(
    db,
    "article",
    store.clock.now(),
    MAX_DUE,
  )) {
    try {
      await publishArticle(store, onBehalfOf(publish_by), id, {
        note: { reason: publish_reason, isMinor: publish_minor === 1 },
        isDue: true,
      });
    } catch (error) {
      if (error instanceof NotDueError) continue;
      if (error instanceof DomainError) await unschedule({ store, log }, id, error);
      else faults.push(error);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, "Several scheduled updates could not be published.");
  if (faults.length > 0) throw faults[0];
}

async function unschedule({ store, log }: Deps, id: number, reason: DomainError): Promise<void> {
  log.warn({ err: reason, article: id }, "a scheduled update cannot be published");
  await shareCommit(store.database.db, async (trx) => {
    await scheduleWorkingCopy(trx, articleKey(id), null);
    const subject = { kind: "article", id };
    const changes = { reason: { to: reason.message } };
    await recordEntry(trx, store.clock, { by: system, action: "article.unschedule", subject, changes });
  });
}

export const deskJobs = ({ store, log }: Deps): Job[] => [
  {
    name: "scheduled updates",
    title: "Publish scheduled updates of articles",
    every: PUBLICATION_INTERVAL_MS,
    alone: true,
    run: () => publishDue({ store, log }),
  },
];
