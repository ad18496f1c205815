import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { type MarkedNode, markChanges } from "./compare.ts";
import { parseContent } from "./parse.ts";

const html = (nodes: readonly MarkedNode[]): string =>
  nodes
    .map((node) => (typeof node === "string" ? node : `<${node.name}>${html(node.children)}</${node.name}>`))
    .join("");
const changes = (before: string, after: string) =>
  html(markChanges(parseContent(before).nodes, parseContent(after).nodes));

describe("changes in content", () => {
  test.each([
    ["words", "<p>The bank lost 4.</p>", "<p>The bank lost 5.</p>", "<p>The bank lost <del>4</del><ins>5</ins>.</p>"],
    [
      "within marks, which stay",
      "<p>A <strong>bold word</strong> here</p>",
      "<p>A <strong>bold claim</strong> here</p>",
      "<p>A <strong>bold </strong><del><strong>word</strong></del><ins><strong>claim</strong></ins> here</p>",
    ],
    ["formatting", "<p>a b</p>", "<p>a <em>b</em></p>", "<p>a <del>b</del><ins><em>b</em></ins></p>"],
    ["a new paragraph", "<p>One.</p>", "<p>One.</p><p>Two.</p>", "<p>One.</p><p><ins>Two.</ins></p>"],
    ["a removed heading", "<h2>Why</h2><p>x</p>", "<p>x</p>", "<h2><del>Why</del></h2><p>x</p>"],
    [
      "items, in the list",
      "<ul><li><p>a</p></li></ul>",
      "<ul><li><p>a</p></li><li><p>b c</p></li></ul>",
      "<ul><li><p>a</p></li><li><p><ins>b c</ins></p></li></ul>",
    ],
    ["nothing", "<p>same</p><hr>", "<p>same</p><hr>", "<p>same</p><hr></hr>"],
  ])("are marked where they are: %s", (_what, before, after, marked) => {
    expect(changes(before, after)).toBe(marked);
  });

  test(`leave the old text without what was added, and the new one without what was removed (seed ${SEED})`, () => {
    const line = fc
      .array(fc.constantFrom("a", "b ", "<strong>b</strong>", "<em>c d</em>", "<br>", "e."), { maxLength: 6 })
      .map((parts) => parts.join(""));
    const block = fc.oneof(
      line.map((text) => `<p>${text}</p>`),
      line.map((text) => `<ul><li><p>${text}</p></li><li><p>z</p></li></ul>`),
      fc.constantFrom("<hr>", "<h2>Why</h2>"),
    );
    const content = fc.array(block, { maxLength: 4 }).map((blocks) => blocks.join(""));
    const textOf = (nodes: readonly MarkedNode[], without: string): string =>
      nodes
        .map((node) => (typeof node === "string" ? node : node.name === without ? "" : textOf(node.children, without)))
        .join("");
    fc.assert(
      fc.property(content, content, (before, after) => {
        const [old, now] = [parseContent(before).nodes, parseContent(after).nodes];
        const marked = markChanges(old, now);
        expect([textOf(marked, "ins"), textOf(marked, "del")]).toEqual([textOf(old, ""), textOf(now, "")]);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});
