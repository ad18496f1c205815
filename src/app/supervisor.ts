import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { logLine } from "./log-line.ts";

/** The supervised process's message once it serves. */
export const SERVING = "serving";

/** How long after a signal the process is killed, in milliseconds: just after its own limit. */
const STOP_TIMEOUT_MS = 9_800;
/**
 * Delays before a restart after a short run, in milliseconds: the first, doubled each time, up to one of these
 * maximums. If starts fail, little is lost by waiting; if they succeed, readers are served in between.
 */
const MIN_RESTART_DELAY_MS = 500;
const MAX_DELAY_AFTER_SERVING_MS = 1_000;
const MAX_DELAY_AFTER_FAILED_START_MS = 30_000;
/** A process that served for this long did not fail at its start, in milliseconds. */
const MIN_UPTIME_MS = 10_000;
/** How often to check that our parent is alive, in milliseconds. */
const PARENT_INTERVAL_MS = 500;

/**
 * Rendering makes much garbage, of which V8 would keep 150 MB on a machine with plenty of memory: a small young
 * generation, but large enough for what a page needs only while it is rendered, and an old one that is collected when
 * it has doubled. Collected at half as much again, it would take 40 MB less, and readers would wait for it more often
 * (p99 of an uncached article 41 ms instead of 32).
 *
 * In a quiet minute V8 collects again. As it does that by default, it also forgets the shapes of objects that nobody
 * holds just then, and with them optimized code: what is compiled after that serves a cached response 20 % slower
 * (25 µs of processor time instead of 21) for as long as the process runs.
 */
const HEAP_OPTIONS = ["--max-semi-space-size=4", "--heap-growing-percent=100", "--no-memory-reducer-favors-memory"];

type Settings = {
  /** The Node that runs the server. */
  node: string;
  /** The server's file in the build. */
  program: string;
  /** Stops the server when the process that started this one is gone. */
  followParent?: boolean;
};

/**
 * Runs the server in a child process until a signal arrives, and restarts it when it dies: immediately, and with
 * growing delays if it keeps dying. A failed first start is not repeated; its exit code becomes ours. SIGTERM, SIGINT
 * and SIGHUP stop the server, and the exit code is then its own. Small on purpose: it only waits, in as little memory
 * as Node needs, and nothing here may fail.
 */
export function supervise({ node, program, followParent = false }: Settings): void {
  let hasServed = false;
  let stopping = false;
  let delay = 0;
  let child = start();

  function start() {
    let servingSince: number | undefined;
    let ended = false;
    const began = spawn(node, [...HEAP_OPTIONS, ...process.execArgv, program], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: environment(program),
    });
    const end = (reason: string, code: number) => {
      if (ended) return;
      ended = true;
      if (stopping || code === 0 || !hasServed) process.exit(stopping ? Math.min(code, 1) : code);
      if (servingSince !== undefined && Date.now() - servingSince > MIN_UPTIME_MS) delay = 0;
      const max = servingSince === undefined ? MAX_DELAY_AFTER_FAILED_START_MS : MAX_DELAY_AFTER_SERVING_MS;
      const wait = Math.min(delay, max);
      report(reason, wait);
      setTimeout(() => {
        if (!stopping) child = start();
      }, wait);
      delay = Math.max(MIN_RESTART_DELAY_MS, wait * 2);
    };
    began.on("message", (message) => {
      if (message !== SERVING) return;
      hasServed = true;
      servingSince = Date.now();
    });
    began.once("error", (error) => end(error.message, 1));
    began.once("exit", (code, signal) =>
      // Killed by our own signal before it could handle it: it stopped as intended.
      end(signal ?? `exit code ${code}`, code ?? (stopping && signal !== "SIGKILL" ? 0 : 1)),
    );
    return began;
  }

  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  if (followParent) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, PARENT_INTERVAL_MS).unref();
  }
}

function environment(program: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "production",
    // V8's compile cache of the last start. It is stored in the build, since it is valid only for that build.
    NODE_COMPILE_CACHE: join(dirname(program), "..", ".compiled"),
    // glibc would never return what the compressing threads use once: a heap per thread, and large blocks.
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
    ...process.env,
  };
}

const FATAL = 60;

const report = (reason: string, delay: number): void =>
  logLine(FATAL, "the server exited and will be restarted", { reason, delay });
