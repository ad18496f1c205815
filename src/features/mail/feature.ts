import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { readRetention } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import type { MailTransport } from "#platform/mail.ts";
import type { SiteInfo } from "#shared/page.ts";
import { createPostbox, type Postbox } from "./commands.ts";
import { createMailer, type Mailer, type MailerSettings } from "./internal/mailer.ts";
import { outboxJobs } from "./jobs.ts";
import { outboxRoutes } from "./routes.ts";

type Deps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  site: Pick<SiteInfo, "name" | "url">;
  transport: MailTransport;
  /** The issues being sent: their mails are not cleaned up. */
  openIssues: () => Promise<number[]>;
  settings: MailerSettings;
};

export type MailFeature = Feature & {
  /** For other features to queue their mails. */
  postbox: Postbox;
  mailer: Mailer;
};

/** The outbox, and what sends its mails. */
export function mailFeature({ settings, site, ...parts }: Deps): MailFeature {
  const { database, clock } = parts;
  const mailer = createMailer(parts, settings);
  const daysKept = async () => (await readRetention(database.db)).mails;
  const postbox = createPostbox({ clock, site, wake: mailer.wake });
  return {
    routes: [outboxRoutes({ database, clock, wake: postbox.wake })],
    jobs: outboxJobs({ ...parts, mailer, daysKept }),
    close: mailer.stop,
    postbox,
    mailer,
  };
}
