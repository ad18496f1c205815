import { describe } from "vitest";
import { setPassword } from "#features/identity/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { table } from "./article-form.ts";
import { holdAnswers, holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const loggedOut = test.extend({ isLoggedIn: false });

const REFRESH = "**/api/token/refresh/";

const login = (page: Page) => page.getByRole("heading", { name: "Admin Login" });
const dashboard = (page: Page) => page.getByRole("heading", { name: "Admin Dashboard" });
const bio = (page: Page) => page.getByRole("textbox", { name: "Bio" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const storedTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("access_token"), localStorage.getItem("refresh_token")]);

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

/** Counts the refreshes. */
async function countRefreshes(page: Page): Promise<() => number> {
  let count = 0;
  await page.route(REFRESH, (route) => {
    count += 1;
    return route.continue();
  });
  return () => count;
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

describe("without a token", () => {
  loggedOut(
    "logging in stores both tokens and opens the dashboard; logging out removes them",
    async ({ page, editor, request, complaints }) => {
      await page.goto("/admin");
      await expect(page).toHaveTitle(/^Admin Login/);
      await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
      const release = await holdCalls(page, "**/api/token/");
      await logIn(page, editor);
      await expect(button(page, "Logging In...")).toBeDisabled();
      release();
      // First of all: it goes away by itself.
      await expect(toastOf(page, "Login Successful")).toContainText("You are now logged in.");
      await expect(dashboard(page)).toBeFocused();
      await expect(page).toHaveTitle(/^Admin Dashboard/);
      expect(await storedTokens(page)).toEqual([expect.stringMatching(/^ey/), expect.stringMatching(/^ey/)]);
      const refresh = (await storedTokens(page))[1];

      await button(page, "Log Out").click();
      await expect(toastOf(page, "Logged Out")).toContainText("You have been logged out.");
      await expect(login(page)).toBeVisible();
      await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
      expect(await storedTokens(page)).toEqual([null, null]);
      // On the server too.
      await expect
        .poll(async () => (await request.post(editorApiUrl.tokenRefresh(), { data: { refresh } })).status())
        .toBe(401);
      await page.reload();
      await expect(login(page)).toBeVisible();
      expect(ownComplaints(complaints)).toEqual([]);
    },
  );

  loggedOut("a failed login says so, and keeps what was typed", async ({ page, editor }) => {
    await page.goto("/admin");
    await logIn(page, { email: editor.email, password: "wrong" });
    await expect(toastOf(page, "Login Failed")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(editor.email);
    await page.route("**/api/token/", (route) => route.abort("internetdisconnected"));
    await logIn(page, editor);
    await expect(toastOf(page, "Login Failed")).toContainText("Network Error");
    await page.unroute("**/api/token/");
    await logIn(page, editor);
    await expect(dashboard(page)).toBeVisible();
  });
});

test("requests that are rejected together share one refresh, and each is repeated once", async ({ page }) => {
  const refreshes = await countRefreshes(page);
  await page.goto("/about");
  await spoilAccess(page);
  const before = await storedTokens(page);
  const rejected: string[] = [];
  const responded: string[] = [];
  page.network.listen((request, response) => {
    const { pathname } = new URL(request.url());
    if (response?.status === 401) rejected.push(pathname);
    else if (pathname.startsWith("/api/")) responded.push(pathname);
  });
  await openAdmin(page);
  await page.getByRole("tab", { name: "Ad Management" }).click();
  await page.getByRole("tab", { name: "Author Profile" }).click();
  await expect(bio(page)).toBeVisible();
  await page.getByRole("tab", { name: "Ad Management" }).click();
  await expect(page.getByRole("cell", { name: "Article Sidebar", exact: true })).toBeVisible();
  expect(refreshes()).toBe(1);
  expect(rejected.length).toBeGreaterThan(0);
  // Nothing on the screen tells when the last of them has its response.
  for (const path of rejected) await expect.poll(() => responded).toContain(path);
  for (const path of rejected) expect(responded.filter((other) => other === path)).toHaveLength(1);
  const after = await storedTokens(page);
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

for (const [what, answer] of [
  ["away", "abort"],
  ["busy", { status: 503, json: { detail: "The database is away." } }],
  ["behind a page of another site", { status: 200, body: "<h1>Welcome to the airport</h1>" }],
] as const) {
  test(`a server that is ${what} does not end the session`, async ({ page }) => {
    await openAdmin(page, "Author Profile");
    await expect(bio(page)).toBeVisible();
    await page.route(REFRESH, (route) => (answer === "abort" ? route.abort() : route.fulfill(answer)));
    await spoilAccess(page);
    await saveBio(page, "Kept");
    await expect(toastOf(page, "Error updating profile")).toBeVisible();
    await expect(bio(page)).toHaveValue("Kept");
    await expect(login(page)).toHaveCount(0);
    await page.unroute(REFRESH);
    await button(page, "Update Profile").click();
    await expect(toastOf(page, "Profile updated")).toBeVisible();
  });
}

test("a session that ended shows the login screen, keeps what was typed, and continues after logging in", async ({
  page,
  store,
  editor,
  complaints,
}) => {
  // The last call of the dashboard's own: one that is rejected shows the login screen, too.
  const bell = page.waitForResponse("**/api/notifications/unread/");
  await openAdmin(page, "Author Profile");
  await bio(page).fill("Half a sentence");
  await bell;
  await setPassword(store.database, operator, editor.email, "another password");
  await bio(page).press("Control+s");
  await expect(toastOf(page, "Error updating profile")).toContainText("Your session has ended.");
  await expect(page.getByText("Nothing you typed is lost")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  expect(await storedTokens(page)).toEqual([null, null]);
  await logIn(page, { ...editor, password: "another password" });
  await expect(login(page)).toHaveCount(0);
  await expect(bio(page)).toHaveValue("Half a sentence");
  await expect(bio(page)).toBeFocused();
  await page.keyboard.press("Control+s");
  await expect(toastOf(page, "Profile updated")).toBeVisible();
  // A failed refresh is logged. The rest is what the end of a session must log, too.
  const own = ownComplaints(complaints);
  expect(own).toContainEqual(expect.stringContaining("The session could not be refreshed"));
  expect(own.filter((line) => !/could not be refreshed|session has ended/.test(line))).toEqual([]);
});

test("Esc does not dismiss the login screen over a dashboard", async ({ page }) => {
  await openAdSpaces(page);
  await endSession(page);
  await page.getByRole("tab", { name: "Articles" }).click();
  await button(page, "Refresh Articles").click();
  await expect(page.getByText("Nothing you typed is lost")).toBeVisible();
  for (const _time of [1, 2, 3]) await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Admin Login" })).toBeVisible();
});

test("logging out during a refresh stays logged out", async ({ page }) => {
  await openAdmin(page, "Author Profile");
  await expect(bio(page)).toBeVisible();
  await spoilAccess(page);
  const refreshed = Promise.withResolvers<void>();
  const release = await holdAnswers(page, REFRESH, refreshed.resolve);
  await saveBio(page, "Never mind");
  await refreshed.promise;
  // Until then logging out would ask what is to become of it.
  await expect(page.getByText(/stored in this browser/)).toBeVisible();
  await button(page, "Log Out").click();
  await expect(login(page)).toBeVisible();
  const answered = page.waitForResponse(REFRESH);
  release();
  await answered;
  await expect(login(page)).toBeVisible();
  expect(await storedTokens(page)).toEqual([null, null]);
});
