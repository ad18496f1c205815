import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const CLIENT = join(ROOT, "clients", "typescript");
const TOOLS = join(ROOT, "node_modules", ".bin");

/** Variables with this project's tools first in the path, and without a way to a registry. */
export const environmentOf = (folder: string): Record<string, string | undefined> => ({
  // npm passes its own settings on to what it runs.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  PATH: [TOOLS, dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: folder,
  npm_config_cache: join(folder, ".npm"),
  npm_config_registry: "http://127.0.0.1:9/",
  npm_config_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
});

/** Runs a program in a folder to its end; returns what it printed. */
export async function runOffline(folder: string, program: string, args: string[], env: Record<string, string> = {}) {
  const all = { cwd: folder, env: { ...environmentOf(folder), ...env } };
  return (await promisify(execFile)(program, args, all)).stdout;
}

/** An empty folder, which is removed when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Packed = { archive: string; files: string[] };
let packed: Promise<Packed> | undefined;

/** The archive of the client, and the files in it. Made once, in a copy of its folder, as other processes do the same. */
export function packClient(): Promise<Packed> {
  packed ??= pack();
  return packed;
}

async function pack(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-pack-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(CLIENT, folder, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  // Before the list, npm prints what its scripts print.
  const [made] = JSON.parse((await runOffline(folder, "npm", ["pack", "--json"])).replace(/^[^[]*(?=\[)/, ""));
  const { filename, files } = made as { filename: string; files: { path: string }[] };
  return { archive: join(folder, filename), files: files.map(({ path }) => path).sort() };
}
