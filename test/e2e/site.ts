import { rmSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { guardPublication } from "#app/subscribers.ts";
import { openDatabase } from "#db/open-database.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { systemClock } from "#platform/clock.ts";
import { openContent } from "../support/content.ts";
import { copyFirstEdition } from "../support/first-edition.ts";
import { copyPostgresEdition } from "../support/postgres-edition.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

type PageFixtures = {
  /** What the page logged: console errors and warnings, uncaught errors, policy violations. Must stay empty. */
  complaints: string[];
};
type WorkerFixtures = {
  /** What the site stores its content in: a project's, see playwright.config.ts. */
  engine: "sqlite" | "postgres";
  /** The variables that name its database, a copy of the first edition's; none for that in the site's folder. */
  databaseEnv: { DATABASE_URL?: string };
  site: ServerProcess;
  /** The running site's database, opened a second time, as an editor's other process would. */
  store: ArticleStore;
};

/** End-to-end tests against a server of their own worker, on a copy of the first edition. */
export const test = base.extend<PageFixtures, WorkerFixtures>({
  engine: ["sqlite", { option: true, scope: "worker" }],
  databaseEnv: [
    async ({ engine }, use) => {
      if (engine === "sqlite") return use({});
      const copy = await copyPostgresEdition();
      await use({ DATABASE_URL: copy.url });
      await copy.drop();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ databaseEnv }, use) => {
      const dataDir = copyFirstEdition();
      const server = await startServer({ dataDir, env: databaseEnv });
      await use(server);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  store: [
    async ({ site, databaseEnv: { DATABASE_URL: url } }, use) => {
      const content = openContent();
      const database = await openDatabase(
        url ? { engine: "postgres", url } : { engine: "sqlite", path: join(site.dataDir, "jarida.db") },
      );
      await use({ database, clock: systemClock, content, guardPublication });
      await content.close();
      await database.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        const isComplaint = message.type() === "error" || message.type() === "warning";
        // As playwright.config.ts tells it to.
        if (isComplaint && message.text() !== "Service Worker registration blocked by Playwright")
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(complaints);
    },
    { auto: true },
  ],
});

export const { expect } = test;
