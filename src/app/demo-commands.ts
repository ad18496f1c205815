import { join } from "node:path";
import { parseArgs } from "node:util";
import { CommandError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { inOneLine } from "./backup-commands.ts";
import { generateArticles } from "./demo/generate.ts";
import { removeEdition } from "./demo/remove.ts";
import { seedFoundation } from "./demo/seed.ts";
import { closeStores, openStores, type Stores, workersIn } from "./services.ts";

export const DEMO_USAGE = "remove [--edited]|--articles N";

const MAX_GENERATED = 1_000_000;

/** `demo`: returns the exit code. `programs` is the folder of the built commands. Safe to use while the server runs. */
export function runDemoCommand(env: Env, args: string[], programs: string): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { articles: { type: "string" }, edited: { type: "boolean", default: false } },
    });
    const folder = join(programs, "..", "..", "demo");
    if (positionals.length === 0) {
      const count = articleCount(values.articles);
      return withStores(env, programs, (stores) => generate(stores, { folder, programs, count }));
    }
    if (positionals.join(" ") !== "remove" || values.articles !== undefined)
      throw new CommandError(`Usage: npm run jarida -- demo ${DEMO_USAGE}`);
    return withStores(env, programs, (stores) => remove(stores, folder, values.edited));
  });
}

async function withStores<T>(env: Env, programs: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(env, workersIn(programs));
  try {
    return await work(stores);
  } finally {
    await closeStores(stores);
  }
}

/** Throws CommandError. */
function articleCount(given = ""): number {
  const count = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > MAX_GENERATED)
    throw new CommandError(`--articles must be a whole number from 1 to ${MAX_GENERATED}.`);
  return count;
}

async function generate(stores: Stores, options: { folder: string; programs: string; count: number }): Promise<string> {
  await seedFoundation(stores);
  const started = performance.now();
  await generateArticles(stores, options);
  return `${options.count} articles in ${((performance.now() - started) / 1000).toFixed(1)} s`;
}

async function remove(stores: Stores, folder: string, alsoEdited: boolean): Promise<string> {
  const { articles, authors, pictures, edited } = await removeEdition(stores, folder, alsoEdited);
  const removed = `Removed the first edition: ${articles} articles, ${authors} authors and ${pictures} pictures.`;
  if (edited.length === 0) return removed;
  const kept = edited.map((title) => `  ${title}`).join("\n");
  return `${removed}\nArticles that people have edited were kept (--edited removes them too):\n${kept}`;
}
