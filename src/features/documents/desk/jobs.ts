import type { FastifyBaseLogger } from "fastify";
import { shareCommit } from "#db/shared-commit.ts";
import { articleKey } from "#features/articles/rules.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { forgetStates, scheduleWorkingCopy } from "#features/revisions/commands.ts";
import { listDue } from "#features/revisions/queries.ts";
import { forgetSaves } from "#features/revisions/saves.ts";
import type { Job } from "#platform/scheduler.ts";
import { onBehalfOf, system } from "#shared/actor.ts";
import { DomainError } from "#shared/errors.ts";
import { DAY } from "#shared/time.ts";
import { removeExpiredPreviews } from "../previews/commands.ts";
import { type DeskStore, NotDueError, publishArticle } from "./commands.ts";

/** How late an update may become public that was scheduled. */
const PUBLICATION_INTERVAL_MS = 2_000;
const CLEANING_INTERVAL_MS = 60 * 60_000;
/** Updates published in one round. */
const MAX_DUE = 50;
/** How long states of working copies are kept, from which somebody's unsaved changes may have begun. */
const STATE_TTL_MS = DAY;
/** How long a client may repeat a save whose response was lost. */
const SAVE_TTL_MS = 14 * DAY;

type Deps = { store: DeskStore; log: FastifyBaseLogger };

/**
 * Publishes what is due. What cannot be published any more stays a working copy, without a time. One that fails for any
 * other reason is tried again in the next round, and does not keep those after it waiting.
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

/** Takes an update's time away, and says why. */
async function unschedule({ store, log }: Deps, id: number, reason: DomainError): Promise<void> {
  log.warn({ err: reason, article: id }, "an update that was scheduled cannot be published");
  await shareCommit(store.database.db, async (trx) => {
    await scheduleWorkingCopy(trx, articleKey(id), null);
    const subject = { kind: "article", id };
    const changes = { reason: { to: reason.message } };
    await recordEntry(trx, store.clock, { by: system, action: "article.unschedule", subject, changes });
  });
}

/** Scheduled updates, and the end of what nobody needs any more. */
export const deskJobs = ({ store, log }: Deps): Job[] => [
  {
    name: "scheduled updates",
    every: PUBLICATION_INTERVAL_MS,
    alone: true,
    run: () => publishDue({ store, log }),
  },
  {
    name: "old previews and states of working copies",
    every: CLEANING_INTERVAL_MS,
    alone: true,
    async run() {
      await removeExpiredPreviews(store);
      await forgetStates(store.database.db, store.clock.now() - STATE_TTL_MS);
      await forgetSaves(store.database.db, store.clock.now() - SAVE_TTL_MS);
    },
  },
];
