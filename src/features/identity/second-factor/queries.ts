import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hashOfToken } from "#platform/keys.ts";
import type { Role } from "#shared/actor.ts";
import type { SecondFactor } from "./rules.ts";
import { requirement } from "./schema.ts";

/** The second factors of an account; `recovery` is the number of unused codes. */
export type Factors = { totp: boolean; passkeys: number; recovery: number };

export async function factorsOf(db: Kysely<Tables>, accountId: number): Promise<Factors> {
  const { totp, passkeys, recovery } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("authenticator")
        .where("account_id", "=", accountId)
        .where("secret", "is not", null)
        .select((own) => own.fn.countAll<number>().as("count"))
        .as("totp"),
      eb
        .selectFrom("passkey")
        .where("account_id", "=", accountId)
        .select((own) => own.fn.countAll<number>().as("count"))
        .as("passkeys"),
      eb
        .selectFrom("recovery_code")
        .where("account_id", "=", accountId)
        .select((own) => own.fn.countAll<number>().as("count"))
        .as("recovery"),
    ])
    .executeTakeFirstOrThrow();
  return { totp: Number(totp) > 0, passkeys: Number(passkeys), recovery: Number(recovery) };
}

/** Whether a sign-in needs a second step; recovery codes alone require none. */
export const isSetUp = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** Whether a role needs a second factor; `setting` is the stored requirement, null if there is none. */
export const needsFactor = (setting: string | null, role: Role): boolean =>
  setting !== null && requirement.parse(JSON.parse(setting)).roles.includes(role);

type Caller = { accountId: number; role: Role; requirement: string | null; is_strong: 0 | 1 };

/** Whether the user must set up a second factor before anything else. */
export async function isFactorDue(db: Kysely<Tables>, { accountId, role, ...session }: Caller): Promise<boolean> {
  if (session.is_strong === 1 || !needsFactor(session.requirement, role)) return false;
  return !isSetUp(await factorsOf(db, accountId));
}

/** The second factors an account can use; empty if it has none. */
export function waysOf(factors: Factors): SecondFactor[] {
  if (!isSetUp(factors)) return [];
  return [
    ...(factors.totp ? (["totp"] as const) : []),
    ...(factors.passkeys > 0 ? (["passkey"] as const) : []),
    ...(factors.recovery > 0 ? (["recovery"] as const) : []),
  ];
}

export const listPasskeys = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom("passkey")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** The ticket of a sign-in that waits for its second step, unless it has expired. */
export const findTicket = (db: Kysely<Tables>, ticket: string, now: number) =>
  db
    .selectFrom("sign_in_ticket")
    .select(["account_id", "generation", "challenge"])
    .where("hash", "=", hashOfToken(ticket))
    .where("purpose", "=", "sign-in")
    .where("expires_at", ">", now)
    .executeTakeFirst();
