import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const CLIENT = join(ROOT, "clients", "typescript");
const TOOLS = join(ROOT, "node_modules", ".bin");

/** Runs a program in a folder, with this project's tools and no way to a registry; returns what it printed. */
export async function runOffline(folder: string, program: string, args: string[], env: Record<string, string> = {}) {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: {
      PATH: [TOOLS, dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: folder,
      npm_config_cache: join(folder, ".npm"),
      npm_config_registry: "http://127.0.0.1:9/",
      npm_config_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
      ...env,
    },
  });
  return stdout;
}

/** An empty folder, which is removed when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Packs the client in a copy of its folder, as tests may run at the same time: the path of the archive, and its files. */
export async function packClient(): Promise<{ archive: string; files: string[]; size: number }> {
  const folder = emptyFolder();
  cpSync(CLIENT, folder, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  const [packed] = JSON.parse((await runOffline(folder, "npm", ["pack", "--json"])).replace(/^[^[]*(?=\[)/, ""));
  const { filename, files, size } = packed as { filename: string; files: { path: string }[]; size: number };
  return { archive: join(folder, filename), files: files.map(({ path }) => path).sort(), size };
}
