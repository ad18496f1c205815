import { parseArgs } from "node:util";
import type { Database } from "#db/open.ts";
import { findLogin, findMaker } from "#features/identity/accounts/queries.ts";
import { NO_LOGIN } from "#features/identity/accounts/rules.ts";
import { createKey, revokeKey } from "#features/keys/commands.ts";
import { keyBody } from "#features/keys/endpoints.ts";
import { listKeys } from "#features/keys/queries.ts";
import { KEY_SCOPES, PRESETS } from "#features/keys/rules.ts";
import { systemClock } from "#platform/clock.ts";
import { operator } from "#shared/actor.ts";
import { CommandError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";
import { emailNamed, onDatabase } from "./user-commands.ts";

export const KEY_USAGE = "create|list|revoke";

/** The presets as words of a command: `write-drafts`. */
const PRESET_WORDS = new Map<string, readonly string[]>(
  Object.entries(PRESETS).map(([name, scopes]) => [name.toLowerCase().replace(" ", "-"), scopes]),
);

const HELP = `Usage: npm run jarida -- key ACTION

  create EMAIL NAME         creates an API key of a user, and prints it
  list                      lists all API keys
  revoke ID                 revokes one: it stops working immediately

  --scopes SCOPES           with create: what the key may do, separated by commas. A preset: ${[...PRESET_WORDS.keys()].join(", ")} (default: read-everything), or: ${KEY_SCOPES.join(", ")}
  --role ROLE               with create: the user's own role by default
  --expires TIME            with create: a time in ISO 8601; in a year by default
  --origins ORIGINS         with create: web pages that may use the key, separated by commas`;

const listed = (text: string | undefined) => text?.split(",").filter((part) => part !== "") ?? [];
type Options = { role?: string; scopes?: string; expires?: string; origins?: string };

/** Throws CommandError. */
async function create(database: Database, [email = "", name = ""]: string[], options: Options): Promise<string> {
  const owner = await findMaker(database.db, (await findLogin(database.db, emailNamed(email)))?.id ?? null);
  if (!owner?.role || owner.accountId === null) throw new CommandError(NO_LOGIN);
  const asked = listed(options.scopes ?? "read-everything");
  const { data, error } = keyBody.safeParse({
    name,
    role: options.role ?? owner.role,
    scopes: asked.flatMap((one) => PRESET_WORDS.get(one) ?? [one]),
    origins: listed(options.origins),
    expires: options.expires,
  });
  if (error) throw new CommandError(error.issues[0]?.message ?? HELP);
  const holder = { accountId: owner.accountId, role: owner.role };
  const made = await createKey({ database, clock: systemClock }, operator, holder, data);
  return `${made.key}\n(shown only now; number ${made.id}, role ${made.role}, until ${made.expires})`;
}

async function list(database: Database): Promise<string> {
  const keys = await listKeys(database.db);
  return keys
    .map(({ id, name, start, role, scopes, owner, expires, last_used: last }) =>
      [id, name, start, `${role} of ${owner.name}`, scopes.join(","), expires, last?.day ?? "never used"].join("\t"),
    )
    .join("\n");
}

async function revoke(database: Database, [given = ""]: string[]): Promise<string> {
  const id = parseId(given);
  if (id === null) throw new CommandError(HELP);
  await revokeKey({ database, clock: systemClock }, operator, id);
  return `The API key ${id} is revoked.`;
}

/** The actions, and how many words each takes. */
const ACTIONS = new Map([
  ["create", { run: create, words: 2 }],
  ["list", { run: list, words: 0 }],
  ["revoke", { run: revoke, words: 1 }],
]);

/** `key`: manages API keys; returns the exit code. Safe to use while the server runs. */
export function runKeyCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(() => {
    const option = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: option, scopes: option, expires: option, origins: option },
    });
    const [name = "", ...words] = positionals;
    const action = ACTIONS.get(name);
    if (!action || words.length !== action.words) throw new CommandError(HELP);
    return onDatabase(env, (database) => action.run(database, words, values));
  });
}
