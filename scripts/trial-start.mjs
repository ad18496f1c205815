/** The start of a new release before it comes into service, in plain JavaScript without packages. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ReleaseError } from "./releases.mjs";

const TRIAL_MS = 120_000;

/** Starts a release with an empty publication of its own on a spare port: throws unless it serves its home page with all that this needs. */
export async function tryOut(release) {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-trial-"));
  const port = await sparePort();
  const child = spawn(join(release, "node"), [join(release, "dist", "server", "server.js")], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_CONTENT: "0",
      ENV_FILE: "/dev/null",
      LOG_LEVEL: "error",
      STAGING: "on",
      MARKET_DATA_URL: "http://127.0.0.1:9/",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise((done) => child.once("exit", done));
  try {
    const page = await firstPage(port, child);
    const failed = page === undefined ? "/" : await firstMissing(port, assetsIn(page));
    if (failed) throw new ReleaseError(`The new version does not serve ${failed}. Nothing was changed.\n${output}`);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The styles, scripts and fonts that a page names, in attributes with one address or several. */
const assetsIn = (page) => [...new Set(page.split(/["\s]/).filter((part) => part.startsWith("/assets/")))];

/** The first of some addresses that is not served; "/assets/" if there is none. */
async function firstMissing(port, addresses) {
  if (!addresses.some((address) => address.endsWith(".js"))) return "/assets/";
  for (const address of addresses) {
    const response = await fetch(`http://127.0.0.1:${port}${address}`).catch(() => null);
    if (!response?.ok) return address;
  }
  return undefined;
}

async function firstPage(port, child) {
  for (const giveUp = Date.now() + TRIAL_MS; Date.now() < giveUp && child.exitCode === null; await wait(100)) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (response) return response.ok ? response.text() : undefined;
  }
  return undefined;
}

const sparePort = () =>
  new Promise((done, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
