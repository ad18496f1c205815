import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Stream } from "node:stream";
import { parseEnv } from "node:util";
import { logLine } from "./log-line.ts";

/** The supervised process's message once it serves. */
export const SERVING = "serving";

/** The message to a process whose successor serves. */
export const HANDED_OVER = "handed over";
/** The variable with the number of the socket that a process takes over from its predecessor. */
export const SOCKET_VARIABLE = "JARIDA_SOCKET";
/** That number: the first after the standard ones and the channel. */
const SOCKET_FD = 4;

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
/** How long a successor may take to serve, in milliseconds: a migration may be part of it. */
const MAX_START_MS = 30 * 60_000;
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
 *
 * A start fills 45 MB and hardly anything of it is garbage: collecting before that would be a fifth of its processor time.
 */
const HEAP_OPTIONS = [
  "--max-semi-space-size=4",
  "--heap-growing-percent=100",
  "--no-memory-reducer-favors-memory",
  "--initial-heap-size=64",
];

/** A server's program: its file in a build, and the Node that runs it. */
export type Program = { node: string; program: string };

type Settings = Program & {
  /** Finds the program that a new process runs, which an update may have replaced; by default it stays the same. */
  findProgram?: () => Program;
  /** Stops the server when the process that started this one is gone. */
  followParent?: boolean;
};

/** A listening socket that a server passes on to its successor. Nothing is accepted here. */
type ListeningSocket = { close: () => void };
/** A process of the server, until it has ended. */
type Server = Program & { child: ChildProcess; servingSince?: number; socket?: ListeningSocket | undefined };

/**
 * Runs the server in a child process until a signal arrives, and restarts it when it dies: immediately, and with
 * growing delays if it keeps dying. A failed first start is not repeated; its exit code becomes ours. SIGTERM, SIGINT
 * and SIGHUP stop the server, and the exit code is then its own. SIGUSR2 replaces it by the program that is now in
 * place, without losing a connection. Small on purpose: it only waits, in as little memory as Node needs, and nothing
 * here may fail.
 */
export function supervise({ node, program, findProgram, followParent = false }: Settings): void {
  const own = { node, program };
  const supervision = new Supervision(own, () => findProgram?.() ?? own);
  const stop = () => supervision.stop();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
  process.on("SIGUSR2", () => supervision.replace());
  if (followParent) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, PARENT_INTERVAL_MS).unref();
  }
}

class Supervision {
  private hasServed = false;
  private stopping = false;
  private delay = 0;
  /** All processes, those included that finish their last requests after a hand-over. */
  private readonly servers = new Set<Server>();
  private server: Server;
  private successor: Server | undefined;
  /** The program to start as soon as the server has ended, which cannot hand over to it. */
  private next: Program | undefined;
  private readonly findProgram: () => Program;

  constructor(first: Program, findProgram: () => Program) {
    this.findProgram = findProgram;
    this.server = this.start(first);
  }

  private start(chosen: Program, socket?: ListeningSocket): Server {
    const child = spawn(chosen.node, [...HEAP_OPTIONS, ...process.execArgv, chosen.program], {
      // Node passes on the handle of anything that has one.
      stdio: ["inherit", "inherit", "inherit", "ipc", ...(socket ? [socket as unknown as Stream] : [])],
      env: { ...environment(chosen.program), ...(socket && { [SOCKET_VARIABLE]: String(SOCKET_FD) }) },
    });
    const own: Server = { ...chosen, child };
    this.servers.add(own);
    let ended = false;
    const end = (reason: string, code: number) => {
      if (ended) return;
      ended = true;
      this.servers.delete(own);
      own.socket?.close();
      this.onEnd(own, reason, code);
    };
    child.on("message", (message, sent) => {
      if (message !== SERVING) return;
      this.hasServed = true;
      own.servingSince = Date.now();
      own.socket = sent as ListeningSocket | undefined;
      if (own === this.successor) this.handOver(own);
    });
    child.once("error", (error) => end(error.message, 1));
    child.once("exit", (code, signal) =>
      // Killed by our own signal before it could handle it: it stopped as intended.
      end(signal ?? `exit code ${code}`, code ?? (this.stopping && signal !== "SIGKILL" ? 0 : 1)),
    );
    return own;
  }

  private onEnd(own: Server, reason: string, code: number): void {
    if (this.stopping) {
      if (own === this.server) process.exitCode = Math.min(code, 1);
      if (this.servers.size === 0) process.exit();
    } else if (own === this.successor) {
      this.successor = undefined;
      report("the new program could not start, and the former one goes on", { reason });
      this.server.child.send({ failedHandOver: reason }, () => undefined);
    } else if (own === this.server) {
      this.restart(own, reason, code);
    }
  }

  private restart({ servingSince }: Server, reason: string, code: number): void {
    if (this.next) {
      this.server = this.start(this.next);
      this.next = undefined;
      return;
    }
    if (this.successor) {
      this.server = this.successor;
      this.successor = undefined;
      return;
    }
    if (code === 0 || !this.hasServed) process.exit(code);
    if (servingSince !== undefined && Date.now() - servingSince > MIN_UPTIME_MS) this.delay = 0;
    const max = servingSince === undefined ? MAX_DELAY_AFTER_FAILED_START_MS : MAX_DELAY_AFTER_SERVING_MS;
    const wait = Math.min(this.delay, max);
    report("the server exited and will be restarted", { reason, delay: wait });
    setTimeout(() => {
      if (!this.stopping) this.server = this.start(this.findProgram());
    }, wait);
    this.delay = Math.max(MIN_RESTART_DELAY_MS, wait * 2);
  }

  /** The successor serves: the former process accepts nothing more, and ends after its last response. */
  private handOver(own: Server): void {
    const former = this.server;
    this.server = own;
    this.successor = undefined;
    // A primary of workers has no handle of the socket that it has taken over.
    if (!own.socket) [own.socket, former.socket] = [former.socket, undefined];
    former.child.send(HANDED_OVER, () => undefined);
    setTimeout(() => former.child.kill("SIGKILL"), STOP_TIMEOUT_MS).unref();
  }

  /** Replaces the server by the program that is now in place. */
  replace(): void {
    const { server } = this;
    if (this.stopping || this.successor || this.next || !this.servers.has(server)) return;
    const chosen = this.findProgram();
    if (server.socket && takesOver(chosen.program)) {
      const own = this.start(chosen, server.socket);
      this.successor = own;
      setTimeout(() => {
        if (own === this.successor) own.child.kill("SIGKILL");
      }, MAX_START_MS).unref();
    } else {
      this.next = chosen;
      server.child.kill("SIGTERM");
      setTimeout(() => server.child.kill("SIGKILL"), STOP_TIMEOUT_MS).unref();
    }
  }

  stop(): void {
    if (this.stopping) return;
    this.stopping = true;
    if (this.servers.size === 0) process.exit(0);
    const all = [...this.servers];
    for (const { child } of all) child.kill("SIGTERM");
    setTimeout(() => {
      for (const { child } of all) child.kill("SIGKILL");
    }, STOP_TIMEOUT_MS);
  }
}

/** Whether a program can take a socket over: those of the first versions can't. Its supervisor is next to it. */
function takesOver(program: string): boolean {
  try {
    return readFileSync(join(dirname(program), "supervisor.js"), "utf8").includes(SOCKET_VARIABLE);
  } catch {
    return false;
  }
}

/**
 * The program of the release that `current` next to the folder of releases leads to; undefined if `folder`, the folder
 * of a program, is no release.
 */
export function currentProgram(folder: string): Program | undefined {
  if (basename(dirname(folder)) !== "releases") return undefined;
  try {
    const release = realpathSync(join(folder, "..", "..", "current"));
    return { node: realpathSync(join(release, "node")), program: join(release, "dist", "server", "server.js") };
  } catch {
    return undefined;
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
    ...(takesOver(program) ? {} : readSettingsFile()),
    ...process.env,
  };
}

/** The settings file, which programs of the first versions do not read; empty if there is none. */
function readSettingsFile(): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(process.env.ENV_FILE || ".env", "utf8"));
  } catch {
    return {};
  }
}

const FATAL = 60;

const report = (sentence: string, details: { reason?: string; delay?: number } = {}): void =>
  logLine(FATAL, sentence, details);
