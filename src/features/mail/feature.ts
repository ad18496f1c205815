import { setImmediate as otherTasks } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { readRetention } from "#features/settings/queries.ts";
import type { Staging } from "#features/settings/staging.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import type { Secrets } from "#platform/keys.ts";
import type { MailTransport } from "#platform/mail.ts";
import type { Job } from "#platform/scheduler.ts";
import { NotFoundError } from "#shared/errors.ts";
import { type SiteInfo, TOTAL_HEADER } from "#shared/page.ts";
import { DAY } from "#shared/time.ts";
import { actorOf } from "#shared/viewer.ts";
import { createMailQueue, type MailQueue, removeOldMails, sendAgain } from "./commands.ts";
import { outboxEndpoints } from "./endpoints.ts";
import { createMailer, type Mailer, type MailerSettings } from "./internal/mailer.ts";
import { LEASE } from "./leases.ts";
import { findMail, pageMails, presentMail } from "./queries.ts";
import { NO_MAIL, REJECTED_WINDOW_MS } from "./rules.ts";
import { type MailServers, reencryptMailPassword } from "./server.ts";

/** How often the outbox is polled, and how often old mails are cleaned up. */
const POLL_INTERVAL_MS = 1_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;

type JobDeps = {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  transport: Pick<MailTransport, "forget">;
  openIssues: () => Promise<number[]>;
  /** How many days mails are kept after they ended. */
  retentionDays: () => Promise<number>;
};

/** Sends mail, extends its leases, and removes mails that ended long ago. */
const outboxJobs = ({ database, clock, mailer, transport, openIssues, retentionDays }: JobDeps): Job[] => [
  { name: "mail", title: "Send mail", every: POLL_INTERVAL_MS, run: mailer.work },
  { name: "mail leases", every: LEASE / 3, run: mailer.renew },
  {
    name: "old mail",
    title: "Delete old mail",
    every: CLEANUP_INTERVAL_MS,
    alone: true,
    async run(signal) {
      const { forget } = transport;
      const before = clock.now() - (await retentionDays()) * DAY;
      const old = async () => ({ before, openIssues: await openIssues(), forget });
      while (!signal.aborted && (await removeOldMails(database, await old()))) await otherTasks();
    },
  },
];

type RouteDeps = { database: Database; clock: Clock; wake: () => void };

function outboxRoutes({ database, clock, wake }: RouteDeps): ApiPlugin {
  return async (app) =>
    serve(app, outboxEndpoints, {
      "GET /outbox": async ({ query }, reply) => {
        const { state, kind, delayed, rejected } = query;
        const rejectedSince = rejected === undefined ? undefined : clock.now() - REJECTED_WINDOW_MS;
        const filter = { state, kind, isDelayed: delayed !== undefined, rejectedSince };
        const { rows, total } = await pageMails(database.db, filter, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentMail);
      },

      "POST /outbox/:id/send-again": async (call) => {
        const id = idIn(call.params.id, "mail_not_found", NO_MAIL);
        await sendAgain(database, clock, actorOf(call), id);
        wake();
        const row = await findMail(database.db, id);
        if (!row) throw new NotFoundError("mail_not_found", NO_MAIL);
        return presentMail(row);
      },
    });
}

type Deps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  site: Pick<SiteInfo, "name" | "url" | "language">;
  transport: MailTransport;
  staging: Pick<Staging, "read">;
  /** The issues being sent: their mails are not cleaned up. */
  openIssues: () => Promise<number[]>;
  settings: MailerSettings;
  mailServers: Pick<MailServers, "isSet">;
} & Secrets;

type MailFeature = Feature & {
  /** For other features to queue their mails. */
  mailQueue: MailQueue;
  mailer: Mailer;
};

/** The outbox, and what sends its mails. */
export function mailFeature({ settings, site, mailServers, ...parts }: Deps): MailFeature {
  const { database, clock } = parts;
  const mailer = createMailer(parts, settings);
  const retentionDays = async () => (await readRetention(database.db)).mails;
  const mailQueue = createMailQueue({
    clock,
    site,
    wake: mailer.wake,
    sends: mailServers.isSet,
  });
  return {
    routes: [outboxRoutes({ database, clock, wake: mailQueue.wake })],
    jobs: [
      ...outboxJobs({ ...parts, mailer, retentionDays }),
      {
        name: "mail password of a former key",
        title: "Re-encrypt the mail server's password after a change of the secret key",
        every: CLEANUP_INTERVAL_MS,
        alone: true,
        run: () => reencryptMailPassword(parts),
      },
    ],
    close: mailer.stop,
    mailQueue,
    mailer,
  };
}
