import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { patient, slownessInWords } from "./slowness.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_TIMEOUT_MS = patient(120_000);

/** A running production server of the built code, with its supervisor. */
export type ServerProcess = {
  url: string;
  /** The supervisor's. */
  pid: number;
  dataDir: string;
  output: () => string;
  stop: () => Promise<number | null>;
  /** As in a power cut: all its processes die at once. */
  kill: () => Promise<number | null>;
};

/** `program`: the folder of the build, if not the project's. */
type Settings = { dataDir: string; env?: Record<string, string>; program?: string };

/** A free port may be taken before the server listens: it then tries another. */
const MAX_PORTS = 5;

/** Starts the built server on a free port and waits until it serves. */
export async function startServer(settings: Settings, findPort = freePort): Promise<ServerProcess> {
  for (let tried = 1; ; tried++) {
    try {
      return await startOn(await findPort(), settings);
    } catch (error) {
      if (!(error instanceof PortTakenError) || tried === MAX_PORTS) throw error;
    }
  }
}

class PortTakenError extends Error {}

async function startOn(port: number, settings: Settings): Promise<ServerProcess> {
  const { child, killGroup, output, exited } = launch(port, settings);
  try {
    await waitUntilServing(port, exited, output);
  } catch (error) {
    killGroup();
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    dataDir: settings.dataDir,
    output,
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    kill() {
      killGroup();
      return exited;
    },
  };
}

/** Starts the built server and kills it, with all its processes, after some milliseconds; returns what it printed. */
export async function startAndKill(settings: Settings, after: number): Promise<string> {
  const { killGroup, output, exited } = launch(await freePort(), settings);
  await new Promise((resolve) => setTimeout(resolve, after));
  killGroup();
  await exited;
  return output();
}

function launch(port: number, { dataDir, env = {}, program = join(ROOT, "dist") }: Settings) {
  const child = spawn(process.execPath, [join(program, "server/main.js")], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      // Ignores a settings file of the person who runs the tests.
      ENV_FILE: "/dev/null",
      // No access to the outside: the discard port stands in for an unreachable exchange.
      MARKET_DATA_URL: "http://127.0.0.1:9/",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that all of it can be killed at once.
    detached: true,
  });
  const killGroup = () => {
    // Not again, if it has ended by itself.
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", killGroup);
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  // When the last of its output has been read.
  const exited = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      process.off("exit", killGroup);
      resolve(code);
    }),
  );
  return { child, killGroup, output: () => output, exited };
}

/**
 * Waits for the server's own message that it listens, then for its health: another server that has taken the same port
 * meanwhile would answer in its place, from another publication.
 */
async function waitUntilServing(port: number, exited: Promise<number | null>, output: () => string): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    if (new RegExp(` is at http://localhost:${port}\\b`).test(output())) {
      const response = await fetch(`http://localhost:${port}/healthz`).catch(() => null);
      if (response?.ok) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (output().includes(`PORT: ${port} is in use`)) throw new PortTakenError(output());
  const why = ended ? "ended" : `took longer than ${START_TIMEOUT_MS / 1000} s. ${slownessInWords()}`;
  throw new Error(`The server did not start: it ${why}\n${output()}`);
}
