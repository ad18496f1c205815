import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ApiError } from "#shared/api-client.ts";
import { DraftOffers } from "./draft-offers.tsx";
import { DraftState } from "./form-footer.tsx";
import type { UnsavedForm } from "./stored-forms.ts";
import { rowIn } from "./versions.ts";

type Values = { title: string };
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

describe("unsaved work is offered", () => {
  const offer = (change: Partial<UnsavedForm<Values>> = {}) => {
    const draft: UnsavedForm<Values> = {
      key: "d",
      subject: 12,
      etag: '"3"',
      began: null,
      createKey: "c",
      values: { title: "Typed" },
      savedAt: 0,
      ...change,
    };
    const kind = { what: "ad space", titleOf: ({ title }: Values) => title };
    const done = () => {};
    return textOf(renderToStaticMarkup(<DraftOffers kind={kind} drafts={[draft]} onRestore={done} onDiscard={done} />));
  };

  test.each([
    ["as changes", {}, "Unsaved changes to “Typed”"],
    ["as a new one", { subject: null }, "An unsaved new ad space, “Typed”"],
    [
      "as somebody else's version, which is not one's own work",
      { isReplaced: true },
      "The overwritten version of “Typed”",
    ],
    ["though it has no title yet", { values: { title: "  " } }, "Unsaved changes to “Untitled”"],
  ])("%s", (_what, change, words) => {
    expect(offer(change)).toContain(words);
  });

  test("with buttons that say for whom they are, as there may be several", () => {
    expect(offer()).toMatch(/Restore “Typed” Discard “Typed”$/);
  });
});

describe("an editor learns whether what is typed is safe", () => {
  const say = (draft: { storedAt: number | null; isRefused: boolean }, isUnsaved = true, isWaiting = false) =>
    textOf(renderToStaticMarkup(<DraftState draft={draft} isUnsaved={isUnsaved} isWaiting={isWaiting} />));
  const kept = { storedAt: 0, isRefused: false };

  test("nothing is said where nothing is unsaved", () => {
    expect(say({ storedAt: null, isRefused: false }, false)).toBe("");
  });

  test("it is called kept only once it is", () => {
    expect(say({ storedAt: null, isRefused: false })).toBe("Unsaved changes");
    expect(say(kept)).toMatch(/^Unsaved, stored in this browser: /);
  });

  test("a browser that keeps nothing is a warning, and no work is called safe there", () => {
    for (const isWaiting of [false, true]) {
      const words = say({ storedAt: 0, isRefused: true }, true, isWaiting);
      expect(words).toContain("cannot store unsaved text");
      expect(words).not.toMatch(/safe|kept/);
      // One warning, not the same twice.
      expect(words.match(/cannot store unsaved text/g)).toHaveLength(1);
    }
  });

  test("work that waits for the server is not saved yet, and safe", () => {
    expect(say(kept, true, true)).toContain("Not saved yet. Your work is stored in this browser");
  });
});

test("a row that left its list is gone like any other that was deleted", () => {
  const rows = [{ id: 1 }, { id: 2 }];
  expect(rowIn(rows, 2)).toBe(rows[1]);
  expect(() => rowIn(rows, 3)).toThrow(ApiError);
  expect(() => rowIn(rows, 3)).toThrow(expect.objectContaining({ status: 404 }));
});
