import {
  checkPasskey,
  recordPasskeyUse,
  spendCode,
  spendTicket,
  type UsedPasskey,
} from "#features/identity/second-factor/commands.ts";
import { findTicket } from "#features/identity/second-factor/queries.ts";
import {
  isAuthenticatorCode,
  plainCode,
  TICKET_ENDED,
  WRONG_CODE,
  WRONG_PASSKEY,
} from "#features/identity/second-factor/rules.ts";
import type { PasskeyAnswer } from "#features/identity/second-factor/schema.ts";
import { UnauthenticatedError } from "#shared/errors.ts";
import { findLoginById, type Login } from "../queries.ts";
import type { SecondStepBody } from "../schema.ts";
import { recordFailure, recordIfBlocked } from "./audited.ts";
import { countCode, findClient } from "./guessing.ts";
import type { Context, SessionClient, Started } from "./session-context.ts";
import { eventOf, start } from "./session-start.ts";

type Ticket = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

const ended = () => new UnauthenticatedError(TICKET_ENDED, { ticket: TICKET_ENDED });

/** Completes a sign-in by a code or a passkey. Throws UnauthenticatedError, and TooManyRequestsError after many codes. */
export async function takeSecondStep(
  context: Context,
  { ticket, code, passkey }: SecondStepBody,
  from: SessionClient,
): Promise<Started> {
  const found = await findTicket(context.database.db, ticket, context.clock.now());
  if (!found) throw ended();
  return passkey
    ? signInByPasskey(context, { ...found, ticket }, passkey, from)
    : signInByCode(context, { ...found, ticket }, code ?? "", from);
}

type Held = Ticket & { ticket: string };

/** The account of a ticket, as long as its password is the one that was given. */
async function ownerOf({ database }: Context, { account_id, generation }: Held): Promise<Login> {
  const account = account_id === null ? undefined : await findLoginById(database.db, account_id);
  if (!account || account.token_generation !== generation) throw ended();
  return account;
}

async function signInByCode(context: Context, held: Held, code: string, from: SessionClient): Promise<Started> {
  const account = await ownerOf(context, held);
  const client = await findClient(context, account, from);
  const forget = await recordIfBlocked(context, account, from, countCode(context, account.id, client));
  const isRecovery = !isAuthenticatorCode(plainCode(code));
  const started = await start(context, {
    ...{ account, from, client, by: isRecovery ? "password+recovery" : "password+totp" },
    async inTransaction(trx) {
      if (!(await spendTicket(trx, held.ticket))) throw ended();
      const used = await spendCode(context, trx, account.id, code);
      if (!used) throw new UnauthenticatedError(WRONG_CODE, { code: WRONG_CODE });
      if (used === "recovery")
        await context.listener.factorsChanged(trx, {
          ...eventOf(account, from, context.clock.now()),
          change: "code used",
        });
    },
  }).catch((error: unknown) => recordIfRefused(context, account, from, error));
  await forget();
  return started;
}

/** Records a refused second step in the audit log, and throws the error again. */
async function recordIfRefused(
  context: Context,
  account: Login | undefined,
  from: SessionClient,
  error: unknown,
): Promise<never> {
  if (error instanceof UnauthenticatedError) await recordFailure(context, "factor.fail", account, from);
  throw error;
}

async function signInByPasskey(
  context: Context,
  held: Held,
  answer: PasskeyAnswer,
  from: SessionClient,
): Promise<Started> {
  const refused = () => new UnauthenticatedError(WRONG_PASSKEY, { passkey: WRONG_PASSKEY });
  if (held.account_id !== null) await ownerOf(context, held);
  const used: UsedPasskey | null = await checkPasskey(
    context,
    { accountId: held.account_id, challenge: held.challenge },
    answer,
  );
  const account = used && (await findLoginById(context.database.db, used.accountId));
  if (!account) return recordIfRefused(context, undefined, from, refused());
  return start(context, {
    ...{ account, from, client: await findClient(context, account, from) },
    by: held.account_id === null ? "passkey" : "password+passkey",
    async inTransaction(trx) {
      if (!(await spendTicket(trx, held.ticket))) throw ended();
      if (!(await recordPasskeyUse(context, trx, used))) throw refused();
    },
  });
}
