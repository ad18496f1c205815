import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Entry } from "#features/audit/commands.ts";
import { keyId, MAX_PREVIOUS_KEYS } from "#platform/keys.ts";
import { newSecret, readSecrets, writeSecrets } from "#platform/private-files.ts";
import { CommandError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";
import { recordCommand } from "./operator-entries.ts";

export const SECRET_USAGE = "list|rotate|forget";

const BY_VARIABLES =
  "The key is set by SECRET_KEY. Set that to a new one, and put the old one into SECRET_KEY_PREVIOUS; take it out of there later to forget it.";

/**
 * `secret`: manages the keys that sign tokens and links; returns the exit code. Changes take effect when the server
 * restarts.
 */
export function runSecretCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [action, ...more] = positionals;
    if (more.length > 0) throw new CommandError(usage());
    if (action === "list") return list(env);
    if (action !== "rotate" && action !== "forget") throw new CommandError(usage());
    if (env.isSecretSet) throw new CommandError(BY_VARIABLES);
    const path = join(env.dataDir, "secret");
    const { said, entry, done } = action === "rotate" ? rotate(path) : forget(path);
    await recordCommand(env, entry, done);
    return said;
  });
}

const usage = () => `Usage: npm run jarida -- secret ${SECRET_USAGE}`;

/** Only the ids: a key is never shown. */
const list = ({ secretKey, previousKeys }: Env) =>
  [`${keyId(secretKey)}  signs`, ...previousKeys.map((key) => `${keyId(key)}  is still accepted`)].join("\n");

/** A change of the keys, as reported to the operator and the audit log. */
type Done = { said: string; entry: Omit<Entry, "by">; done: string };
const subject = { kind: "secret" };

/** Throws CommandError. */
function rotate(path: string): Done {
  const secrets = readSecrets(path);
  if (secrets.length > MAX_PREVIOUS_KEYS)
    throw new CommandError(`${MAX_PREVIOUS_KEYS} former keys are accepted already. Forget them first.`);
  const fresh = newSecret();
  writeSecrets(path, [fresh, ...secrets]);
  const [former] = secrets;
  const changes = { key: { ...(former !== undefined && { from: keyId(former) }), to: keyId(fresh) } };
  return {
    said: `New key ${keyId(fresh)} is used after a restart. Old links and sessions stay valid. Restart the server now.`,
    entry: { action: "secret.rotate", subject, changes },
    done: "The key is rotated",
  };
}

/** Throws CommandError. */
function forget(path: string): Done {
  const [current, ...former] = readSecrets(path);
  if (current === undefined || former.length === 0) throw new CommandError("There is no former key to forget.");
  writeSecrets(path, [current]);
  const ids = former.map(keyId).join(", ");
  return {
    said: `Everything signed with ${ids} becomes invalid when the server restarts. Restart it now.`,
    entry: { action: "secret.forget", subject, changes: { keys: { from: ids } } },
    done: "The former keys are forgotten",
  };
}
