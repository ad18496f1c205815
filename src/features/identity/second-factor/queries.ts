import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Setting, SettingsStore } from "#features/settings/commands.ts";
import { settingHandlers } from "#features/settings/handlers.ts";
import { readSetting } from "#features/settings/queries.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { hashOfToken } from "#platform/keys.ts";
import type { Role } from "#shared/actor.ts";
import { endpoints } from "#shared/endpoint.ts";
import { ConflictError } from "#shared/errors.ts";
import { OWN_FACTOR_FIRST, REQUIREMENT_KEY, type SecondFactor } from "./rules.ts";
import { type Requirement, requirement, requirementBody } from "./schema.ts";

const requirementEndpoints = endpoints({
  "GET /settings/second-factor": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "The roles that need a second factor",
    response: { 200: requirement },
  },
  "PUT /settings/second-factor": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "Set the roles that need a second factor, from the next request of each session",
    description:
      "Users without a second factor can then only set one up. With their ETag in If-Match, responds 409 if they have changed since, or if the caller would be locked out.",
    body: requirementBody,
    headers: ["if-match"],
    errors: ["own_second_factor_missing"],
    response: { 200: requirement },
  },
});
export type RequirementEndpoints = typeof requirementEndpoints;

/** The roles that need a second factor: none by default. */
export async function readRequirement(db: Kysely<Tables>): Promise<Requirement> {
  const stored = await readSetting(db, REQUIREMENT_KEY);
  return stored === undefined ? { roles: [] } : requirement.parse(stored);
}

const requirementSetting: Setting<typeof REQUIREMENT_KEY, Requirement, Requirement> = {
  key: REQUIREMENT_KEY,
  read: readRequirement,
  scopes: [],
  /** Throws ConflictError if the caller would be locked out. */
  async merge(before, after, trx, { role, accountId }) {
    const isAdded = role !== null && after.roles.includes(role) && !before.roles.includes(role);
    if (isAdded && accountId !== null && !isSetUp(await factorsOf(trx, accountId)))
      throw new ConflictError("own_second_factor_missing", OWN_FACTOR_FIRST);
    return after;
  },
};

export const requirementRoutes =
  (store: SettingsStore): ApiPlugin =>
  async (app) =>
    serve(app, requirementEndpoints, settingHandlers(store, requirementSetting));

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

type Login = { accountId: number; role: Role; requirement: string | null; is_strong: 0 | 1 };

/** Whether the user must set up a second factor before anything else. */
export async function isFactorDue(db: Kysely<Tables>, { accountId, role, ...session }: Login): Promise<boolean> {
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
