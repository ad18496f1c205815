import type { BrowserContext, Page } from "@playwright/test";
import { setPassword } from "#features/identity/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { type Editor, openAdmin, ownComplaints, test, toastOf } from "./admin.ts";
import { holdAnswers, holdCalls } from "./held-calls.ts";
import { table } from "./newsroom.ts";
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

  test("logging in stores both tokens and opens the dashboard; logging out removes them", async ({
    page,
    editor,
    complaints,
  }) => {
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
      .poll(async () => (await page.request.post(editorApiUrl.tokenRefresh(), { data: { refresh } })).status())
      .toBe(401);
    await page.reload();
    await expect(login(page)).toBeVisible();
    expect(ownComplaints(complaints)).toEqual([]);
  });

  test("a failed login says so, and keeps what was typed", async ({ page, editor }) => {
    await page.goto("/admin");
    await logIn(page, { email: editor.email, password: "wrong" });
    await expect(toastOf(page, "Login Failed")).toContainText("Invalid email or password.");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Invalid email or password.",
    );
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(editor.email);
    await page.route("**/api/token/", (route) => route.abort("internetdisconnected"));
    await logIn(page, editor);
    await expect(toastOf(page, "Login Failed")).toContainText("Network Error");
    await page.unroute("**/api/token/");
    await logIn(page, editor);
    await expect(dashboard(page)).toBeVisible();
  });

  test("email and password are required, and the email must be valid", async ({ page }) => {
    let calls = 0;
    await page.route("**/api/token/", (route) => {
      calls += 1;
      return route.abort();
    });
    await page.goto("/admin");
    await button(page, "Log In").click();
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    await logIn(page, { email: "nobody", password: "words" });
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    await logIn(page, { email: "nobody@jarida.example", password: "" });
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    expect(calls).toBe(0);
  });

  for (const width of [320]) {
    test(`the login screen has no axe violations and fits ${width} px`, async ({ page, complaints }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto("/admin");
      await expect(login(page)).toBeVisible();
      expect(await overflowOf(page)).toBe(0);
      await expectNoViolations(page);
      expect(ownComplaints(complaints)).toEqual([]);
    });
  }
});

test("calls that are rejected together share one refresh, and each is repeated once", async ({ page, context }) => {
  const refreshes = await countRefreshes(context);
  await page.goto("/about");
  await spoilAccess(page);
  const before = await storedTokens(page);
  const refused: string[] = [];
  const answered: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 401) refused.push(pathname);
    else if (pathname.startsWith("/api/")) answered.push(pathname);
  });
  await openAdmin(page);
  await page.getByRole("tab", { name: "Ad Management" }).click();
  await page.getByRole("tab", { name: "Author Profile" }).click();
  await expect(bio(page)).toBeVisible();
  await page.getByRole("tab", { name: "Ad Management" }).click();
  await expect(page.getByRole("cell", { name: "Article Sidebar", exact: true })).toBeVisible();
  expect(refreshes()).toBe(1);
  expect(refused.length).toBeGreaterThan(0);
  // Nothing on the screen tells when the last of them has its response.
  for (const path of refused)
    await expect.poll(() => answered.filter((other) => other === path).length, path).toBeGreaterThan(0);
  for (const path of refused) expect(answered.filter((other) => other === path)).toHaveLength(1);
  const after = await storedTokens(page);
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("two tabs share one refresh, and neither logs the other out", async ({ page, context }) => {
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
  await button(other, "Log Out").click();
  await expect(login(page)).toBeVisible();
});

for (const [what, answer] of [
  ["away", "abort"],
  ["busy", { status: 503, json: { detail: "The database is away." } }],
  ["behind a page of somebody else's", { status: 200, body: "<h1>Welcome to the airport</h1>" }],
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
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  // The last call of the dashboard's own: one that is refused shows the login screen, too.
  const bell = page.waitForResponse("**/api/notifications/unread/");
  await openAdmin(page, "Author Profile");
  await bio(page).fill("Half a sentence");
  await bell;
  await setPassword(store.database, operator, editor.email, "another password");
  await bio(page).press("Control+s");
  await expect(toastOf(page, "Error updating profile")).toContainText("Your session has ended. Please log in again.");
  await expect(page.getByRole("dialog", { name: "Admin Login" })).toBeInViewport({ ratio: 1 });
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

test("Esc does not dismiss the login screen over a dashboard, which has no axe violations", async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAdSpaces(page);
  await endSession(page);
  await page.getByRole("tab", { name: "Articles" }).click();
  await button(page, "Refresh Articles").click();
  await expect(page.getByText("Nothing you typed is lost")).toBeVisible();
  for (const _time of [1, 2, 3]) await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Admin Login" })).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
});

test("logging out during a refresh stays logged out", async ({ page }) => {
  await openAdmin(page, "Author Profile");
  await expect(bio(page)).toBeVisible();
  await spoilAccess(page);
  const release = await holdAnswers(page, REFRESH);
  const asked = page.waitForRequest(REFRESH);
  await saveBio(page, "Never mind");
  await asked;
  // Until then logging out would ask what is to become of it.
  await expect(page.getByText(/kept in this browser/)).toBeVisible();
  await button(page, "Log Out").click();
  await expect(login(page)).toBeVisible();
  const answered = page.waitForResponse(REFRESH);
  release();
  await answered;
  await expect(login(page)).toBeVisible();
  expect(await storedTokens(page)).toEqual([null, null]);
});

test("another account starts with a fresh dashboard", async ({ page, editor, store, context }) => {
  const { addAccount } = await import("#features/identity/accounts/commands.ts");
  const guest = {
    email: `guest.of.${editor.email}`,
    password: "password of a guest",
    name: "Guest",
    role: "editor" as const,
  };
  await addAccount(store.database, store.clock, operator, guest);
  await openAdmin(page, "Author Profile");
  await bio(page).fill("Mine");
  const other = await context.newPage();
  await openAdmin(other);
  await button(other, "Log Out").click();
  await logIn(other, guest);
  await expect(dashboard(other)).toBeVisible();
  await expect(
    page.getByRole("tabpanel", { name: "Author Profile" }).getByText("Guest", { exact: true }),
  ).toBeVisible();
  await expect(bio(page)).toHaveValue("");
});
