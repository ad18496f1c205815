import { expect, test } from "vitest";
import { adminMarkup, buttonsIn, hookResult } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { CorrectionsDialog, correctionsOf, useCorrectionCount } from "./corrections-dialog.tsx";

const nothing = () => undefined;
const CHANGE = { n: 2, date: "2026-11-20T12:00:00.000Z", reason: "It was another bank.", position: "top" };
const client = () => cacheOf([[correctionsOf(7), { items: [{ ...CHANGE, kind: "correction" }], total: 140 } as never]]);

test("counts all corrections of an article, not only those that it shows", () => {
  expect(hookResult(() => useCorrectionCount(7, true), { client: client() })).toBe(140);
});

test("shows the corrections that readers see, and adds one where the user may", () => {
  const shown = (onAdd: (() => void) | null) =>
    adminMarkup(<CorrectionsDialog id={7} onAdd={onAdd} onClose={nothing} />, { client: client() });
  expect(wordsOf(shown(nothing))).toContain("It was another bank.");
  expect(buttonsIn(shown(nothing))).toEqual(["Close", "Add a correction"]);
  expect(buttonsIn(shown(null))).toEqual(["Close"]);
});
