import type { Editor } from "@tiptap/core";
import type { KeyboardEvent, MouseEvent } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  code,
  cursorAfter,
  footnote,
  link,
  openEditor,
  p,
  picture,
  select,
  selectNode,
  text,
} from "#test/support/headless-editor.ts";
import type { EditorAddition } from "../rich-text.ts";
import { surfaceKeys } from "./editor-surface.tsx";

/** How often the editor was made to read the browser's selection. */
let readings = 0;
/** What a click meets: `closest` is all that is asked of it. */
class Target {
  readonly isNumber: boolean;
  constructor(isNumber: boolean) {
    this.isNumber = isNumber;
  }
  closest = (selector: string) => (this.isNumber && selector.startsWith("sup[") ? this : null);
}
beforeEach(() => {
  readings = 0;
});
afterEach(() => vi.unstubAllGlobals());

/** Does something as if in a page, which an editor without a screen must not find as it is made. */
function inPage(act: () => void): void {
  vi.stubGlobal("document", { dispatchEvent: ({ type }: Event) => (type === "selectionchange" ? readings++ : 0) });
  vi.stubGlobal("Element", Target);
  act();
  vi.unstubAllGlobals();
}

const addition: EditorAddition = {
  extensions: [],
  tools: [],
  hidden: [],
  dialogs: {},
  placeholder: "",
  dialogOf: (editor) => (editor.isActive("horizontalRule") ? "article" : null),
};

type Options = { disabled?: boolean; hasNotes?: boolean; addition?: EditorAddition; isFocused?: boolean };
type Keys = Partial<Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">>;

/** The surface of an editor, with all that was opened, saved and noted. */
function surface(editor: Editor, { disabled = false, hasNotes = true, isFocused = true, ...rest }: Options = {}) {
  const done: string[] = [];
  const passages = {
    list: [],
    onPlaced: () => {},
    onOpen: () => {},
    onAdd: (quote: string) => done.push(`note on "${quote}"`),
  };
  editor.isFocused = isFocused;
  const keys = surfaceKeys({
    editor,
    addition: rest.addition,
    out: { html: () => "", flush: () => done.push("flushed") },
    disabled,
    passages: hasNotes ? passages : undefined,
    open: (dialog) => done.push(dialog),
  });
  /** Presses keys as the page sees them; answers with what was done, and what became of the event. */
  function press(given: Keys, isComposing = false) {
    const event = { key: "", code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...given };
    let [isPrevented, isStopped] = [false, false];
    const sent = {
      ...event,
      nativeEvent: { isComposing },
      preventDefault: () => {
        isPrevented = true;
      },
      stopPropagation: () => {
        isStopped = true;
      },
    } as unknown as KeyboardEvent;
    inPage(() => {
      keys.onKeyDownCapture(sent);
      if (!isStopped) keys.onKeyDown(sent);
    });
    return { done: done.splice(0), isPrevented, isStopped };
  }
  return {
    press,
    click: (isNumber: boolean) => {
      inPage(() => keys.onClick({ target: new Target(isNumber) } as unknown as MouseEvent));
      return done.splice(0);
    },
    doubleClick: () => {
      keys.onDoubleClick();
      return done.splice(0);
    },
  };
}

const NOTHING = { done: [], isPrevented: false, isStopped: false };
const opened = (dialog: string) => ({ done: [dialog], isPrevented: true, isStopped: true });
const onWord = () => {
  const editor = openEditor(p("a word b"));
  select(editor, "word");
  return editor;
};

describe("saving", () => {
  test.each([
    ["Ctrl+S", { key: "s", ctrlKey: true }],
    ["⌘+S", { key: "s", metaKey: true }],
    ["Ctrl+S with Caps Lock", { key: "S", ctrlKey: true }],
  ])("%s gives the form all that is typed before it saves, which it does itself", (_what, keys) => {
    expect(surface(onWord()).press(keys)).toEqual({ done: ["flushed"], isPrevented: false, isStopped: false });
  });

  test("Ctrl+Shift+S is the tool's alone: nothing is saved", () => {
    expect(surface(onWord()).press({ key: "S", ctrlKey: true, shiftKey: true })).toEqual({
      ...NOTHING,
      isStopped: true,
    });
  });

  test("an s that is typed saves nothing", () => {
    expect(surface(onWord()).press({ key: "s" })).toEqual(NOTHING);
  });
});

describe("Ctrl+K", () => {
  const keys = { key: "k", ctrlKey: true };

  test("is a link for selected words, and for the link around the caret", () => {
    expect(surface(onWord()).press(keys)).toEqual(opened("link"));
    const editor = openEditor(p(text("linked", link("/a"))));
    cursorAfter(editor, "link");
    expect(surface(editor).press({ key: "K", metaKey: true })).toEqual(opened("link"));
  });

  test("is left to the finder where there is nothing to link", () => {
    const editor = openEditor(p("a word"));
    cursorAfter(editor, "a w");
    expect(surface(editor).press(keys)).toEqual(NOTHING);
  });

  test.each([
    ["Shift", { shiftKey: true }],
    ["Alt", { altKey: true }],
  ])("is something else together with %s", (_name, more) => {
    expect(surface(onWord()).press({ ...keys, ...more }).done).toEqual([]);
  });
});

describe("other keys", () => {
  test("Ctrl+F finds", () => {
    expect(surface(onWord()).press({ key: "f", ctrlKey: true })).toEqual(opened("find"));
  });

  test("Ctrl+Alt+F is a footnote, whatever letter the layout makes of it, where there can be one", () => {
    const keys = { key: "ƒ", code: "KeyF", metaKey: true, altKey: true };
    expect(surface(onWord()).press(keys)).toEqual(opened("footnote"));
    const editor = openEditor(code("a = b"));
    cursorAfter(editor, "a");
    expect(surface(editor).press(keys)).toEqual(NOTHING);
  });

  test("Ctrl+Alt+M is a note on the selected words, on screens that have notes", () => {
    const keys = { key: "µ", code: "KeyM", ctrlKey: true, altKey: true };
    expect(surface(onWord()).press(keys)).toMatchObject({ done: ['note on "word"'], isPrevented: true });
    expect(surface(onWord(), { hasNotes: false }).press(keys)).toEqual(NOTHING);
  });

  test("open nothing while the text is disabled, which can still be noted on", () => {
    const shown = surface(onWord(), { disabled: true });
    for (const key of ["k", "f"]) expect(shown.press({ key, ctrlKey: true })).toEqual(NOTHING);
    expect(shown.press({ code: "KeyM", ctrlKey: true, altKey: true }).done).toEqual(['note on "word"']);
  });
});

describe("Enter on what is selected as a whole", () => {
  const selected = (type: string) => {
    const editor = openEditor(p("a", footnote("A")), picture(), { type: "horizontalRule" }, p());
    selectNode(editor, type);
    return editor;
  };

  test.each([
    ["image", "picture"],
    ["footnote", "footnote"],
    ["horizontalRule", "article"],
  ])("opens what changes the %s", (type, dialog) => {
    expect(surface(selected(type), { addition }).press({ key: "Enter" })).toEqual(opened(dialog));
  });

  test("is a line in the text, and for what nothing changes", () => {
    expect(surface(onWord(), { addition }).press({ key: "Enter" })).toEqual(NOTHING);
    expect(surface(selected("horizontalRule")).press({ key: "Enter" })).toEqual(NOTHING);
  });

  test("is not the text's where a field inside of it has the focus, or while it is disabled", () => {
    expect(surface(selected("image"), { isFocused: false }).press({ key: "Enter" })).toEqual(NOTHING);
    expect(surface(selected("image"), { disabled: true }).press({ key: "Enter" })).toEqual(NOTHING);
  });
});

describe("clicks", () => {
  const onFootnote = () => {
    const editor = openEditor(p("a", footnote("A")), picture());
    selectNode(editor, "footnote");
    return editor;
  };
  const onPicture = () => {
    const editor = onFootnote();
    selectNode(editor, "image");
    return editor;
  };

  test("one on a footnote's number opens it; one elsewhere, or on disabled text, does not", () => {
    expect(surface(onFootnote()).click(true)).toEqual(["footnote"]);
    expect(surface(onFootnote()).click(false)).toEqual([]);
    expect(surface(onFootnote(), { disabled: true }).click(true)).toEqual([]);
    expect(surface(onPicture()).click(true)).toEqual([]);
  });

  test("two on a picture open it; a footnote is open after the first", () => {
    expect(surface(onPicture()).doubleClick()).toEqual(["picture"]);
    expect(surface(onFootnote()).doubleClick()).toEqual([]);
    expect(surface(onPicture(), { disabled: true }).doubleClick()).toEqual([]);
  });
});

test("before each key the editor reads where the caret is, but not while a letter is being composed or elsewhere", () => {
  const shown = surface(onWord());
  shown.press({ key: "x" });
  expect(readings).toBe(1);
  shown.press({ key: "x" }, true);
  surface(onWord(), { isFocused: false }).press({ key: "x" });
  expect(readings).toBe(1);
});
