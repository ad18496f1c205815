import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubWindow } from "#test/support/browser.ts";
import type { UnsavedForm } from "./stored-forms.ts";

type Values = { title: string };
const PLACE = { account: "7", form: "ad" };
const kept = (change: Partial<UnsavedForm<Values>> = {}): UnsavedForm<Values> => ({
  key: "k1",
  subject: 12,
  etag: '"3"',
  began: { title: "Stored" },
  values: { title: "Typed" },
  createKey: "c1",
  savedAt: 1_000,
  ...change,
});

/** What the browser stores; `isFull`: it refuses more. */
let disk: Record<string, string> & { isFull?: never };
let isFull: boolean;
let window: ReturnType<typeof stubWindow>;
beforeEach(() => {
  isFull = false;
  window = stubWindow();
  Object.assign(window, {
    setInterval: (run: () => void, wait: number) => setInterval(run, wait),
    clearInterval: (timer: number) => clearInterval(timer),
  });
  disk = Object.create({
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException("Full", "QuotaExceededError");
      disk[name] = text;
    },
    removeItem: (name: string) => void delete disk[name],
  });
  vi.stubGlobal("localStorage", disk);
});
afterEach(() => vi.unstubAllGlobals());

/** The modules of a page that was opened just now. */
async function openPage() {
  vi.resetModules();
  return import("./stored-forms.ts");
}
const asksBeforeLeaving = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe("unsaved work of a plain form", () => {
  test("is found by the next page, newest first, and by its account and kind of form alone", async () => {
    const page = await openPage();
    page.storeForm(PLACE, kept());
    page.storeForm(PLACE, kept({ key: "k2", savedAt: 2_000 }));
    const next = await openPage();
    expect((await next.freeForms(PLACE)).map(({ key }) => key)).toEqual(["k2", "k1"]);
    expect(await next.freeForms({ ...PLACE, account: "8" })).toEqual([]);
    expect(await next.freeForms({ ...PLACE, form: "category" })).toEqual([]);
  });

  test("is not offered while its form is open, and is gone once it is dropped", async () => {
    const page = await openPage();
    const release = page.holdForm("k1");
    page.storeForm(PLACE, kept());
    expect(await page.freeForms(PLACE)).toEqual([]);
    await release();
    expect(await page.freeForms(PLACE)).toEqual([kept()]);
    page.dropForm(PLACE, "k1");
    expect([await page.freeForms(PLACE), Object.keys(disk)]).toEqual([[], []]);
  });

  test.each([
    ["with locks", undefined],
    ["where the browser has no locks", {}],
  ])("is offered in no other tab while its form is open, %s", async (_where, navigator) => {
    if (navigator) vi.stubGlobal("navigator", navigator);
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const page = await openPage();
    const other = await openPage();
    const release = page.holdForm("k1");
    page.storeForm(PLACE, kept());
    vi.advanceTimersByTime(60_000);
    expect(await other.freeForms(PLACE)).toEqual([]);
    await release();
    expect(await other.freeForms(PLACE)).toEqual([kept()]);
    vi.useRealTimers();
  });

  test("is announced to other tabs once its own was closed", async () => {
    const checks: (() => void)[] = [];
    Object.assign(window, { setTimeout: (check: () => void) => checks.push(check) });
    const closing = await openPage();
    const page = await openPage();
    const onChange = vi.fn();
    page.onUnsavedFormsChanged(onChange);
    const release = closing.holdForm("k1");
    closing.storeForm(PLACE, kept());
    expect(await page.freeForms(PLACE)).toEqual([]);
    checks.shift()?.();
    await expect.poll(() => checks).toHaveLength(1);
    expect(onChange).not.toHaveBeenCalled();
    await release();
    checks.shift()?.();
    await expect.poll(() => onChange).toHaveBeenCalledOnce();
    expect(checks).toEqual([]);
  });

  test("of a tab that crashed is offered, where the browser has no locks", async () => {
    vi.stubGlobal("navigator", {});
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const page = await openPage();
    page.holdForm("k1");
    page.storeForm(PLACE, kept());
    vi.clearAllTimers();
    vi.advanceTimersByTime(60_000);
    expect(await (await openPage()).freeForms(PLACE)).toEqual([kept()]);
    vi.useRealTimers();
  });

  test("lasts as long as the page where the browser stores nothing, and the page asks before it is left", async () => {
    const page = await openPage();
    isFull = true;
    expect(page.storeForm(PLACE, kept())).toBe(false);
    expect([await page.freeForms(PLACE), asksBeforeLeaving()]).toEqual([[kept()], true]);
    page.dropForm(PLACE, "k1");
    expect(asksBeforeLeaving()).toBe(false);
  });
});
