import { setImmediate as otherTasks } from "node:timers/promises";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { MailTransport } from "#platform/mail.ts";
import type { Job } from "#platform/scheduler.ts";
import { DAY } from "#shared/time.ts";
import { removeOldMails } from "./commands.ts";
import type { Mailer } from "./internal/mailer.ts";
import { LEASE } from "./leases.ts";

/** How often the outbox is polled, and how often old mails are cleaned up. */
const POLL_INTERVAL_MS = 1_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;

type Deps = {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  transport: Pick<MailTransport, "forget">;
  openIssues: () => Promise<number[]>;
  /** How many days mails are kept after they ended. */
  daysKept: () => Promise<number>;
};

/** Sends mail, extends its leases, and removes mails that ended long ago. */
export const outboxJobs = ({ database, clock, mailer, transport, openIssues, daysKept }: Deps): Job[] => [
  { name: "mail", every: POLL_INTERVAL_MS, run: mailer.work },
  { name: "mail leases", every: LEASE / 3, run: mailer.prolong },
  {
    name: "old mail",
    every: CLEANUP_INTERVAL_MS,
    alone: true,
    async run(signal) {
      const { forget } = transport;
      const before = clock.now() - (await daysKept()) * DAY;
      const old = async () => ({ before, openIssues: await openIssues(), forget });
      while (!signal.aborted && (await removeOldMails(database, await old()))) await otherTasks();
    },
  },
];
