import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isNew, type SeedParts, seedEdition, seedFoundation } from "#app/demo/seed.ts";
import { guardPublication } from "#app/subscribers.ts";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { ensureFirstAccount } from "#features/identity/accounts/commands.ts";
import type { Images } from "#platform/images.ts";
import { testClock } from "./clock.ts";
import { openContent } from "./content.ts";

const DEMO = join(import.meta.dirname, "..", "..", "demo");
/** Articles of the edition that take part: all of them would take long. */
export const EDITION = 5;
export const FIRST = { email: "first@news.example", name: "Nomsa Dube", password: undefined };

/** Collects what the operator is told of the first account. */
export const telling = (announced: string[], warnings: string[] = []) => ({
  announce: (password: string) => void announced.push(password),
  warn: (reason: string) => void warnings.push(reason),
});

/** The first edition with a few of its articles. */
export function shortEdition(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-edition-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "articles"));
  const articles = readdirSync(join(DEMO, "articles")).slice(0, EDITION);
  const others = readdirSync(DEMO).filter((name) => name !== "articles");
  for (const name of [...others, ...articles.map((article) => join("articles", article))])
    symlinkSync(join(DEMO, name), join(folder, name));
  return folder;
}

/** Pictures are not what is tested here, and take long. */
const images: Images = {
  master: async () => ({ data: new Uint8Array(1), width: 1, height: 1, format: "jpg" }),
  variant: async () => new Uint8Array(1),
  crop: async () => new Uint8Array(1),
  icon: async () => new Uint8Array(1),
  card: async () => new Uint8Array(1),
  typeface: () => Promise.reject(new Error("not asked for")),
  close: () => undefined,
};
const storage: SeedParts["storage"] = {
  put: async () => undefined,
  read: async () => null,
  removeFolder: async () => undefined,
  list: async function* () {},
  remove: async () => undefined,
};
export const partsOf = (database: Database): SeedParts => ({
  database,
  clock: testClock(),
  storage,
  images,
  guardPublication,
  content: openContent(),
});

/** What a first start does, except for the pictures; returns the passwords that were announced. */
export async function start(database: Database, edition: string): Promise<string[]> {
  const announced: string[] = [];
  await migrate(database);
  await database.maintenance(async (withoutTimeouts) => {
    const parts = partsOf(withoutTimeouts);
    await seedFoundation(parts);
    if (await isNew(withoutTimeouts)) await seedEdition(parts, edition);
    await ensureFirstAccount(withoutTimeouts, parts.clock, FIRST, telling(announced));
  });
  return announced;
}
