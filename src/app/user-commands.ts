import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import {
  addAccount,
  generatePassword,
  refuseWeakPassword,
  removeAccount,
  setPassword,
  turnOffSecondFactors,
} from "#features/accounts/commands.ts";
import { listLogins } from "#features/accounts/queries.ts";
import { GUESSING_WINDOW_MS } from "#features/accounts/rules.ts";
import { unlockAccount } from "#features/accounts/sessions.ts";
import { attemptsWithin } from "#platform/attempts.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import { emailAddress } from "#shared/email.ts";
import { DomainError, InvalidError } from "#shared/errors.ts";
import type { Env } from "../env.ts";

/** The arguments of `user`; passwords come from standard input or are generated, never from the command line. */
export const USER_USAGE = "add|list|password|unlock|second-step-off|remove";

const HELP = `Usage: npm run jarida -- user ACTION

  add EMAIL [--name NAME]   adds somebody who can log in, and prints a generated password
  list                      lists everybody who can log in
  password EMAIL            sets a new password, prints it, and logs the user out everywhere
  unlock EMAIL              lets the user log in again after too many wrong passwords
  second-step-off EMAIL     lets the password alone log the user in: app, passkeys and recovery codes are forgotten
  remove EMAIL              takes the login away; articles keep their author's name

  --stdin                   with add and password: reads the password from standard input instead
`;

type Options = { name?: string | undefined; stdin?: boolean | undefined; secretKey: string };
type Action = (database: Database, email: string, options: Options) => Promise<string>;

const actions: Record<string, Action> = {
  async add(database, email, { name = "Editor", stdin }) {
    const { password, note } = await choosePassword(stdin);
    await addAccount(database, systemClock, operator, { email, name, password });
    return `${email} can log in.${note}`;
  },
  async password(database, email, { stdin }) {
    const { password, note } = await choosePassword(stdin);
    await setPassword(database, operator, email, password);
    return `${email} has a new password, and is logged out everywhere.${note}`;
  },
  async unlock(database, email, { secretKey }) {
    const attempts = attemptsWithin(database, systemClock, GUESSING_WINDOW_MS);
    await unlockAccount({ database, attempts, secretKey }, operator, email);
    return `${email} can try again. Wrong passwords given so far are forgotten.`;
  },
  async "second-step-off"(database, email) {
    const had = await turnOffSecondFactors(database, operator, email);
    return had ? `${email} logs in by the password alone.` : `${email} has no second step.`;
  },
  async remove(database, email) {
    await removeAccount(database, operator, email);
    return `${email} cannot log in any more.`;
  },
};

/** `user`: manages who can log in; returns the exit code. Safe to use while the server runs. */
export async function runUserCommand(env: Env, args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: "string" }, stdin: { type: "boolean" } },
    });
    const [name = "", address, ...more] = positionals;
    const action = actions[name];
    if ((!action && name !== "list") || (action && address === undefined) || more.length > 0)
      throw new InvalidError(HELP.trimEnd());
    process.stdout.write(
      `${await onDatabase(env, (database) => run(database, action, address, { ...values, secretKey: env.secretKey }))}\n`,
    );
    return 0;
  } catch (error) {
    const isMistake =
      error instanceof DomainError || (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!isMistake) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

async function run(database: Database, action: Action | undefined, address = "", options: Options): Promise<string> {
  if (!action) {
    const accounts = await listLogins(database.db);
    return accounts.map(({ email, name }) => `${email}\t${name}`).join("\n");
  }
  const email = emailAddress.safeParse(address);
  if (!email.success) throw new InvalidError(email.error.issues[0]?.message ?? "This is not an email address.");
  return action(database, email.data, options);
}

async function onDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(env.database);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function choosePassword(fromInput = false): Promise<{ password: string; note: string }> {
  if (!fromInput) {
    const password = generatePassword();
    return { password, note: `  password: ${password}  (shown only now)` };
  }
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  await refuseWeakPassword(password);
  return { password, note: "" };
}
