import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import {
  addAccount,
  changeUser,
  generatePassword,
  rejectWeakPassword,
  setPassword,
  turnOffSecondFactors,
} from "#features/identity/accounts/commands.ts";
import { role } from "#features/identity/accounts/endpoints.ts";
import { findLoginOrSuspended, listUsers } from "#features/identity/accounts/queries.ts";
import { GUESSING_WINDOW_MS, NO_LOGIN } from "#features/identity/accounts/rules.ts";
import { unlockAccount } from "#features/identity/accounts/sessions.ts";
import { moveAccount } from "#features/identity/credentials/commands.ts";
import { INVITATION_TTL_WORDS, invite, removeAccount } from "#features/identity/people/commands.ts";
import { attemptsWithin } from "#platform/attempts.ts";
import { systemClock } from "#platform/clock.ts";
import { operator, ROLES, type Role } from "#shared/actor.ts";
import { CommandError, DomainError } from "#shared/errors.ts";
import { emailAddress } from "#shared/schema.ts";
import type { Env } from "../env.ts";

/** The arguments of `user`; passwords come from standard input or are generated, never from the command line. */
export const USER_USAGE = "add|invite|list|role|email|password|unlock|second-step-off|suspend|resume|remove";

const HELP = `Usage: npm run jarida -- user ACTION

  add EMAIL [--name NAME] [--role ROLE]
                            adds a user, and prints a generated password
  invite EMAIL [ROLE]       prints an invitation link that works once, for ${INVITATION_TTL_WORDS}; sends no mail
  list                      lists everyone who can log in
  role EMAIL ROLE           changes what the user may do: ${ROLES.join(", ")}
  email EMAIL NEW           changes the login address immediately, without confirmation from either address
  password EMAIL            sets a new password, prints it, and logs the user out everywhere
  unlock EMAIL              lets the user log in again after too many wrong passwords
  second-step-off EMAIL     lets the user log in with the password alone: deletes app, passkeys and recovery codes
  suspend EMAIL             logs the user out everywhere and blocks the account
  resume EMAIL              lets a suspended user log in again
  remove EMAIL              removes the login; articles keep their author's name

  --role                    with add and invite: editor by default
  --stdin                   with add and password: reads the password from standard input instead
`;

type Options = {
  name?: string | undefined;
  role?: string | undefined;
  stdin?: boolean | undefined;
  /** The second word after the action. */
  more?: string | undefined;
} & Pick<Env, "secretKey" | "siteUrl">;
type Action = (database: Database, email: string, options: Options) => Promise<string>;

const actions: Record<string, Action> = {
  async add(database, email, { name: chosen, role: given = "editor", stdin }) {
    const as = roleNamed(given);
    const { password, note } = await choosePassword(stdin);
    const named = { name: chosen ?? "Editor", numbersName: chosen === undefined };
    await addAccount(database, systemClock, operator, { email, ...named, password, role: as });
    return `${email} can log in as ${as}.${note}`;
  },
  async invite(database, email, { role: given = "editor", secretKey, siteUrl }) {
    const as = roleNamed(given);
    const parts = { database, clock: systemClock, secretKey, siteUrl, mailQueue: null };
    const { link } = await invite(parts, operator, { email, role: as });
    return `${email} can join as ${as} with this link, which works once, for ${INVITATION_TTL_WORDS} (shown only now):\n${link}`;
  },
  async role(database, email, { role: given = "" }) {
    const { role: now } = await changeUser(database, systemClock, operator, await idOf(database, email), {
      role: roleNamed(given),
    });
    return `${email} is ${now} now.`;
  },
  async email(database, email, { more = "" }) {
    const to = emailNamed(more);
    await moveAccount({ database, clock: systemClock }, operator, { from: email, to });
    return `${email} now logs in with ${to}. Links sent to the former address have stopped working.`;
  },
  async suspend(database, email) {
    await changeUser(database, systemClock, operator, await idOf(database, email), { is_active: false });
    return `${email} is logged out everywhere and cannot log in.`;
  },
  async resume(database, email) {
    await changeUser(database, systemClock, operator, await idOf(database, email), { is_active: true });
    return `${email} can log in again.`;
  },
  async password(database, email, { stdin }) {
    const { password, note } = await choosePassword(stdin);
    await setPassword(database, operator, email, password);
    return `${email} has a new password, and is logged out everywhere.${note}`;
  },
  async unlock(database, email, { secretKey }) {
    const attempts = attemptsWithin(database, systemClock, GUESSING_WINDOW_MS);
    await unlockAccount({ database, attempts, secretKey }, operator, email);
    return `${email} can try again. Previous failed logins no longer count.`;
  },
  async "second-step-off"(database, email) {
    const had = await turnOffSecondFactors(database, operator, email);
    return had ? `${email} now logs in with the password alone.` : `${email} has no second step.`;
  },
  async remove(database, email) {
    await removeAccount(database, operator, email);
    return `${email} was removed. Articles keep the author's name.`;
  },
};

/** The actions with a word after the address: a role, or another address. */
const TAKES_A_WORD = new Set(["role", "invite", "email"]);

/** Throws CommandError. */
export function emailNamed(given: string): string {
  const { data, error } = emailAddress.safeParse(given);
  if (error) throw new CommandError(error.issues[0]?.message ?? "This is not an email address.");
  return data;
}

/** Throws CommandError. */
function roleNamed(given: string): Role {
  const { data, error } = role.safeParse(given);
  if (error) throw new CommandError(error.issues[0]?.message ?? "Unknown role.");
  return data;
}

/** The account of an address, suspended or not. Throws CommandError. */
async function idOf({ db }: Database, email: string): Promise<number> {
  const account = await findLoginOrSuspended(db, email);
  if (!account) throw new CommandError(NO_LOGIN);
  return account.id;
}

/** `user`: manages accounts; returns the exit code. Safe to use while the server runs. */
export async function runUserCommand(env: Env, args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: "string" }, role: { type: "string" }, stdin: { type: "boolean" } },
    });
    const [name = "", address, ...more] = positionals;
    const action = actions[name];
    const word = TAKES_A_WORD.has(name) ? more.splice(0, 1)[0] : undefined;
    if ((!action && name !== "list") || (action && address === undefined) || more.length > 0)
      throw new CommandError(HELP.trimEnd());
    const options = {
      ...values,
      more: word,
      role: word ?? values.role,
      secretKey: env.secretKey,
      siteUrl: env.siteUrl,
    };
    process.stdout.write(`${await onDatabase(env, (database) => run(database, action, address, options))}\n`);
    return 0;
  } catch (error) {
    const isMistake =
      error instanceof DomainError ||
      error instanceof CommandError ||
      (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!isMistake) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

async function run(database: Database, action: Action | undefined, address = "", options: Options): Promise<string> {
  if (!action) {
    const users = await listUsers(database.db);
    return users
      .map(({ email, name, role: as, is_active }) => [email, name, as, ...(is_active ? [] : ["suspended"])].join("\t"))
      .join("\n");
  }
  return action(database, emailNamed(address), options);
}

/** Does work on the migrated database, and closes it. */
export async function onDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
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
  await rejectWeakPassword(password);
  return { password, note: "" };
}
