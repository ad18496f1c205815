import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane. Memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
type Cost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism">;
const TAG_BYTES = 32;
const NONCE_BYTES = 16;

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/**
 * Hashes a password with argon2id; the result includes its parameters, in the usual PHC format. Only tests give a `cost`.
 */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await derive("argon2id", { message: password.normalize("NFKC"), nonce, tagLength: TAG_BYTES, ...cost });
  const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a password matches a hash of `hashPassword`. Takes the same time for right and wrong. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = PHC.exec(hash);
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number);
  const expected = Buffer.from(parts[5] ?? "", "base64");
  const tag = await derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(parts[4] ?? "", "base64"),
    tagLength: expected.length,
    memory: memory ?? COST.memory,
    passes: passes ?? COST.passes,
    parallelism: parallelism ?? COST.parallelism,
  });
  return timingSafeEqual(tag, expected);
}
