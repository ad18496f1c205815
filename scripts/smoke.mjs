/** Starts the publication as a new user would, by `npm start` in an empty folder, reads its home page, and stops it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./project.mjs";

const PORT = 4580;
const TIMEOUT_MS = 180_000;

const dataDir = mkdtempSync(join(tmpdir(), "jarida-smoke-"));
const child = spawn("npm", ["start"], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
  stdio: ["ignore", "inherit", "inherit"],
});
const exited = new Promise((resolve) => child.once("exit", resolve));
let ended = false;
void exited.then(() => {
  ended = true;
});

async function homePage() {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    const response = await fetch(`http://localhost:${PORT}/`).catch(() => null);
    if (response) return { status: response.status, text: await response.text() };
    await sleep(200);
  }
  return { status: 0, text: "" };
}

const { status, text } = await homePage();
const answers = status === 200 && text.includes("Latest Articles") && text.includes('href="/article/');
child.kill("SIGTERM");
const isGone = async () => {
  await exited;
  // npm may be gone while the server is still running.
  while (await fetch(`http://localhost:${PORT}/healthz`).catch(() => null)) await sleep(200);
  return true;
};
const stopped = await Promise.race([isGone(), sleep(10_000).then(() => false)]);
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(
  `production start: home page ${status}${answers ? "" : " without its articles"}, ${stopped ? "stopped" : "did not stop"}\n`,
);
process.exit(answers && stopped ? 0 : 1);
