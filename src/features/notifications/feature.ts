import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { accountOf, actorOf, type WithViewer } from "#shared/viewer.ts";
import { chooseChannels, chooseTiming, markAllRead, markRead } from "./commands.ts";
import { type Notification, notificationEndpoints } from "./endpoints.ts";
import { notificationTask, sendDigests } from "./mail.tsx";
import { choicesOf, countUnread, type ListedNotification, pageNotifications, timingOf } from "./queries.ts";
import { NO_NOTIFICATION, type NotifiedName } from "./rules.ts";
import type { NotifiedType, Reader } from "./types.ts";

const presentNotification = (row: ListedNotification): Notification => ({
  id: row.id,
  kind: row.kind,
  detail: row.detail,
  article: row.document_type === "article" ? { id: row.document_id, title: row.title } : null,
  document: { type: row.document_type, id: row.document_id, title: row.title },
  story: row.story,
  actor: row.actor,
  created: new Date(row.created_at).toISOString(),
  is_read: row.read_at !== null,
});

function notificationRoutes({ database: { db }, clock, kinds }: Pick<Deps, "database" | "clock" | "kinds">): ApiPlugin {
  const readerOf = (call: WithViewer): Reader => ({
    accountId: accountOf(call),
    role: actorOf(call).role,
    now: clock.now(),
  });
  const readSettings = async (id: number) => ({ kinds: await choicesOf(db, id), mail: await timingOf(db, id) });
  return async (app) =>
    serve(app, notificationEndpoints, {
      "GET /notifications": async (call, reply) => {
        const { rows, total } = await pageNotifications(db, kinds, readerOf(call), call.query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentNotification);
      },

      "GET /notifications/unread": async (call) => {
        const { count, newest } = await countUnread(db, kinds, readerOf(call));
        return { count, newest: newest === null ? null : new Date(newest).toISOString() };
      },

      "POST /notifications/read": async (call) => {
        const until = call.body?.until;
        await markAllRead(db, clock, accountOf(call), until === undefined ? undefined : Date.parse(until));
      },

      "POST /notifications/:id/read": (call) =>
        markRead(db, clock, accountOf(call), idIn(call.params.id, "notification_not_found", NO_NOTIFICATION)),

      "GET /notifications/settings": (call) => readSettings(accountOf(call)),

      "PUT /notifications/settings": async (call) => {
        await chooseChannels(db, accountOf(call), call.body);
        await chooseTiming(db, accountOf(call), call.body.mail ?? {}, clock.now());
        return readSettings(accountOf(call));
      },
    });
}

type Deps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Everything that notifications may be about. */
  kinds: readonly NotifiedType<NotifiedName>[];
  mailQueue: MailQueue;
};

const DIGEST_INTERVAL_MS = 60_000;

export const notificationsFeature = ({ mailQueue, ...parts }: Deps): Feature => ({
  routes: [notificationRoutes(parts)],
  jobs: [
    ...taskJobs(parts, [notificationTask({ ...parts, mailQueue })]),
    {
      name: "notification digests",
      title: "Send the digests of notifications",
      every: DIGEST_INTERVAL_MS,
      alone: true,
      run: () => sendDigests({ ...parts, mailQueue }),
    },
  ],
});
