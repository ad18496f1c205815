import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { Tables } from "#db/tables.ts";
import { findLogin } from "#features/identity/accounts/queries.ts";
import type { Postbox } from "#features/mail/commands.ts";
import { countMailsTo, mailSite } from "#features/mail/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { hashOfToken, newSeed } from "#platform/keys.ts";
import { resetMail } from "./mail.tsx";
import { MAIL_DAY_MS, MAX_RESET_MAILS, RESET_TTL_MS, resetToken } from "./rules.ts";

export const RESET_TASK = "password-reset";

const payloadShape = z.object({ email: z.string() });

type Parts = { clock: Clock; postbox: Postbox; secretKey: string };

/** The task that sends a link to set a new password, if somebody has the address. */
export const resetTask = (parts: Parts): TaskKind => ({
  kind: RESET_TASK,
  prepare: async (payload) => {
    const { email } = payloadShape.parse(payload);
    return async (trx) => {
      await sendLink(parts, trx, email);
      return { position: null, done: 1, total: 1, isDone: true, result: null };
    };
  },
});

async function sendLink({ clock, postbox, secretKey }: Parts, trx: Transaction<Tables>, email: string): Promise<void> {
  const account = await findLogin(trx, email);
  if (!account) return;
  const now = clock.now();
  if ((await countMailsTo(trx, email, ["reset"], now - MAIL_DAY_MS)) >= MAX_RESET_MAILS) return;
  const seed = newSeed(secretKey);
  await removeExpiredLinks(trx, now);
  await trx
    .insertInto("password_reset")
    .values({
      hash: hashOfToken(resetToken({ secretKey }, seed)),
      account_id: account.id,
      generation: account.token_generation,
      expires_at: now + RESET_TTL_MS,
    })
    .execute();
  const content = resetMail(await mailSite(trx, postbox.site));
  await postbox.put(trx, { kind: "reset", to: email, content, accountId: account.id, linkSeed: seed });
}

/** Removes links to set a password, and changes of an address, that have expired. */
export async function removeExpiredLinks(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("password_reset").where("expires_at", "<=", now).execute();
  await db.deleteFrom("email_change").where("expires_at", "<=", now).execute();
}
