import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession } from "#features/identity/accounts/admin/session.ts";
import { createTokenStore } from "#features/identity/accounts/admin/token-store.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { stubStorage, stubWindow } from "#test/support/browser.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  stubStorage();
  stubWindow();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The browser's session against the server's own rules for tokens, with two tabs that share what is stored. */
async function start() {
  const clock = testClock();
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database, { clock });
  await addTestAccount(database, clock, EDITOR);
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url}`);
    const response = await app.inject({
      method: init.method as "GET" | "POST",
      url,
      headers: init.headers as Record<string, string>,
      ...(init.body ? { payload: String(init.body) } : {}),
    });
    return new Response(response.statusCode === 204 ? null : response.rawPayload.toString(), {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    });
  });
  const openTab = () => createSession(createTokenStore());
  const [tab, other] = [openTab(), openTab()];
  await tab.logIn({ email: EDITOR.email, password: EDITOR.password });
  const me = (session = tab) => session.read(editorApiUrl.me(), "body");
  const refreshes = () => calls.filter((call) => call.endsWith(editorApiUrl.tokenRefresh())).length;
  return { clock, database, tab, other, me, refreshes };
}

test("an editor who returns after an hour notices nothing, in any tab, and the token is used once", async () => {
  const { clock, tab, other, me, refreshes } = await start();
  clock.advance(60 * MINUTE);
  const [first, second, third] = await Promise.all([me(tab), me(tab), me(other)]);
  expect(first).toMatchObject({ name: EDITOR.name });
  expect([second, third]).toEqual([first, first]);
  expect(refreshes()).toBe(1);
});

test("a session lasts for months with an hour's work each week", async () => {
  const { clock, me, refreshes } = await start();
  for (let week = 0; week < 10; week++) {
    clock.advance(7 * DAY);
    await me();
  }
  expect(refreshes()).toBe(10);
});

test("two weeks of absence end it: with a message, in all tabs", async () => {
  const { clock, tab, other, me } = await start();
  clock.advance(14 * DAY);
  const ended = { status: 401, code: "session_ended" };
  await expect(me()).rejects.toMatchObject(ended);
  expect([tab.account(), other.account()]).toEqual([null, null]);
});

test("logging out in one tab ends the session on the server too: stolen tokens are useless", async () => {
  const { tab, other, me } = await start();
  const stolen = { access: localStorage.getItem("access_token"), refresh: localStorage.getItem("refresh_token") };
  await tab.logOut();
  expect(other.account()).toBeNull();
  await expect(me(other)).rejects.toMatchObject({ status: 401 });
  createTokenStore().save({ access: "spent", refresh: stolen.refresh ?? "" });
  await expect(me()).rejects.toMatchObject({ code: "session_ended" });
});

test("an account that was removed is logged out with its next call", async () => {
  const { clock, database, tab, me } = await start();
  await addTestAccount(database, clock, { ...EDITOR, email: "another@news.example" });
  await removeAccount(database, operator, EDITOR.email);
  clock.advance(16 * MINUTE);
  await expect(me()).rejects.toMatchObject({ status: 401 });
  expect(tab.account()).toBeNull();
});
