import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_PATIENCE = 120_000;

/** A running production server of the built code. */
export type ServerProcess = {
  url: string;
  dataDir: string;
  output: () => string;
  stop: () => Promise<number | null>;
  /** As if the power were cut. */
  kill: () => Promise<number | null>;
};

type Settings = { dataDir: string; env?: Record<string, string> };

/** A free port is only known to be free until somebody else takes it: a server that finds it taken tries another. */
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

async function startOn(port: number, { dataDir, env = {} }: Settings): Promise<ServerProcess> {
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
  try {
    await waitUntilServing(port, exited, () => output);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    url,
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

/**
 * Waits for the server's own word that it listens, then for its health: another server that has taken the same port
 * meanwhile would answer in its place, from another publication.
 */
async function waitUntilServing(port: number, exited: Promise<number | null>, output: () => string): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + START_PATIENCE;
  while (!ended && Date.now() < deadline) {
    if (output().includes(` is at http://localhost:${port}\n`)) {
      const response = await fetch(`http://localhost:${port}/healthz`).catch(() => null);
      if (response?.ok) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (output().includes(`PORT: ${port} is in use`)) throw new PortTakenError(output());
  throw new Error(`The server did not start:\n${output()}`);
}
