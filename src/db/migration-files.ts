import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Engine } from "./dialect.ts";

type Migration = {
  up: (db: Kysely<unknown>, engine: Engine) => Promise<void>;
  /** Whether the releases before it can run over its database, so that a rollback loses nothing. */
  isAdditive?: boolean;
};

const FOLDER = join(import.meta.dirname, "../../migrations");

/** Every migration by its name, in the order of their numbers. A build puts them into the bundle (vite.config.ts). */
export const MIGRATIONS: Record<string, Migration> = {};
for (const file of readdirSync(FOLDER).sort())
  if (file.endsWith(".ts")) MIGRATIONS[file.slice(0, -".ts".length)] = await import(join(FOLDER, file));
