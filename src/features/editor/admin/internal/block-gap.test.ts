import type { EditorView } from "@tiptap/pm/view";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Json } from "#test/support/editor-documents.ts";
import { bullets, figure, item, openEditor, p, picture, table } from "#test/support/headless-editor.ts";
import { blockGapAt } from "./drop.tsx";
import { fileHandlers } from "./paste.ts";

/** Every block is as high as one unit, below the one before it. */
const HEIGHT = 10;
class Box {
  readonly top: number;
  constructor(top: number) {
    this.top = top;
  }
  getBoundingClientRect = () => ({ top: this.top, bottom: this.top + HEIGHT, left: 3, width: 50 });
}

beforeEach(() => void vi.stubGlobal("Element", Box));
afterEach(() => void vi.unstubAllGlobals());

/** A view on a document whose `found` position is under the pointer. */
function viewOf(content: Json[], found: { pos: number; inside: number } | null): EditorView {
  const { state } = openEditor(...content);
  const view = {
    state,
    dom: new Box(0),
    posAtCoords: () => found,
    nodeDOM: (pos: number) => new Box(pos * HEIGHT),
    someProp: () => true,
  };
  return view as unknown as EditorView;
}
/** The gap for a pointer in the upper or lower half of the block that begins at a position. */
const gapAt = (content: Json[], pos: number, block: number, half: "upper" | "lower") =>
  blockGapAt(viewOf(content, { pos, inside: -1 }), {
    clientX: 0,
    clientY: block * HEIGHT + (half === "upper" ? 1 : HEIGHT - 1),
  });

describe("a dropped picture goes", () => {
  test("before or after the line it is dropped on, whichever is nearer; a line shows where", () => {
    const lines = [p("ab"), p("cd")];
    expect(gapAt(lines, 6, 4, "upper")).toEqual({ pos: 4, top: 40, left: 3, width: 50 });
    expect(gapAt(lines, 6, 4, "lower")).toEqual({ pos: 8, top: 50, left: 3, width: 50 });
  });

  test("into an empty line, in place of it", () => {
    expect(gapAt([p("a"), p()], 4, 3, "lower").pos).toBe(4);
  });

  test("beside a line in an item, but not before the item's first one", () => {
    const list = [bullets(item(p("a"), p("b")))];
    expect(gapAt(list, 6, 5, "upper").pos).toBe(5);
    expect(gapAt(list, 3, 2, "lower").pos).toBe(5);
    // An item begins with a line: the gap before the list is the nearest one.
    expect(gapAt(list, 3, 0, "upper").pos).toBe(0);
  });

  test("beside a table and a figure, not into them", () => {
    expect(gapAt([table(["a"]), p("b")], 4, 0, "upper").pos).toBe(0);
    expect(gapAt([figure("a", "b"), p("c")], 3, 0, "upper").pos).toBe(0);
  });

  test("beside the block the pointer is on where there is no text", () => {
    const view = viewOf([p("a"), picture()], { pos: 3, inside: 3 });
    expect(blockGapAt(view, { clientX: 0, clientY: 3 * HEIGHT + 9 }).pos).toBe(4);
  });

  test("to the beginning or the end where it is dropped above or below all text", () => {
    const view = viewOf([p("ab"), p("cd")], null);
    expect(blockGapAt(view, { clientX: 0, clientY: -5 }).pos).toBe(0);
    expect(blockGapAt(view, { clientX: 0, clientY: 500 }).pos).toBe(8);
  });
});

describe("files", () => {
  const file = { name: "a.png" } as File;
  const uploads: [names: string[], pos: number | undefined][] = [];
  const handlers = fileHandlers(() => ({
    uploadAll: async (files, pos) => void uploads.push([files.map(({ name }) => name), pos]),
    reportMissing: () => {},
    reportPlain: () => {},
  }));
  beforeEach(() => void uploads.splice(0));

  const paste = (files: File[], html = "") => {
    const event = { clipboardData: { files, getData: () => html } } as unknown as ClipboardEvent;
    return handlers.handlePaste?.call({} as never, viewOf([p("ab")], null), event, {} as never);
  };
  const drop = (files: File[], isMoved: boolean) => {
    const preventDefault = vi.fn();
    const event = { dataTransfer: { files }, clientX: 0, clientY: 500, preventDefault } as unknown as DragEvent;
    const isTaken = handlers.handleDrop?.call({} as never, viewOf([p("ab")], null), event, {} as never, isMoved);
    return { isTaken, isPrevented: preventDefault.mock.calls.length > 0 };
  };

  test("that are pasted are uploaded to the cursor", () => {
    expect(paste([file])).toBe(true);
    expect(uploads).toEqual([[["a.png"], 1]]);
  });

  test("that merely picture pasted words are not: Word and Excel add them", () => {
    paste([file], "<p>words</p>");
    paste([], "");
    expect(uploads).toEqual([]);
    expect(paste([file], '<img src="https://x.example/a.png">')).toBe(true);
  });

  test("that are dropped are uploaded between blocks, and do not replace the page", () => {
    expect(drop([file], false)).toEqual({ isTaken: true, isPrevented: true });
    expect(uploads).toEqual([[["a.png"], 4]]);
  });

  test("that a moved part of the text brings along are not, nor is a text that is dropped", () => {
    expect(drop([file], true)).toEqual({ isTaken: false, isPrevented: false });
    expect(drop([], false)).toEqual({ isTaken: false, isPrevented: false });
    expect(uploads).toEqual([]);
  });
});
