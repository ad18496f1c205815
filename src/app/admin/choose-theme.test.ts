import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubStorage } from "#test/support/browser.ts";
import { chooseTheme } from "./choose-theme.ts";

afterEach(() => vi.unstubAllGlobals());

describe("the chosen theme", () => {
  let storage: ReturnType<typeof stubStorage>;
  const root = { dataset: {} as { theme?: string } };
  beforeEach(() => {
    storage = stubStorage();
    root.dataset = {};
    vi.stubGlobal("document", { documentElement: root });
  });

  test("is kept for the next page; the system's is what is left when nothing is kept", () => {
    chooseTheme("dark");
    expect([root.dataset.theme, storage.getItem("theme")]).toEqual(["dark", "dark"]);
    chooseTheme("system");
    expect([root.dataset, storage.length]).toEqual([{}, 0]);
  });

  test("is shown also where nothing can be kept", () => {
    storage.refuses = true;
    chooseTheme("dark");
    expect([root.dataset.theme, storage.length]).toEqual(["dark", 0]);
  });

  test("is shown also where storage is forbidden altogether", () => {
    vi.stubGlobal("localStorage", undefined);
    for (const theme of ["dark", "system"] as const) expect(() => chooseTheme(theme)).not.toThrow();
    expect(root.dataset).toEqual({});
  });
});
