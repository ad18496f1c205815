import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
/** A script or style with the hash of its content in its name. */
const HASHED = /-([\w-]{8})\.(js|css)$/;
const TEXT = /\.(js|css|json|html)$/;

/** The migration that the other build has in addition. */
export const OTHER_MIGRATION = "9999-other-build";

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/**
 * Makes a build of another version from the project's: scripts and styles have other names, as after a change, and the
 * server has one more migration. Returns its folder, next to the project's packages, and a function that removes it.
 */
export function makeOtherBuild(): { program: string; remove: () => void } {
  const folder = mkdtempSync(join(ROOT, ".cache", "other-build-"));
  const program = join(folder, "dist");
  cpSync(join(ROOT, "dist"), program, { recursive: true });
  renameFiles(join(program, "client"));
  addMigration(join(program, "server", "chunks"));
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function renameFiles(client: string): void {
  const names = new Map<string, string>();
  for (const path of filesBelow(client)) {
    if (/\.(br|gz)$/.test(path)) rmSync(path);
    else if (HASHED.test(path)) names.set(basename(path), basename(path).replace(HASHED, "-$1-next.$2"));
  }
  for (const path of filesBelow(client).filter((file) => TEXT.test(file))) {
    let text = readFileSync(path, "utf8");
    for (const [name, next] of names) text = text.replaceAll(name, next);
    writeFileSync(path, text);
    const next = names.get(basename(path));
    if (next) renameSync(path, join(dirname(path), next));
  }
}

function addMigration(chunks: string): void {
  const chunk = filesBelow(chunks).find((path) => readFileSync(path, "utf8").includes("var MIGRATIONS = {"));
  if (!chunk) throw new Error("The server's bundle has no migrations.");
  const up = `async (db) => { await db.schema.alterTable("article").addColumn("other_build", "text").execute(); }`;
  const entry = `${JSON.stringify(OTHER_MIGRATION)}: { up: ${up} },`;
  const text = readFileSync(chunk, "utf8");
  // The last one, as migrations are applied in their order.
  const end = text.indexOf("\n};", text.indexOf("var MIGRATIONS = {"));
  writeFileSync(chunk, `${text.slice(0, end)},\n${entry}${text.slice(end)}`.replace(/,,\n/, ",\n"));
}
