import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_PATIENCE = 120_000;

/** A running production server of the built code. */
export type ServerProcess = {
  url: string;
  pid: number;
  dataDir: string;
  output: () => string;
  stop: () => Promise<number | null>;
  /** As if the power were cut. */
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
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const url = `http://localhost:${port}`;
  await waitUntilServing(url, exited, () => output);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    kill() {
      child.kill("SIGKILL");
      return exited;
    },
  };
}

async function waitUntilServing(url: string, exited: Promise<number | null>, output: () => string): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + START_PATIENCE;
  while (!ended && Date.now() < deadline) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not start:\n${output()}`);
}
