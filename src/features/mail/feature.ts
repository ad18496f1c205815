import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
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
  /** How many days mails are kept after they ended. */
  daysKept: () => Promise<number>;
  settings: MailerSettings;
};

export type OutboxFeature = Feature & {
  /** For other features to queue their mails. */
  postbox: Postbox;
  mailer: Mailer;
};

export function outboxFeature({ settings, site, ...parts }: Deps): OutboxFeature {
  const { database, clock } = parts;
  const mailer = createMailer(parts, settings);
  const postbox = createPostbox({ clock, site, wake: mailer.wake });
  return {
    routes: [outboxRoutes({ database, clock, wake: postbox.wake })],
    jobs: outboxJobs({ ...parts, mailer }),
    close: mailer.stop,
    postbox,
    mailer,
  };
}
