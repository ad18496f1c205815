import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubIndexedDb } from "#test/support/browser.ts";
import type { StoredSession } from "./kept-sessions.ts";
import { startSession } from "./session.ts";

let disk: ReturnType<typeof stubIndexedDb>;
let window: EventTarget;
beforeEach(() => {
  disk = stubIndexedDb();
  window = new EventTarget();
  vi.stubGlobal("window", Object.assign(window, { setInterval: () => 1, setTimeout, clearTimeout }));
});
afterEach(() => vi.unstubAllGlobals());

/** A window of the browser: it shares storage and locks with the others, and nothing else. */
async function openWindow() {
  vi.resetModules();
  const names = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => names.get(key) ?? null,
    setItem: (key: string, value: string) => void names.set(key, value),
  });
  return await import("./kept-sessions.ts");
}

const VALUES = { title: "Typed" };
const kept = (change: Partial<StoredSession> = {}): StoredSession => ({
  key: "k1",
  account: "7",
  type: "article",
  id: 12,
  title: "Typed",
  owner: "gone",
  savedAt: 1_000,
  session: startSession(null, VALUES),
  aside: null,
  choices: {},
  files: {},
  ...change,
});
const keysOf = (sessions: { key: string }[]) => sessions.map(({ key }) => key);
const asksBeforeLeaving = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe("kept sessions", () => {
  test("are those of the account that no window has open, oldest first", async () => {
    const { storeSession: keepSession, freeSessions } = await openWindow();
    await keepSession(kept({ key: "new", savedAt: 2_000 }));
    await keepSession(kept({ key: "old" }));
    await keepSession(kept({ key: "others", account: "8" }));
    expect(keysOf(await freeSessions("7"))).toEqual(["old", "new"]);
  });

  test("of an open document tell nobody until it is closed: others would read all texts at each pause", async () => {
    const {
      openStoredSession: openKept,
      storeSession: keepSession,
      forgetSession,
      onStoredSessionsChanged: onKeptChanged,
    } = await openWindow();
    let told = 0;
    onKeptChanged(() => told++);
    const place = openKept();
    await keepSession(kept({ key: place.key }));
    await forgetSession(place.key);
    await keepSession(kept({ key: place.key }));
    expect(told).toBe(0);
    place.close();
    expect(told).toBe(1);
    // What was resumed is no longer offered.
    await keepSession(kept({ key: "resumed" }));
    const resuming = openKept("resumed");
    expect(told).toBe(3);
    resuming.close();
  });

  test("are taken by no other window while theirs is open, and free once it has closed the document", async () => {
    const first = await openWindow();
    const place = first.openStoredSession();
    await first.storeSession(kept({ key: place.key, owner: first.windowName() }));
    await expect.poll(async () => (await navigator.locks.query()).held).toHaveLength(1);
    const second = await openWindow();
    expect(await second.freeSessions("7")).toEqual([]);
    expect(await first.freeSessions("7")).toEqual([]);
    place.close();
    await expect.poll(async () => keysOf(await second.freeSessions("7"))).toEqual([place.key]);
  });

  test.each(["with locks", "without locks"])(
    "are announced once their window was closed or has crashed, %s",
    async (where) => {
      const { locks } = navigator;
      const checks: (() => void)[] = [];
      Object.assign(window, { setTimeout: (check: () => void) => checks.push(check) });
      if (where === "without locks") vi.stubGlobal("navigator", {});
      const closing = await openWindow();
      const place = closing.openStoredSession();
      await closing.storeSession(kept({ key: place.key, owner: closing.windowName() }));
      const { onStoredSessionsChanged: onKeptChanged, freeSessions } = await openWindow();
      const onChange = vi.fn();
      onKeptChanged(onChange);
      await expect.poll(() => freeSessions("7")).toEqual([]);
      checks.shift()?.();
      await expect.poll(() => checks).toHaveLength(1);
      expect(onChange).not.toHaveBeenCalled();
      place.close();
      disk.rows.delete(`window:${closing.windowName()}`);
      await expect.poll(() => locks.query()).toMatchObject({ held: [] });
      checks.shift()?.();
      await expect.poll(() => onChange).toHaveBeenCalledOnce();
      expect([keysOf(await freeSessions("7")), checks]).toEqual([[place.key], []]);
    },
  );

  test("give place to the one that resumes them in one step", async () => {
    const { storeSession: keepSession, freeSessions } = await openWindow();
    await keepSession(kept({ key: "before" }));
    await keepSession(kept({ key: "after" }), "before");
    expect(keysOf(await freeSessions("7"))).toEqual(["after"]);
  });

  test("last as long as the page where the browser stores nothing, and the page asks before it is left", async () => {
    const { storeSession: keepSession, freeSessions, forgetSession } = await openWindow();
    disk.refuses = true;
    expect(await keepSession(kept())).toBe(false);
    expect(keysOf(await freeSessions("7"))).toEqual(["k1"]);
    expect(asksBeforeLeaving()).toBe(true);
    await forgetSession("k1");
    expect([await freeSessions("7"), asksBeforeLeaving()]).toEqual([[], false]);
  });

  test("are not remembered by a write that fails after they were forgotten", async () => {
    const { storeSession: keepSession, freeSessions, forgetSession } = await openWindow();
    disk.refuses = true;
    const keeping = keepSession(kept());
    await forgetSession("k1");
    await keeping;
    expect(await freeSessions("7")).toEqual([]);
  });
});
