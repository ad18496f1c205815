import type { FullConfig } from "@playwright/test";
import { makeFirstEdition } from "../support/first-edition.ts";
import { startPostgresEdition } from "../support/postgres-edition.ts";

/** Sets up what must exist before the first test; returns what ends it. */
export default async function setup({ projects }: FullConfig): Promise<(() => Promise<void>) | undefined> {
  await makeFirstEdition();
  return projects.some(({ name }) => name === "postgres") ? startPostgresEdition() : undefined;
}
