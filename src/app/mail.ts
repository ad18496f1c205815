import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import { advanceIssues } from "#features/issues/jobs.ts";
import { issuesBeingSent } from "#features/issues/queries.ts";
import { mailLinks } from "#features/newsletter/rules.ts";
import { createPostbox, type Postbox, removeOldMails } from "#features/outbox/commands.ts";
import { createMailer, type Mailer } from "#features/outbox/jobs.ts";
import { MAIL_RETENTION_MS } from "#features/outbox/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { type MailTransport, mailFiles } from "#platform/mail.ts";
import { localStorage } from "#platform/storage.ts";
import type { Env } from "../env.ts";

/** What mail is made of: where it is put, what sends it, and what issues do by themselves. */
export type MailServices = {
  postbox: Postbox;
  mailer: Mailer;
  advanceIssues: () => Promise<void>;
  /** Removes mails that ended long ago, some at a time, until told to stop. */
  removeOldMails: (isStopping: () => boolean) => Promise<void>;
  /** Removes what the way out has kept of a mail. */
  forget: (name: string) => Promise<void>;
};

type MailEnv = Pick<Env, "siteUrl" | "siteName" | "secretKey"> & {
  mail: Pick<Env["mail"], "from" | "connections" | "ratePerMinute">;
};
type Parts = { database: Database; clock: Clock; logger: FastifyBaseLogger };

/** Opens the way out for mail; nothing is sent before the mailer is started. */
export async function openMail(env: Env, parts: Parts): Promise<MailServices> {
  return buildMail(env, { ...parts, transport: await openTransport(env) });
}

/** Puts the parts of mail together on a way out. */
export function buildMail(
  env: MailEnv,
  { database, clock, logger, transport }: Parts & { transport: MailTransport },
): MailServices {
  const mailer = createMailer(
    { database, clock, transport, log: logger },
    {
      from: env.mail.from,
      connections: env.mail.connections,
      ratePerMinute: env.mail.ratePerMinute,
      listId: `newsletter.${new URL(env.siteUrl).hostname}`,
      links: mailLinks(env.secretKey, env.siteUrl),
    },
  );
  const postbox = createPostbox({ clock, site: { name: env.siteName, url: env.siteUrl }, wake: mailer.wake });
  return {
    postbox,
    mailer,
    advanceIssues: () => advanceIssues({ database, clock, postbox, log: logger }),
    async removeOldMails(isStopping) {
      const { forget } = transport;
      const old = async () => ({
        before: clock.now() - MAIL_RETENTION_MS,
        openIssues: await issuesBeingSent(database.db),
        forget,
      });
      while (!isStopping() && (await removeOldMails(database, await old()))) await nextTurn();
    },
    forget: transport.forget,
  };
}

/** A mail server where one is set, else files. The client is loaded only where it is used. */
async function openTransport({ mail, dataDir }: Env): Promise<MailTransport> {
  if (!mail.smtpUrl) return mailFiles(localStorage(join(dataDir, "outbox")));
  const { smtpServer } = await import("#platform/smtp.ts");
  return smtpServer({ url: mail.smtpUrl, connections: mail.connections });
}
