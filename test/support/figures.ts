import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { startServer } from "./server-process.ts";

export const METRICS_TOKEN = "a-token-of-sixteen-characters";

/** A server that serves its figures, and how they are read. */
export async function startWithFigures(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-metrics-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0", METRICS_PORT: String(port), ...env } });
  onTestFinished(async () => void (await server.stop()));
  const figures = `http://127.0.0.1:${port}/metrics`;
  const read = async () => (await fetch(figures, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  return { server, figures, read };
}

/** The sum of a metric's values whose labels contain all of these. */
export function sumOf(text: string, name: string, ...labels: string[]): number {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const chosen = lines.filter((line) => labels.every((label) => line.includes(label)));
  return chosen.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
