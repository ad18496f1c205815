import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hashPassword } from "#platform/password.ts";
import { refuseWeakPassword, replacePassword } from "../commands.ts";
import type { Login } from "../queries.ts";
import { recordUse } from "./audited.ts";
import { requirePassword } from "./owner-check.ts";
import type { Context, SessionClient, Started } from "./session-context.ts";
import { begin, eventOf, remember } from "./session-start.ts";

export type PasswordChange = { current: string; password: string };

/** Sets a password for whoever knows the current one, and starts the only session that there is then. */
export async function changePassword(
  context: Context,
  account: Login,
  { current, password }: PasswordChange,
  from: SessionClient,
): Promise<Started> {
  const { database, clock, listener, tokens } = context;
  await refuseWeakPassword(password);
  const { client, forget } = await requirePassword(context, account, { field: "current", password: current }, from);
  const hash = await hashPassword(password);
  const started = await database.db.transaction().execute(async (trx) => {
    const changed = await replacePassword(trx, account, hash);
    await recordUse(context, trx, "password.change", changed, from);
    await listener.passwordChanged(trx, eventOf(changed, from, clock.now()));
    return { account: changed, pair: await begin(context, trx, changed, from) };
  });
  await forget();
  return { tokens: started.pair, device: await tokens.signDevice(started.account, client.deviceId ?? randomUUID()) };
}

/** Sets a password for whoever proves otherwise to own the account; returns a device token. */
export async function resetPassword(
  context: Context,
  password: string,
  from: SessionClient,
  prove: (trx: Transaction<Tables>) => Promise<Login>,
): Promise<string> {
  const { database, clock, listener, tokens } = context;
  await refuseWeakPassword(password);
  const hash = await hashPassword(password);
  const account = await database.db.transaction().execute(async (trx) => {
    const changed = await replacePassword(trx, await prove(trx), hash);
    await remember(context, trx, changed.id, from);
    await recordUse(context, trx, "password.reset", changed, from);
    await listener.passwordChanged(trx, eventOf(changed, from, clock.now()));
    return changed;
  });
  return tokens.signDevice(account, randomUUID());
}
