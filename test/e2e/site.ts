import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { createListeners, type Listeners } from "#app/listeners.ts";
import { openDatabase } from "#db/open-database.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { systemClock } from "#platform/clock.ts";
import { openContent } from "../support/content.ts";
import { FIRST_EDITION } from "../support/first-edition.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

type PageFixtures = {
  /** What the page logged: console errors and warnings, uncaught errors, policy violations. Must stay empty. */
  complaints: string[];
};
type WorkerFixtures = {
  site: ServerProcess;
  /** The running site's database, opened a second time, as an editor's other process would. */
  store: ArticleStore & Listeners;
};

/** Journeys against a server of their own worker, on a copy of the first edition. */
export const test = base.extend<PageFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "jarida-site-"));
      cpSync(FIRST_EDITION, dataDir, { recursive: true });
      const server = await startServer({ dataDir });
      await use(server);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  store: [
    async ({ site }, use) => {
      const content = openContent();
      const database = await openDatabase({ engine: "sqlite", path: join(site.dataDir, "jarida.db") });
      await use({ database, clock: systemClock, content, ...createListeners(systemClock) });
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
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(complaints);
    },
    { auto: true },
  ],
});

export const { expect } = test;
