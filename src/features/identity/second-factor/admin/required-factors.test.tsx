import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { RequiredFactors, requiredFactors } from "./required-factors.tsx";

const shown = (answer?: unknown) =>
  adminMarkup(<RequiredFactors />, { answers: answer === undefined ? [] : [[requiredFactors(), answer]] });

describe("which roles need a second step", () => {
  test("is one group, and every role is in it", () => {
    const group = shown({ roles: ["chief", "editor"] }).match(/<fieldset>.*?<\/fieldset>/)?.[0] ?? "";
    const boxes = [...group.matchAll(/<label[^>]*>(<input type="checkbox"[^>]*>)(.*?)<\/label>/g)];
    expect(boxes.map(([, box = "", label = ""]) => [wordsOf(label), box.includes("checked")])).toEqual([
      ["Chiefs", true],
      ["Editors", true],
      ["Writers", false],
      ["Contributors", false],
    ]);
    expect(group).toContain("<legend");
  });

  test("says that it is loading, or could not be fetched, and offers nothing to change meanwhile", () => {
    expect(wordsOf(shown())).toContain("Loading...");
    expect(shown()).not.toMatch(/<input|<button/);
    expect(wordsOf(shown(new NetworkError()))).toContain("Could not load who needs a second step. Try again");
  });
});
