import { expect, test } from "vitest";
import { changesIn } from "#features/documents/history/admin/change-steps.tsx";

test("a replaced word is one change, and marks inside of a mark are none", () => {
  const compared = document.createElement("div");
  compared.innerHTML =
    "<p>One <del>old</del><ins>new</ins> word <ins>and <b>more</b></ins></p><h2 class='version-changed'>Same</h2>";
  expect(changesIn(compared).map(({ textContent }) => textContent)).toEqual(["old", "and more", "Same"]);
});
