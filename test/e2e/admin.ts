import { randomUUID } from "node:crypto";
import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from "@playwright/test";
import type { LoginBody, TokenPair } from "#features/identity/accounts/endpoints.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator, type Role } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { test as base, expect } from "./site.ts";

/** An account that can log in, for one test alone. */
export type Editor = LoginBody & { name: string; role: Role };

type Options = {
  /** Whether the browser starts with the editor's tokens. `test.use({ isLoggedIn: false })` for the login screen. */
  isLoggedIn: boolean;
  /** What the editor may do. */
  role: Role;
};
type Fixtures = {
  editor: Editor;
  /** The API with a token of a separate session, to set up what a test needs. */
  api: APIRequestContext;
};

/** Logs in through the API. */
export async function tokensOf(siteUrl: string, { email, password }: LoginBody): Promise<TokenPair> {
  const answer = await fetch(`${siteUrl}${editorApiUrl.token()}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Logging in answered ${answer.status}.`);
  return (await answer.json()) as TokenPair;
}

/** The tokens are in the browser from its first page on. A `storageState` would open a page of its own to put them there. */
const carryTokens = (context: BrowserContext, { access, refresh }: TokenPair) =>
  context.addInitScript(putTokens, { access_token: access, refresh_token: refresh });

/** Runs in every page before its own scripts. */
function putTokens(tokens: Record<string, string>): void {
  const marker = "journey";
  // A frame without an origin has no storage; and who has logged out since is logged out.
  if (window.origin === "null" || localStorage.getItem(marker)) return;
  for (const [name, value] of Object.entries({ ...tokens, [marker]: "began" })) localStorage.setItem(name, value);
}

/** Another browser, in which somebody has logged in. The caller closes it. */
export async function anotherBrowser(browser: Browser, siteUrl: string, tokens: TokenPair): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: siteUrl });
  await carryTokens(context, tokens);
  return context;
}

/** End-to-end tests of a logged-in editor. */
export const test = base.extend<Options & Fixtures>({
  isLoggedIn: [true, { option: true }],
  role: ["chief", { option: true }],
  editor: async ({ store, role }, use) => {
    const key = randomUUID();
    const editor = {
      email: `${key}@jarida.example`,
      password: `password of ${key}`,
      name: `Editor ${key.slice(0, 8)}`,
      role,
    };
    await addTestAccount(store.database, store.clock, editor);
    await use(editor);
    await removeAccount(store.database, operator, editor.email);
  },
  context: async ({ context, site, editor, isLoggedIn }, use) => {
    if (isLoggedIn) await carryTokens(context, await tokensOf(site.url, editor));
    await use(context);
  },
  api: async ({ playwright, site, editor }, use) => {
    const { access } = await tokensOf(site.url, editor);
    const api = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { authorization: `Bearer ${access}` },
    });
    await use(api);
    await api.dispose();
  },
});

/** The tabs beside the articles', as the address has them. */
const TABS = { Categories: "categories", "Ad Management": "ads", "Author Profile": "profile" };
export type Tab = keyof typeof TABS;
/** Search and filters of the list of articles, as the address has them. */
export type Filters = Record<string, string>;

/** Opens the dashboard, at the tab of this name, or with the list of articles at these `filters`. */
export async function openAdmin(page: Page, tab?: Tab, filters: Filters = {}): Promise<void> {
  // By its address: the list of articles need not be read and drawn first.
  const query = new URLSearchParams({ ...(tab && { tab: TABS[tab] }), ...filters }).toString();
  await page.goto(pageUrl.admin() + (query && `?${query}`));
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
}

/** Logs out; on a phone the button is in the menu. */
export async function logOut(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Log Out", exact: true });
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await expect(button.or(menu).first()).toBeVisible();
  if (!(await button.isVisible())) await menu.click();
  await button.click();
}

/** The admin area's toasts, by their title. */
export const toastOf = (page: Page, title: string | RegExp): Locator =>
  page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) });

/** What a page logged, except the browser's own line about a rejected call. */
export const ownComplaints = (complaints: string[]): string[] =>
  complaints.filter((line) => !/^Failed to load resource: /.test(line));

/** Chooses an option of a select, by its label. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole("option", { name: option, exact: true }).click();
}

/** Holds the mouse button down, where the pointer is, until the page has done all that the press led to. */
export async function pressSlowly(page: Page): Promise<void> {
  await page.mouse.down();
  // Not until a frame was drawn: at times Chromium draws none as long as a button is down.
  await page.evaluate(() => scheduler.postTask(() => {}, { priority: "background" }));
  await page.mouse.up();
}
