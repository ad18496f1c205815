import type { BrowserContext, Page } from "@playwright/test";
import { addAccount } from "#features/identity/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { type Editor, openAdmin, ownComplaints, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

const REFRESH = "**/api/token/refresh/";

const login = (page: Page) => page.getByRole("heading", { name: "Admin Login" });
const dashboard = (page: Page) => page.getByRole("heading", { name: "Admin Dashboard" });
const bio = (page: Page) => page.getByRole("textbox", { name: "Bio" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const storedTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("access_token"), localStorage.getItem("refresh_token")]);

async function logIn(page: Page, { email, password }: Pick<Editor, "email" | "password">): Promise<void> {
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

/** Counts the refreshes of all tabs. */
async function countRefreshes(context: BrowserContext): Promise<() => number> {
  let count = 0;
  await context.route(REFRESH, (route) => {
    count += 1;
    return route.continue();
  });
  return () => count;
}

async function saveBio(page: Page, words: string): Promise<void> {
  await bio(page).fill(words);
  await button(page, "Update Profile").click();
}

test.describe("without a token", () => {
  test.use({ isLoggedIn: false });

  test("the login screen checks its fields before it sends them, and fits 320 px without axe violations", async ({
    page,
    editor,
    complaints,
  }) => {
    let requests = 0;
    await page.route("**/api/token/", (route) => {
      requests += 1;
      return route.continue();
    });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto("/admin");
    await button(page, "Log In").click();
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    expect(await overflowOf(page)).toBe(0);
    await expectNoViolations(page);
    await logIn(page, { email: "nobody", password: "words" });
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    await logIn(page, { email: editor.email, password: "" });
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    expect(requests).toBe(0);
    await logIn(page, editor);
    await expect(dashboard(page)).toBeFocused();
    expect(ownComplaints(complaints)).toEqual([]);
  });
});

test("tabs share a refresh, a logout, and the account that logs in after it", async ({
  page,
  context,
  editor,
  store,
}) => {
  await openAdmin(page, "Author Profile");
  const other = await context.newPage();
  await openAdmin(other);
  const refreshes = await countRefreshes(context);
  for (const words of ["First", "Second", "Third"]) {
    await spoilAccess(page);
    const listed = other.waitForResponse((response) => /\/api\/articles\/\?/.test(response.url()) && response.ok());
    await Promise.all([saveBio(page, words), button(other, "Refresh Articles").click()]);
    await expect(toastOf(page, "Profile updated")).toBeVisible();
    await listed;
    for (const tab of [page, other]) await expect(dashboard(tab)).toBeVisible();
  }
  expect(refreshes()).toBe(3);
  expect(await storedTokens(other)).toEqual(await storedTokens(page));
  await bio(page).fill("Unsaved");
  await button(other, "Log Out").click();
  await expect(login(page)).toBeVisible();

  await test.step("another account starts with a fresh dashboard in every tab", async () => {
    const guest = { email: `guest.of.${editor.email}`, password: "password of a guest", name: "Guest" };
    await addAccount(store.database, store.clock, operator, { ...guest, role: "editor" });
    await logIn(other, guest);
    await expect(dashboard(other)).toBeVisible();
    const panel = page.getByRole("tabpanel", { name: "Author Profile" });
    await expect(panel.getByText("Guest", { exact: true })).toBeVisible();
    await expect(bio(page)).toHaveValue("");
  });
});
