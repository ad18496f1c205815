import { parseArgs } from "node:util";
import { migrate } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import { checkChain } from "#features/audit/chain.ts";
import { CommandError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";

export const AUDIT_USAGE = "verify [--known N:HASH]";

const KNOWN = /^([1-9]\d{0,9}):([0-9a-f]{64})$/;

/** `audit verify`: returns the exit code, 1 if the chain is broken. Safe to use while the server runs. */
export function runAuditCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { known: { type: "string" } },
    });
    const [, n, hash] = KNOWN.exec(values.known ?? "") ?? [];
    const isKnownGood = values.known === undefined || n !== undefined;
    if (positionals.join(" ") !== "verify" || !isKnownGood)
      throw new CommandError(`Usage: npm run jarida -- audit ${AUDIT_USAGE}`);
    const known = n !== undefined && hash !== undefined ? { n: Number(n), hash } : undefined;
    const database = await openDatabase(env.database);
    try {
      await migrate(database);
      return report(await checkChain(database.db, known));
    } finally {
      await database.close();
    }
  });
}

/** Throws CommandError for a broken chain. */
function report({ first, last, entries, erased, waiting, fault }: Awaited<ReturnType<typeof checkChain>>): string {
  if (fault)
    throw new CommandError(
      `The audit log is broken at entry ${fault.n}: ${fault.detail} The entries before it are intact.`,
    );
  const lines = [
    entries === 0
      ? "The audit log has no entries yet."
      : `Audit log verified: entries ${first}-${last}, none changed or missing.`,
  ];
  if (erased > 0) lines.push(`In ${erased} of them a person's data were erased, as later entries say.`);
  if (waiting > 0) lines.push(`${waiting} more are not in the chain yet: the server adds them within a minute.`);
  return lines.join("\n");
}
