import { expect, test } from "vitest";
import { blockAt, changeInWords, changesIn } from "#features/documents/history/admin/change-steps.tsx";

test("a replaced word is one change, and marks inside of a mark are none", () => {
  const compared = document.createElement("div");
  compared.innerHTML =
    "<p>One <del>old</del><ins>new</ins> word <ins>and <b>more</b></ins></p><h2 class='version-changed'>Same</h2>";
  expect(changesIn(compared).map(({ textContent }) => textContent)).toEqual(["old", "and more", "Same"]);
});

test("changes are listed in words, and the paragraph of one has no marks", () => {
  const compared = document.createElement("div");
  compared.innerHTML =
    '<h3>Title <ins>new</ins></h3><div class="prose-article"><p>Zero.</p>' +
    '<p>One <del>old</del><ins>new</ins> <a href="/x" target="_blank" rel="noopener">word</a></p>' +
    "<p><del>Gone.</del></p><h2 class='version-changed'>Same</h2></div>";
  const changes = changesIn(compared);
  expect(changes.map(changeInWords)).toEqual(["Added: new", "Replaced: old → new", "Removed: Gone.", "Layout: Same"]);
  expect(changes.map(blockAt)).toEqual([
    null,
    { html: '<p>One new <a href="/x">word</a></p>', before: "<p>Zero.</p>" },
    null,
    { html: "<h2>Same</h2>", before: "" },
  ]);
});
