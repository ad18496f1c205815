import { rmSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { openDatabase } from "#db/open-database.ts";
import { systemClock } from "#platform/clock.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { copyFirstEdition } from "../support/first-edition.ts";
import { freePort } from "../support/free-port.ts";
import { makeOtherBuild, OTHER_MIGRATION } from "../support/other-build.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";
import { anotherBrowser, tokensOf } from "./admin.ts";
import { fields } from "./article-form.ts";
import { openPage, waitUntilHydrated } from "./open-page.ts";

type Publication = {
  url: string;
  dataDir: string;
  /** Stops the build in service and starts the other one at the same address, with the same data. */
  update: () => Promise<void>;
  /** The same back, as an operator does it: with the database as the older build knows it. */
  rollback: () => Promise<void>;
};
const EDITOR = { email: "amina@jarida.example", password: "correct horse battery", name: "Amina Otieno" };

async function openData(dataDir: string) {
  return openDatabase({ engine: "sqlite", path: join(dataDir, "jarida.db") });
}

/** Takes back the migration of the other build. */
async function undoMigration(dataDir: string): Promise<void> {
  const database = await openData(dataDir);
  const { schema } = database.db;
  await schema.alterTable("article").dropColumn("other_build").execute();
  const removed = database.db
    .deleteFrom("kysely_migration" as never)
    .where("name" as never, "=", OTHER_MIGRATION as never);
  expect((await removed.executeTakeFirst()).numDeletedRows).toBe(1n);
  await database.close();
}

const test = base.extend<{ publication: Publication }, { otherBuild: string }>({
  otherBuild: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern.
    async ({}, use) => {
      const { program, remove } = makeOtherBuild();
      await use(program);
      remove();
    },
    { scope: "worker" },
  ],
  publication: async ({ otherBuild }, use) => {
    const dataDir = copyFirstEdition();
    const database = await openData(dataDir);
    await addTestAccount(database, systemClock, { ...EDITOR, role: "chief" });
    await database.close();
    const port = await freePort();
    const start = (program?: string) => startServer({ dataDir, ...(program && { program }) }, async () => port);
    let server: ServerProcess = await start();
    /** As a week later, when the files of the former build are no longer served. */
    const stop = async () => {
      await server.stop();
      rmSync(join(dataDir, "assets"), { recursive: true, force: true });
    };
    await use({
      url: server.url,
      dataDir,
      async update() {
        await stop();
        server = await start(otherBuild);
      },
      async rollback() {
        await stop();
        await undoMigration(dataDir);
        server = await start();
      },
    });
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ publication }, use) => use(publication.url),
});

/** Counts the documents that a tab loads from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

/** By its name: until the next page can be shown, the heading is that of the page before. */
const mainHeading = (page: Page, name: string) =>
  page.getByRole("main").getByRole("heading", { level: 1, name, exact: true });
/** By keys: a pointer that comes to rest on another link of the next page would load that page's code in advance. */
const follow = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name, exact: true }).press("Enter");
const scriptsOf = (page: Page) => page.locator("script[data-scripts]").getAttribute("data-scripts");

test("a reader's tab goes on through an update and a rollback", async ({ page, publication, request }) => {
  await openPage(page, pageUrl.about());
  const older = await scriptsOf(page);
  await publication.update();
  const documents = countDocuments(page);
  await follow(page, "Contact");
  await expect(page).toHaveURL(pageUrl.contact());
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible();
  await expect(page).toHaveTitle(/^Contact/);
  expect(documents()).toBe(1);
  expect(await scriptsOf(page)).not.toBe(older);

  const [file] = (older ?? "").split(" ");
  expect((await request.get(file ?? "")).status()).toBe(404);

  // From here on the tab has the code of the build in service.
  await waitUntilHydrated(page);
  await follow(page, "Home");
  await expect(page.getByRole("region", { name: "Featured articles" })).toBeVisible();
  expect(documents()).toBe(1);

  await publication.rollback();
  await page.getByRole("banner").getByRole("link", { name: "Blockchain" }).click();
  await expect(page).toHaveURL(pageUrl.category("blockchain"));
  await expect(mainHeading(page, "Blockchain")).toBeVisible();
  expect(documents()).toBe(2);
  expect((await scriptsOf(page))?.split(" ")[0]).toBe(file);
  await page.goBack();
  await expect(page.getByRole("region", { name: "Featured articles" })).toBeVisible();
});

test("a reader's page whose code is broken is readable, and loaded once", async ({ page, publication }) => {
  await openPage(page, pageUrl.about());
  await publication.update();
  await page.route(/search-page-.*\.js$/, (route) => route.fulfill({ status: 404, json: {} }));
  const documents = countDocuments(page);
  await page.evaluate(() => {
    history.pushState(null, "", "/search?query=bitcoin");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(mainHeading(page, 'Search Results for "bitcoin"')).toBeVisible();
  await expect(page.getByText("Connection Error")).toHaveCount(0);
  // Longer than code that is missing is not requested again.
  await page.waitForTimeout(2_000);
  expect(documents()).toBe(1);
});

test("the newsletter's form of an older tab is sent without its code", async ({ page, publication }) => {
  await openPage(page, pageUrl.about());
  await publication.update();
  await page.getByRole("contentinfo").getByPlaceholder("Your email").fill("reader@jarida.example");
  await page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/subscribed|Thank you/i);
});

test("an editor's tab goes on through an update and a rollback, with the text that was not saved", async ({
  browser,
  publication: { url, update, rollback },
}) => {
  const tokens = await tokensOf(url, EDITOR);
  const context = await anotherBrowser(browser, url, tokens);
  const page = await context.newPage();
  const written = await context.request.post(apiUrl.articles(), {
    data: { title: "Written across versions", category: "Blockchain", status: "draft", content: "<p>Start.</p>" },
    headers: { authorization: `Bearer ${tokens.access}` },
  });
  const { id } = await written.json();
  await page.goto(adminUrl.article(id));
  await expect(fields(page).content).toBeVisible();

  const rejected = new RegExp(`/api/articles/${id}/draft/$`);
  await page.route(rejected, (route) => (route.request().method() === "PUT" ? route.abort() : route.fallback()));
  await fields(page).content.fill("Typed before the update.");
  await update();
  const documents = countDocuments(page);
  await page
    .getByRole("button", { name: /^(Cancel|All articles|Back)/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Media", exact: true }).click();
  // The head of the screen is there before its code.
  await expect.poll(documents).toBe(1);
  await expect(page.getByRole("heading", { name: "Media", exact: true })).toBeVisible();
  await page.unroute(rejected);
  await page.goto(adminUrl.article(id));
  await expect(fields(page).content).toHaveText("Typed before the update.");

  await fields(page).content.fill("Typed before the rollback.");
  await rollback();
  await page
    .getByRole("button", { name: /^(Cancel|All articles|Back)/ })
    .first()
    .click();
  const later = countDocuments(page);
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  await page.getByRole("link", { name: "Contact Us" }).click();
  await expect(page.getByRole("region", { name: "Edit page" }).getByRole("textbox", { name: "Text" })).toBeVisible();
  expect(later()).toBe(1);
  await page.goto(adminUrl.article(id));
  await expect(fields(page).content).toHaveText("Typed before the rollback.");
  await context.close();
});

test("a screen of the desk whose code is broken is loaded once, and says so", async ({
  browser,
  publication: { url },
}) => {
  const context = await anotherBrowser(browser, url, await tokensOf(url, EDITOR));
  const page = await context.newPage();
  await page.route(/\/assets\/admin\/library-.*\.js$/, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(pageUrl.admin());
  const documents = countDocuments(page);
  await page.getByRole("link", { name: "Media", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This screen failed" })).toBeFocused();
  await page.waitForTimeout(2_000);
  expect(documents()).toBe(1);
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByRole("table", { name: "Articles" })).toBeVisible();
  await context.close();
});
