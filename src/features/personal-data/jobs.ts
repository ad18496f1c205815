import { setImmediate as otherTasks } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { removeUnusedViews } from "#features/articles/list/desk.ts";
import { removeMessagesBefore } from "#features/contact/messages.ts";
import { removeStaleRequests } from "#features/documents/requests/commands.ts";
import { removeExpiredSessions } from "#features/identity/accounts/commands.ts";
import { removeExpiredLinks } from "#features/identity/credentials/password.ts";
import { removeExpiredInvitations } from "#features/identity/people/commands.ts";
import { removeExpiredTickets } from "#features/identity/second-factor/commands.ts";
import { removeExpiredSetupLinks } from "#features/identity/setup/commands.ts";
import { removeExpiredLogins } from "#features/identity/single-sign-on/commands.ts";
import { forgetBouncesBefore } from "#features/mail/commands.ts";
import { removeSubscribersBefore } from "#features/newsletter/commands.ts";
import { removeReadNotifications, removeUnreachable } from "#features/notifications/commands.ts";
import { readRetention } from "#features/settings/queries.ts";
import type { RetentionName } from "#features/settings/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { DAY } from "#shared/time.ts";

/** The maximum delay of a deletion. */
const SWEEP_INTERVAL_MS = 60 * 60_000;

/** Rows removed in one statement: some milliseconds of work. */
const BATCH = 500;

/** Removes up to `limit` rows older than a time, oldest first; returns their number. */
type Sweep = (db: Kysely<Tables>, before: number, limit: number) => Promise<number>;

/** Deletions for all retention periods, except mails and the audit log, whose features have their own jobs. */
const SWEEPS: Record<Exclude<RetentionName, "mails" | "audit">, Sweep> = {
  messages: removeMessagesBefore,
  unconfirmed: (db, before, limit) => removeSubscribersBefore(db, "pending", before, limit),
  unsubscribed: (db, before, limit) => removeSubscribersBefore(db, "unsubscribed", before, limit),
  bounces: forgetBouncesBefore,
};

/** Rows with an expiry of their own, which otherwise only the next login or invitation would delete. */
const EXPIRIES = [
  removeExpiredSessions,
  removeExpiredLinks,
  removeExpiredTickets,
  removeExpiredLogins,
  removeExpiredInvitations,
  removeExpiredSetupLinks,
  removeReadNotifications,
  removeUnreachable,
  removeUnusedViews,
  removeStaleRequests,
];

type Parts = { database: Database; clock: Clock; log: Pick<FastifyBaseLogger, "info"> };

/** Deletes personal data when its retention period ends (decision 77). */
export const retentionJobs = ({ database: { db }, clock, log }: Parts): Job[] => [
  {
    name: "retention",
    title: "Delete personal data after its retention period",
    every: SWEEP_INTERVAL_MS,
    alone: true,
    async run(signal) {
      const days = await readRetention(db);
      for (const [name, sweep] of Object.entries(SWEEPS) as [keyof typeof SWEEPS, Sweep][]) {
        const before = clock.now() - days[name] * DAY;
        let removed = 0;
        for (let count = BATCH; count === BATCH && !signal.aborted; removed += count) {
          count = await sweep(db, before, BATCH);
          await otherTasks();
        }
        if (removed > 0) log.info({ kept: name, removed }, "personal data past its retention period was removed");
      }
      for (const removeExpired of EXPIRIES) if (!signal.aborted) await removeExpired(db, clock.now());
    },
  },
];
