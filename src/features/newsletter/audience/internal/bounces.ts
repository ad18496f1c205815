import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { forgetBounces } from "#features/mail/commands.ts";
import { eachBounce } from "#features/mail/queries.ts";
import { MAX_BOUNCES } from "#features/mail/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { causeOfReply } from "#platform/smtp-replies.ts";
import type { Actor } from "#shared/actor.ts";
import { chunksOf } from "#shared/chunks.ts";
import { BOUNCE_KINDS, type BounceKind, type BounceKinds, type ClearBounces } from "../schema.ts";

/** Addresses cleared in one step. */
const BATCH = 250;

function kindOf(reply: string): BounceKind {
  const cause = causeOfReply(reply);
  return cause === "mailbox" ? "mailbox" : cause === "other" ? "other" : "sender";
}

/** The addresses that get no issues, counted by what the last reply is about. */
export async function bouncesByKind(db: Kysely<Tables>): Promise<BounceKinds> {
  const kinds = new Map<BounceKind, { count: number; example: string }>();
  for await (const { reply, count } of eachBounce(db)) {
    if (count < MAX_BOUNCES) continue;
    const kind = kindOf(reply);
    kinds.set(kind, { count: (kinds.get(kind)?.count ?? 0) + 1, example: kinds.get(kind)?.example ?? reply });
  }
  return BOUNCE_KINDS.flatMap((kind) => {
    const found = kinds.get(kind);
    return found ? [{ kind, ...found }] : [];
  });
}

/** Lets issues be sent again to the addresses of a kind, or of some subscribers; returns how many there were. */
export async function clearBounces(
  { database, clock }: { database: Database; clock: Clock },
  by: Actor,
  { kind, ids }: ClearBounces,
): Promise<number> {
  const { db } = database;
  const emails: string[] = [];
  if (kind) for await (const { email, reply } of eachBounce(db)) if (kindOf(reply) === kind) emails.push(email);
  if (ids && ids.length > 0)
    emails.push(...(await db.selectFrom("subscriber").where("id", "in", ids).select("email").execute()).map(emailOf));
  let cleared = 0;
  for (const some of chunksOf(emails, BATCH)) {
    await db.transaction().execute(async (trx) => {
      const count = await forgetBounces(trx, some);
      cleared += count;
      const changes = { cleared: { to: count } };
      await recordEntry(trx, clock, { by, action: "subscriber.repair", subject: { kind: "subscriber" }, changes });
    });
  }
  return cleared;
}

const emailOf = ({ email }: { email: string }) => email;
