import { z } from "zod";
import type { Postbox } from "#features/mail/commands.ts";
import { mailSite } from "#features/mail/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { notificationMail } from "./mail.tsx";
import { findToMail } from "./queries.ts";

/** The kind of task that tells somebody by mail. */
export const NOTIFICATION_TASK = "notification";

const payloadShape = z.object({ id: z.int() });

/**
 * The task that puts the mail of a notification into the outbox, after the change that it tells of. It looks again: by
 * then the notification may be gone or read, or its reader may not want mail any more, nor see the article. Without a
 * `postbox` nothing is sent.
 */
export const notificationTask = (postbox: Postbox | null): TaskKind => ({
  kind: NOTIFICATION_TASK,
  prepare: async (payload) => {
    const { id } = payloadShape.parse(payload);
    return async (trx) => {
      const told = postbox && (await findToMail(trx, id));
      if (told) {
        const content = notificationMail(await mailSite(trx, postbox.site), told);
        await postbox.put(trx, { kind: "notification", to: told.email, content, accountId: told.account_id });
      }
      return { position: null, done: 1, total: 1, isDone: true, result: null };
    };
  },
});
