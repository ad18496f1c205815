import { spawn } from "node:child_process";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "..", "..", "dist", "server", "cli.js");

export type CliOutcome = { code: number | null; out: string; err: string };

/** Runs an operator's command of the built program. `killAt`: dies by `kill -9` once it has printed that. */
export function runCli(env: Record<string, string>, args: string[], killAt?: string): Promise<CliOutcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, ...env } });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (killAt && out.includes(killAt)) child.kill("SIGKILL");
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("close", (code) => resolve({ code, out, err }));
  });
}
