import { InvalidError } from "#shared/errors.ts";
import { findSession, type Login } from "../queries.ts";
import { RECENT_SIGN_IN_MS, WRONG_PASSWORD } from "../rules.ts";
import { recordFailure, recordIfBlocked } from "./audited.ts";
import { type Checked, checkPassword } from "./guessing.ts";
import type { AccountEvent, Context, SessionClient } from "./session-context.ts";
import { eventOf } from "./session-start.ts";

/** Who is logged in, and by which session. */
export type SessionOwner = { accountId: number; sessionId: string };

/** The account whose owner is there, and the use of it of which the owner is informed. */
export type Confirmed = { account: Login; event: AccountEvent };

const PASSWORD_DUE = "Please enter your password: you logged in a while ago.";

/**
 * Checks the current password of somebody who has a session; a mistake is reported at `field`. A wrong one counts like
 * one at login, and is recorded in the audit log. Throws InvalidError.
 */
export async function requirePassword(
  context: Context,
  account: Login,
  { field, password }: { field: string; password: string },
  from: SessionClient,
): Promise<Checked> {
  const checking = checkPassword(context, { email: account.email, account }, password, from);
  const checked = await recordIfBlocked(context, account, from, checking);
  if (checked.isRight) return checked;
  await recordFailure(context, "password.fail", account, from);
  throw new InvalidError(WRONG_PASSWORD, { [field]: WRONG_PASSWORD });
}

/** See `Sessions.confirmOwner`. A wrong password counts like one at login. */
export async function confirmOwner(
  context: Context,
  account: Login,
  { accountId, sessionId }: SessionOwner,
  { password, client }: { password: string | undefined; client: SessionClient },
): Promise<Confirmed> {
  const now = context.clock.now();
  if (password === undefined) {
    const session = await findSession(context.database.db, { sub: accountId, sid: sessionId }, now);
    if (!session || session.started_at <= now - RECENT_SIGN_IN_MS)
      throw new InvalidError(PASSWORD_DUE, { password: PASSWORD_DUE });
  } else {
    const { forget } = await requirePassword(context, account, { field: "password", password }, client);
    await forget();
  }
  return { account, event: eventOf(account, client, now) };
}
