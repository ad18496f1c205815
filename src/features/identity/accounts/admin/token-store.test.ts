import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubStorage, stubWindow, tokenOf } from "#test/support/browser.ts";
import { createTokenStore, subjectOf } from "./token-store.ts";

let storage: ReturnType<typeof stubStorage>;
let window: ReturnType<typeof stubWindow>;
beforeEach(() => {
  storage = stubStorage();
  window = stubWindow();
});
afterEach(() => vi.unstubAllGlobals());

const PAIR = { access: "access 1", refresh: "refresh 1" };

test("tokens are shared with other tabs, under the names that other programs on the page rely on", () => {
  createTokenStore().save(PAIR);
  expect([storage.getItem("access_token"), storage.getItem("refresh_token")]).toEqual([PAIR.access, PAIR.refresh]);
  const otherTab = createTokenStore();
  expect([otherTab.access(), otherTab.refresh()]).toEqual([PAIR.access, PAIR.refresh]);
});

test("logging out forgets the session, and leaves the browser known to the server", () => {
  const tokens = createTokenStore();
  tokens.save(PAIR);
  tokens.saveDevice("device 1");
  tokens.clear();
  expect([tokens.access(), tokens.refresh(), tokens.device()]).toEqual([null, null, "device 1"]);
  expect(storage.length).toBe(1);
});

test("if storage is full, a session lasts as long as the page, and can be ended", () => {
  const tokens = createTokenStore();
  storage.refuses = true;
  tokens.save(PAIR);
  expect([tokens.access(), tokens.refresh()]).toEqual([PAIR.access, PAIR.refresh]);
  expect(createTokenStore().access()).toBeNull();
  tokens.clear();
  expect([tokens.access(), tokens.refresh()]).toEqual([null, null]);
});

test("the newest tokens count, whether storage accepted them or only the ones before", () => {
  const tokens = createTokenStore();
  tokens.save(PAIR);
  storage.refuses = true;
  tokens.save({ access: "access 2", refresh: "refresh 2" });
  expect([tokens.access(), tokens.refresh()]).toEqual(["access 2", "refresh 2"]);
  storage.refuses = false;
  tokens.save({ access: "access 3", refresh: "refresh 3" });
  expect([tokens.access(), storage.getItem("access_token")]).toEqual(["access 3", "access 3"]);
});

test("if storage cannot even be read, nobody is logged in", () => {
  vi.stubGlobal("localStorage", undefined);
  const tokens = createTokenStore();
  expect(tokens.access()).toBeNull();
  tokens.save(PAIR);
  expect(tokens.access()).toBe(PAIR.access);
});

test("reports a login or a logout here and in other tabs, until nobody listens", () => {
  const tokens = createTokenStore();
  const listener = vi.fn();
  const end = tokens.subscribe(listener);
  tokens.save(PAIR);
  tokens.clear();
  expect(listener).toHaveBeenCalledTimes(2);

  const storageEvent = (key: string | null) => window.dispatchEvent(Object.assign(new Event("storage"), { key }));
  storageEvent("access_token");
  // The whole storage was cleared.
  storageEvent(null);
  expect(listener).toHaveBeenCalledTimes(4);
  storageEvent("theme");
  expect(listener).toHaveBeenCalledTimes(4);

  end();
  tokens.save(PAIR);
  storageEvent("access_token");
  expect(listener).toHaveBeenCalledTimes(4);
  expect(window.listeners()).toBe(0);
});

test("a token names its account, in its base64 alphabet", () => {
  expect(subjectOf(tokenOf(12))).toBe("12");
  const claims = Buffer.from('{"sub":"?>?>?>?>"}').toString("base64url");
  expect(claims).toMatch(/-.*_|_.*-/);
  expect(subjectOf(`a.${claims}.b`)).toBe("?>?>?>?>");
});

test.each(["", "nonsense", "a.b.c", `a.${Buffer.from("null").toString("base64url")}.c`])(
  "an invalid token belongs to no known account: %j",
  (text) => {
    expect(subjectOf(text)).toBe("unknown");
  },
);
