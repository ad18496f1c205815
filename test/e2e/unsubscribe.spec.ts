import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ArticleStore } from "#features/articles/commands.ts";
import { unsubscribeToken } from "#features/newsletter/rules.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { holdCalls } from "./held-calls.ts";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

const CALL = "**/api/newsletter/unsubscribe/";
const toast = (page: Page) => page.locator("[data-sonner-toast]");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

const subscriber = async ({ database }: ArticleStore, email: string) =>
  database.db.selectFrom("subscriber").select(["id", "status"]).where("email", "=", email).executeTakeFirstOrThrow();

async function expectFarewell(page: Page): Promise<void> {
  // First of all, and in one look: it goes away by itself.
  await expect(toast(page)).toContainText(/Successfully unsubscribed.*You have been removed from our mailing list\./s);
  await expect(title(page)).toHaveText("Unsubscribed");
  await expect(page.getByRole("main").getByText(/sorry to see you go/i)).toBeVisible();
}

test("the link in a mail unsubscribes at once, and shows that it is working", async ({
  page,
  request,
  site,
  store,
}) => {
  const email = "by-link@jarida.example";
  await request.post(apiUrl.subscribe(), { data: { email } });
  const { id } = await subscriber(store, email);
  const token = unsubscribeToken(readFileSync(join(site.dataDir, "secret"), "utf8").trim(), id);
  const release = await holdCalls(page, CALL);
  await openPage(page, pageUrl.unsubscribe(token));
  await expect(title(page)).toHaveText("Unsubscribe from Newsletter");
  await expect(page.getByText("Processing your unsubscribe request...")).toBeVisible();
  expect((await subscriber(store, email)).status, "looking at the page alone changes nothing").toBe("active");
  release();
  await expectFarewell(page);
  expect((await subscriber(store, email)).status).toBe("unsubscribed");
});
