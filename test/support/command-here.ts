import { vi } from "vitest";
import { commands, runCommand } from "#app/commands.ts";
import type { CliOutcome } from "./cli-process.ts";

/**
 * Runs an operator's command in this process, where its words and its exit code are what matters: a program of its own
 * takes a third of a second of processor time to start. It has no standard input.
 */
export async function runCommandHere(env: Record<string, string>, [name = "", ...args]: string[]): Promise<CliOutcome> {
  let [out, err] = ["", ""];
  // Reading the environment changes it for the whole process, which goes on with other tests.
  const mask = process.umask();
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      out += chunk;
      return true;
    }),
    vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      err += chunk;
      return true;
    }),
  ];
  try {
    const command = commands[name];
    const code = command ? await runCommand(env, command, args) : null;
    return { code, out, err };
  } finally {
    process.umask(mask);
    for (const spy of spies) spy.mockRestore();
  }
}
