import { join } from "node:path";
import { parseArgs } from "node:util";
import { newSecret, readSecrets, writeSecrets } from "#platform/key-file.ts";
import { keyId, MAX_PREVIOUS_KEYS } from "#platform/keys.ts";
import { InvalidError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";

export const SECRET_USAGE = "list|rotate|forget";

const BY_VARIABLES =
  "The key is set by SECRET_KEY. Set that to a new one, and put the old one into SECRET_KEY_PREVIOUS; take it out of there later to forget it.";

/** `secret`: what signs tokens and links; returns the exit code. The server takes a change up when it is restarted. */
export function runSecretCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [action, ...more] = positionals;
    if (more.length > 0) throw new InvalidError(usage());
    if (action === "list") return list(env);
    if (action !== "rotate" && action !== "forget") throw new InvalidError(usage());
    if (env.isSecretSet) throw new InvalidError(BY_VARIABLES);
    const path = join(env.dataDir, "secret");
    return action === "rotate" ? rotate(path) : forget(path);
  });
}

const usage = () => `Usage: npm run jarida -- secret ${SECRET_USAGE}`;

/** The ids alone: a key is never shown. */
const list = ({ secretKey, previousKeys }: Env) =>
  [`${keyId(secretKey)}  signs`, ...previousKeys.map((key) => `${keyId(key)}  is still accepted`)].join("\n");

/** Throws InvalidError. */
function rotate(path: string): string {
  const secrets = readSecrets(path);
  if (secrets.length > MAX_PREVIOUS_KEYS)
    throw new InvalidError(`${MAX_PREVIOUS_KEYS} former keys are accepted already. Forget them first.`);
  const fresh = newSecret();
  writeSecrets(path, [fresh, ...secrets]);
  return `${keyId(fresh)} signs from the server's next start on; what was signed before stays valid. Restart the server now.`;
}

/** Throws InvalidError. */
function forget(path: string): string {
  const [current, ...former] = readSecrets(path);
  if (current === undefined || former.length === 0) throw new InvalidError("There is no former key to forget.");
  writeSecrets(path, [current]);
  return `From the server's next start on, nothing that was signed by ${former.map(keyId).join(", ")} is valid any more. Restart the server now.`;
}
