import { execFile, spawn, spawnSync } from "node:child_process";
import { get } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "#test/support/free-port.ts";

export const ROOT = join(import.meta.dirname, "..", "..");
const START_TIMEOUT_MS = 120_000;
const POLL_INTERVAL = 5;
/** Characters of a failed program's output that are shown: its end, where the reason is. */
const SHOWN = 2_000;

/** A server in a separate process. */
export type Running = {
  url: string;
  pid: number;
  /** From spawning to the first 200 of `/`, in milliseconds. */
  startedIn: number;
  stop: () => Promise<void>;
};

/** Running process groups: however a measurement ends, none of them is left behind. */
const groups = new Set<number>();
process.on("exit", () => {
  for (const group of groups) process.kill(-group, "SIGTERM");
});

type Command = {
  program: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  /** The one processor to run on, counted from 0; where the machine cannot bind a program to one, any. */
  core?: number;
};

const canBind = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** The processors of a measurement with one for the server and another for the load generator. */
export const CORES = { server: 0, load: 1 } as const;

/** A program and its arguments, bound to a processor. `taskset` replaces itself by the program: the id stays. */
const bound = (core: number | undefined, program: string, args: string[]): [string, string[]] =>
  core !== undefined && canBind ? ["taskset", ["-c", String(core), program, ...args]] : [program, args];

/** Starts a server that reads PORT, on a free port of this machine, and waits until `/` answers 200. */
export async function startServing({ program, args, env, cwd = ROOT, core }: Command): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  // A process group of its own: anything that npm starts ends with it.
  const child = spawn(...bound(core, program, args), {
    cwd,
    detached: true,
    env: { ...cleanEnvironment(), NODE_ENV: "production", ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid) groups.add(child.pid);
  let output = "";
  let ended = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const exited = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
    });
    child.once("close", () => {
      ended = true;
      if (child.pid) groups.delete(child.pid);
      resolve();
    });
  });
  const url = `http://localhost:${port}`;
  const stop = async () => {
    if (!ended && child.pid) process.kill(-child.pid, "SIGTERM");
    await exited;
  };
  while (!(await answers(`http://127.0.0.1:${port}/`))) {
    if (ended) throw new Error(`${program} ${args.join(" ")} did not start:\n${output}`);
    if (performance.now() - began > START_TIMEOUT_MS) {
      await stop();
      throw new Error(`${program} ${args.join(" ")} did not serve within ${START_TIMEOUT_MS / 1000} s:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  return { url, pid: child.pid ?? 0, startedIn: performance.now() - began, stop };
}

/** Runs a program to its end and returns its output. Throws if it fails, unless `mayFail`. */
export function runToEnd({ program, args, env, cwd = ROOT, core }: Command, mayFail = false): string {
  const { status, stdout, stderr, error } = spawnSync(...bound(core, program, args), {
    cwd,
    encoding: "utf8",
    env: { ...cleanEnvironment(), ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0 && !mayFail)
    throw new Error(`${program} ${args.join(" ")} failed:\n${`${stdout}${stderr}`.slice(-SHOWN)}`);
  return stdout;
}

/** Runs a program while the measurement goes on. Returns its output. Throws if it fails. */
export async function runBeside({ program, args, env, cwd = ROOT, core }: Command): Promise<string> {
  const { stdout } = await promisify(execFile)(...bound(core, program, args), {
    cwd,
    env: { ...cleanEnvironment(), ...env },
  });
  return stdout;
}

/** The one process that a wrapper started. */
export function childOf(pid: number): number {
  const [child] = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
    .stdout.trim()
    .split("\n");
  if (!child) throw new Error(`Process ${pid} has started no other.`);
  return Number(child);
}

/** The process that started another one. */
export function supervisorOf(pid: number): number {
  return Number(spawnSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}

/** Resident memory of a process, and its peak, in bytes. The peak is known on Linux only. */
export function residentMemory(pid: number): { now: number; peak: number | undefined } {
  const columns = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  const peak = spawnSync("cat", [`/proc/${pid}/status`], { encoding: "utf8" }).stdout;
  const highWater = /VmHWM:\s+(\d+) kB/.exec(peak)?.[1];
  return { now: Number(columns) * 1024, peak: highWater ? Number(highWater) * 1024 : undefined };
}

/** CPU time that a process has used so far, in milliseconds; undefined without `/proc`. */
export function cpuTime(pid: number): number | undefined {
  const stat = spawnSync("cat", [`/proc/${pid}/stat`], { encoding: "utf8" }).stdout;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) && stat !== "" ? ticks * 10 : undefined;
}

/** The project's variables are set by the measurement: values from the caller's shell must not leak in. */
function cleanEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return { PATH, HOME, LANG, TMPDIR };
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode === 200));
    });
    request.once("error", () => resolve(false));
  });
}
