import type { ArticleStore } from "#features/articles/commands.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const CALL = "**/api/newsletter/unsubscribe/";
const toast = (page: Page) => page.locator("[data-sonner-toast]");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

const subscriber = async ({ database }: ArticleStore, email: string) =>
  database.db.selectFrom("subscriber").select(["id", "status"]).where("email", "=", email).executeTakeFirstOrThrow();

test("an invalid link shows an error, and the address can be given instead", async ({ page, request, store }) => {
  const email = "by-address@jarida.example";
  await request.post(apiUrl.subscribe(), { data: { email } });
  await openPage(page, pageUrl.unsubscribe("1.not-a-token"));
  await expect(toast(page)).toContainText(/Unsubscribe failed.*This unsubscribe link is not valid\./s);
  await expect(title(page)).toHaveText("Unsubscribe from Newsletter");

  await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(title(page)).toHaveText("Unsubscribed");
  expect((await subscriber(store, email)).status).toBe("unsubscribed");
});

test("without a link it asks for the address, is busy while it is sent, and survives a failure", async ({ page }) => {
  await openPage(page, "/unsubscribe");
  await expect(title(page)).toHaveText("Unsubscribe from Newsletter");
  const field = page.getByRole("main").getByRole("textbox", { name: "Email" });
  const button = page.getByRole("main").getByRole("button");
  await button.click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await field.fill("no address");
  await button.click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  await expect(page.getByText("Unsubscribing...")).toHaveCount(0);

  const release = await holdCalls(page, CALL, (route) => route.abort("internetdisconnected"));
  await field.fill("somebody@jarida.example");
  await button.click();
  await expect(button).toHaveText("Unsubscribing...");
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();
  release();
  await expect(toast(page)).toContainText(/Unsubscribe failed.*nothing was sent/s);
  await expect(title(page)).toHaveText("Unsubscribe from Newsletter");
  await expect(field).toHaveValue("somebody@jarida.example");
  await expect(field).toBeFocused();
  await page.unroute(CALL);
  await button.click();
  await expect(title(page)).toHaveText("Unsubscribed");
});
