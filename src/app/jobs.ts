import type { FastifyBaseLogger } from "fastify";
import type { AdCounters } from "#features/ads/jobs.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { deriveMissing } from "#features/articles/derive.ts";
import { renameTask } from "#features/articles/jobs.ts";
import { importTasks } from "#features/audience/jobs.ts";
import type { MediaStore } from "#features/media/commands.ts";
import { createOrphanSweep, finishRemovals, makeMissingVariants } from "#features/media/jobs.ts";
import { createTaskRunner, removeOldTasks } from "#features/tasks/jobs.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import type { MailServices } from "./mail.ts";

/** How often views are written, in milliseconds (new views show within 20 s). */
const VIEW_INTERVAL = 3_000;

/** How often missing picture variants are looked for, in milliseconds. */
const VARIANT_INTERVAL = 2_000;

/** How often tasks that are due are looked for, in milliseconds. */
const TASK_INTERVAL = 500;

/** How soon after a start the contents that an older program wrote are prepared for readers, in milliseconds. */
const DERIVE_INTERVAL = 2_000;

/** How often issues are looked at: what is due begins, the next mails are written; milliseconds. */
const ISSUE_INTERVAL = 500;

/** How often mails and tasks that ended long ago are looked for, in milliseconds. */
const CLEANUP_INTERVAL = 10 * 60_000;

/** How often files that belong to no picture are looked for; a round is short. */
const SWEEP_INTERVAL_MS = 60_000;

type JobParts = MediaStore &
  ArticleStore & { views: ReaderCounter; ads: AdCounters; mail: MailServices; logger: FastifyBaseLogger };

/** Everything that runs by itself. `stop` waits for what is running and writes the last views. */
export function startJobs(parts: JobParts) {
  const { views, ads, mail, logger, images } = parts;
  const counters = [views, ads.views, ads.clicks];
  const flushCounters = async () => {
    for (const counter of counters) await counter.flush();
  };
  let stopping = false;
  const writeViews = repeat(VIEW_INTERVAL, flushCounters, (error) =>
    logger.warn({ err: error }, "views could not be written and are kept for later"),
  );
  const makeVariants = repeat(
    VARIANT_INTERVAL,
    () => makeMissingVariants(parts, logger, () => stopping),
    (error) => {
      if (!stopping) logger.warn({ err: error }, "picture variants could not be made and are tried again");
    },
  );
  let isDerived = false;
  const derive = repeat(
    DERIVE_INTERVAL,
    async () => {
      if (isDerived) return;
      await deriveMissing(parts, () => stopping);
      isDerived = true;
    },
    (error) => logger.warn({ err: error }, "contents could not be prepared for readers, which is tried again"),
  );
  // Each kind has a lane of its own, so that none waits for a long task of another kind.
  const tasks = [renameTask(parts), ...importTasks(parts)].map((kind) => {
    const run = createTaskRunner({ ...parts, log: logger }, kind);
    return repeat(
      TASK_INTERVAL,
      () => run(() => stopping),
      (error) => logger.warn({ err: error, kind: kind.kind }, "tasks could not be run and are tried again"),
    );
  });
  const sendIssues = repeat(ISSUE_INTERVAL, mail.advanceIssues, (error) =>
    logger.warn({ err: error }, "issues could not be advanced and are tried again"),
  );
  const cleanUp = repeat(
    CLEANUP_INTERVAL,
    async () => {
      await mail.removeOldMails(() => stopping);
      await removeOldTasks(parts);
    },
    (error) => logger.warn({ err: error }, "old mails and tasks could not be removed, which is tried again"),
  );
  const sweepOrphans = createOrphanSweep(parts, logger);
  const sweep = repeat(
    SWEEP_INTERVAL_MS,
    async () => {
      await finishRemovals(parts);
      await sweepOrphans();
    },
    (error) => logger.warn({ err: error }, "files of no picture could not be looked for, which is tried again"),
  );
  mail.mailer.start();
  return {
    async stop() {
      stopping = true;
      images.close();
      await sweep.stop();
      await sendIssues.stop();
      await cleanUp.stop();
      await mail.mailer.stop();
      await derive.stop();
      await Promise.all(tasks.map((lane) => lane.stop()));
      await makeVariants.stop();
      await writeViews.stop();
      await flushCounters().catch((error: unknown) => logger.error({ err: error }, "the last views are lost"));
    },
  };
}

/** After failures a job is left alone for longer and longer, up to this, in milliseconds. */
const MAX_FAILURE_PAUSE_MS = 4_000;

/** Runs a job again and again, never twice at once. What goes on failing neither fills the log nor the processor. */
function repeat(interval: number, job: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let failures = 0;
  let pausedUntil = 0;
  const run = async () => {
    try {
      await job();
      failures = 0;
    } catch (error) {
      pausedUntil = performance.now() + Math.min(MAX_FAILURE_PAUSE_MS, interval * 2 ** failures);
      failures += 1;
      onError(error);
    }
  };
  const timer = setInterval(() => {
    if (performance.now() < pausedUntil) return;
    running ??= run().finally(() => {
      running = undefined;
    });
  }, interval);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
