import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

const table = (page: Page): Locator => page.getByRole("table", { name: "Articles" });

const REFRESH = "**/api/token/refresh/";

const login = (page: Page) => page.getByRole("heading", { name: "Admin Login" });
const bio = (page: Page) => page.getByRole("textbox", { name: "Bio" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function logIn(
  page: Page,
  { email, password }: Pick<{ email: string; password: string }, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Log In").click();
}

/** The token after 15 minutes: of the same account, and expired. */
const spoilAccess = (page: Page) =>
  page.evaluate(() => {
    const [head, claims] = (localStorage.getItem("access_token") ?? "").split(".");
    localStorage.setItem("access_token", `${head}.${claims}.spoiled`);
  });

/** Opens the ad spaces and waits for all requests that the dashboard makes by itself: later ones are the test's own. */
async function openAdSpaces(page: Page): Promise<void> {
  await openAdmin(page);
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  await page.getByRole("tab", { name: "Ad Management", exact: true }).click();
  await expect(page.getByRole("cell", { name: "Article Sidebar", exact: true })).toBeVisible();
}

/**
 * Invalidates both tokens, as a password change elsewhere does. A call that is still in flight, or begins between the
 * two, would show the login screen before the test continues: nothing may be requested at this moment.
 */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [head, claims] = (localStorage.getItem("access_token") ?? "").split(".");
    localStorage.setItem("access_token", `${head}.${claims}.spoiled`);
    localStorage.setItem("refresh_token", "spent.long.ago");
  });
}

async function saveBio(page: Page, words: string): Promise<void> {
  await bio(page).fill(words);
  await button(page, "Update Profile").click();
}

test("a refresh whose response was lost does not end the session", async ({ page }) => {
  await openAdmin(page, "Author Profile");
  await expect(bio(page)).toBeVisible();
  await spoilAccess(page);
  let isFirst = true;
  await page.route(REFRESH, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    // The server has exchanged the token; the response is lost.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await saveBio(page, "Came through");
  await expect(toastOf(page, "Profile updated")).toBeVisible();
  await expect(login(page)).toHaveCount(0);
});

test("an open dialog does not block the login screen, and is open again afterwards", async ({ page, editor }) => {
  await openAdSpaces(page);
  await button(page, "Delete Article Sidebar").click();
  const dialog = page.getByRole("dialog", { name: "Delete this ad space?" });
  await endSession(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(login(page)).toBeVisible();
  await logIn(page, editor);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("cell", { name: "Article Sidebar", exact: true })).toBeVisible();
});

test("without a refresh token the first rejected call ends the session", async ({ page, complaints }) => {
  await openAdSpaces(page);
  await page.evaluate(() => localStorage.removeItem("refresh_token"));
  await spoilAccess(page);
  await page.getByRole("tab", { name: "Articles" }).click();
  await button(page, "Refresh Articles").click();
  await expect(login(page)).toBeVisible();
  expect(complaints.join("\n")).toContain("No refresh token found");
});

test("lists that failed because the session had ended are loaded again after logging in", async ({ page, editor }) => {
  await openAdmin(page);
  await expect(table(page)).toHaveAttribute("aria-busy", "false");
  await endSession(page);
  await page.getByRole("tab", { name: "Ad Management" }).click();
  await logIn(page, editor);
  await expect(page.getByRole("cell", { name: "Article Sidebar", exact: true })).toBeVisible();
});
