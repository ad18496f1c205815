import { spawn } from "node:child_process";
import { join } from "node:path";

const SERVER = join(import.meta.dirname, "..", "..", "dist", "server");

/** The built server, and the operator's commands. */
export const MAIN_PROGRAM = join(SERVER, "main.js");
const CLI_PROGRAM = join(SERVER, "cli.js");

/** The exit code, null after a signal, and what was printed. */
export type CliOutcome = { code: number | null; out: string; err: string };

type Options = {
  /** Its standard input. */
  input?: string;
  /** It dies by `kill -9` once it has printed this. */
  killAt?: string;
  /** The Node that runs it. */
  node?: string;
};

/** Runs a built program to its end, with no variables but these and the path. */
export function runProgram(
  program: string,
  env: Record<string, string>,
  args: string[] = [],
  { input = "", killAt, node = process.execPath }: Options = {},
): Promise<CliOutcome> {
  return new Promise((resolve) => {
    const child = spawn(node, [program, ...args], {
      env: { PATH: process.env.PATH, ENV_FILE: "/dev/null", ...env },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (killAt && out.includes(killAt)) child.kill("SIGKILL");
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    // A program that ends without reading its input is no failure of the test.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

/** Runs an operator's command of the built program to its end. */
export const runCli = (env: Record<string, string>, args: string[], options?: Options): Promise<CliOutcome> =>
  runProgram(CLI_PROGRAM, env, args, options);
