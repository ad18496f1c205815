import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_TIMEOUT_MS = 120_000;

/** A running production server of the built code, with its supervisor. */
export type ServerProcess = {
  url: string;
  /** The supervisor's. */
  pid: number;
  dataDir: string;
  output: () => string;
  stop: () => Promise<number | null>;
  /** As if the power were cut: every process of it dies at once. */
  kill: () => Promise<number | null>;
};

type Settings = { dataDir: string; env?: Record<string, string> };

/** Starts the built server on a free port and waits until it serves. */
export async function startServer({ dataDir, env = {} }: Settings): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, "dist/server/main.js")], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      // Nothing of the outside: the discard port stands for an exchange that is away.
      MARKET_DATA_URL: "http://127.0.0.1:9/",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that all of it can be killed at one moment.
    detached: true,
  });
  const { pid = 0 } = child;
  const killGroup = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, "SIGKILL");
  };
  process.once("exit", killGroup);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const exited = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => {
      process.off("exit", killGroup);
      resolve(code);
    }),
  );
  const url = `http://localhost:${port}`;
  await waitUntilServing(url, exited, () => output);
  return {
    url,
    pid,
    dataDir,
    output: () => output,
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

async function waitUntilServing(url: string, exited: Promise<number | null>, output: () => string): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not start:\n${output()}`);
}
