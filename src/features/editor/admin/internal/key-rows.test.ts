import { Newspaper } from "lucide";
import { describe, expect, test } from "vitest";
import type { EditorAddition } from "../rich-text.ts";
import { keySections } from "./keys-dialog.tsx";
import { BLOCK_TOOLS, TOOLS } from "./tools.ts";

const addition: EditorAddition = {
  extensions: [],
  tools: [{ label: "Article", description: "A story", words: "story", icon: Newspaper, dialog: "article" }],
  hidden: ["card"],
  dialogs: {},
  dialogOf: () => null,
  placeholder: "",
};
const rowsOf = (shown: Partial<Parameters<typeof keySections>[0]> = {}) =>
  keySections({ addition: undefined, hasNotes: true, actions: [], ...shown }).flatMap(({ rows }) => rows);
/** The keys of what a row says. */
const keysOf = (rows: ReturnType<typeof rowsOf>, what: string) => rows.find(([said]) => said === what)?.slice(1);

describe("the list of keys", () => {
  test("has every tool, by its own keys or by how to get to it", () => {
    const rows = rowsOf();
    for (const { label, keys, shown } of [...TOOLS, ...BLOCK_TOOLS].flat()) {
      const row = rows.find(([what]) =>
        shown ? what.includes(": ") && what.includes(label.toLowerCase()) : what === label,
      );
      expect(row, label).toBeDefined();
      expect(row?.slice(1), label).toContain(keys ?? "Alt-F10");
    }
    expect(keysOf(rows, "Image")).toEqual(["/", "Alt-F10"]);
    expect(keysOf(rows, "In a gallery: move earlier, move later")).toEqual(["Alt-F10"]);
  });

  test("says nothing twice", () => {
    for (const { rows } of keySections({ addition, hasNotes: true, actions: [] }))
      expect(new Set(rows.map(([what]) => what)).size).toBe(rows.length);
  });

  test("has the tools that content adds, not those that it has no use for", () => {
    const rows = rowsOf({ addition });
    expect(keysOf(rows, "Article")).toEqual(["/", "Alt-F10"]);
    expect(keysOf(rows, "Embed")).toBeUndefined();
  });

  test("has the keys of the screen, and saving once", () => {
    const run = () => {};
    const rows = rowsOf({
      actions: [
        { label: "Publish this article", keys: "Mod-Enter", run },
        { label: "Save this article", keys: "Mod-S", run },
        { label: "Preview this article", run },
      ],
    });
    expect(keysOf(rows, "Publish this article")).toEqual(["Mod-Enter"]);
    expect(rows.filter(([, ...keys]) => keys.includes("Mod-S"))).toHaveLength(1);
    expect(keysOf(rows, "Preview this article")).toBeUndefined();
    expect(keysOf(rowsOf(), "Save")).toEqual(["Mod-S"]);
  });
});
