import { afterEach, describe, expect, test, vi } from "vitest";
import { saveFile } from "./admin/copy-link.ts";
import { placeToasts } from "./admin/toasts.tsx";
import { returnFocus } from "./control.tsx";
import { copyText } from "./copy-text.ts";
import { TAB_KEYS } from "./tabs.tsx";

afterEach(() => vi.unstubAllGlobals());

/** An element that notes what is done with it. */
class Part {
  value = "";
  done: string[] = [];
  dataset: Record<string, string> = {};
  form: { contains: (other: unknown) => boolean } | null = null;
  select = () => this.done.push(`selected ${this.value}`);
  remove = () => this.done.push("removed");
  click = () => this.done.push("clicked");
  focus = (how?: FocusOptions) => this.done.push(how?.preventScroll ? "focused in place" : "focused");
}

describe("a text that is copied", () => {
  const page = (isCopied: boolean) => {
    const [focused, field] = [new Part(), new Part()];
    vi.stubGlobal("HTMLElement", Part);
    vi.stubGlobal("document", {
      activeElement: focused,
      createElement: () => field,
      body: { append: () => field.done.push("added") },
      execCommand: () => isCopied,
    });
    return { focused, field };
  };

  test("goes through the clipboard alone where there is one", async () => {
    const { field } = page(true);
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyText("a\u0000b 🦊")).toBe(true);
    expect([writeText.mock.calls, field.done]).toEqual([[["a\u0000b 🦊"]], []]);
  });

  test.each([
    ["without https, where there is no clipboard", {}],
    ["where the clipboard is forbidden", { clipboard: { writeText: () => Promise.reject(new DOMException("no")) } }],
  ])(
    "goes through a selection %s, which leaves nothing behind and the focus where it was",
    async (_what, navigator) => {
      vi.stubGlobal("navigator", navigator);
      const { focused, field } = page(true);
      expect(await copyText("words")).toBe(true);
      expect([field.done, focused.done]).toEqual([["added", "selected words", "removed"], ["focused in place"]]);
    },
  );

  test("is not said to be copied where that failed too, and the page is cleared up all the same", async () => {
    vi.stubGlobal("navigator", {});
    const { field } = page(false);
    expect(await copyText("words")).toBe(false);
    expect(field.done.at(-1)).toBe("removed");
  });
});

describe("the focus after a form was disabled", () => {
  function back(focusedIn: "nothing" | "the body" | "the form" | "elsewhere"): string[] {
    const [control, body, other] = [new Part(), new Part(), new Part()];
    control.form = { contains: () => focusedIn === "the form" };
    const activeElement = { nothing: null, "the body": body, "the form": other, elsewhere: other }[focusedIn];
    vi.stubGlobal("document", { activeElement, body });
    returnFocus(control as unknown as HTMLInputElement);
    return control.done;
  }

  test("comes back to the control if it was lost, without scrolling", () => {
    for (const lost of ["nothing", "the body", "the form"] as const) expect(back(lost)).toEqual(["focused in place"]);
  });

  test("stays where the reader has moved it meanwhile", () => {
    expect(back("elsewhere")).toEqual([]);
  });

  test("needs no control: the form may be gone", () => {
    vi.stubGlobal("document", { activeElement: null, body: null });
    expect(() => returnFocus(null)).not.toThrow();
  });
});

test("a file that is saved gives its memory back, once the download has begun", () => {
  const link = Object.assign(new Part(), { href: "", download: "" });
  vi.stubGlobal("document", { createElement: () => link });
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void link.done.push(`revoked ${url}`));
  try {
    saveFile(new Blob(["a"]), "readers 2026.csv");
  } finally {
    revoked.mockRestore();
  }
  expect([link.download, link.done]).toEqual(["readers 2026.csv", ["clicked", `revoked ${link.href}`]]);
  expect(link.href).toMatch(/^blob:/);
  URL.revokeObjectURL(link.href);
});

test("the arrows go round the tabs, and stay where there is only one", () => {
  const by = (key: string, from: number, count: number) => TAB_KEYS[key]?.(from, count);
  expect([by("ArrowRight", 2, 3), by("ArrowLeft", 0, 3), by("ArrowRight", 0, 3), by("ArrowLeft", 2, 3)]).toEqual([
    0, 2, 1, 1,
  ]);
  expect([by("Home", 2, 3), by("End", 0, 3)]).toEqual([0, 2]);
  expect(["ArrowRight", "ArrowLeft", "End"].map((key) => by(key, 0, 1))).toEqual([0, 0, 0]);
  expect(by("Enter", 0, 3)).toBeUndefined();
});

describe("a toast is placed", () => {
  const box = (top: number, bottom: number) => ({ left: 0, right: 400, top, bottom, height: bottom - top });
  /** Where a toast of 80 px comes on a screen of 800, beside what is needed. */
  function placed({
    needed = [] as object[],
    dialog = null as object[] | null,
    viewport = undefined as object | undefined,
  }) {
    const style: Record<string, string> = {};
    const elements = (boxes: object[]) => boxes.map((one) => ({ getBoundingClientRect: () => one }));
    vi.stubGlobal("HTMLElement", class {});
    vi.stubGlobal("window", { innerHeight: 800, visualViewport: viewport });
    vi.stubGlobal("document", {
      querySelectorAll: (selector: string) => {
        if (!selector.startsWith("dialog")) return elements(needed);
        return dialog ? [{ querySelectorAll: () => [] }, { querySelectorAll: () => elements(dialog) }] : [];
      },
    });
    placeToasts({ style, getBoundingClientRect: () => box(0, 80) } as unknown as HTMLElement);
    return style;
  }

  test("at the bottom, or at the top where it would cover what is needed", () => {
    expect(placed({})).toEqual({ top: "auto", bottom: "16px" });
    expect(placed({ needed: [box(720, 760)] })).toEqual({ top: "16px", bottom: "auto" });
  });

  test("beside the buttons of the uppermost dialog, whatever it covers behind that", () => {
    expect(placed({ needed: [box(720, 760)], dialog: [] })).toEqual({ top: "auto", bottom: "16px" });
    expect(placed({ dialog: [box(720, 760)] })).toEqual({ top: "16px", bottom: "auto" });
  });

  test("above a phone's keyboard, and within what a zoomed page shows", () => {
    expect(placed({ viewport: { offsetTop: 0, height: 500 } })).toEqual({ top: "auto", bottom: "316px" });
    expect(placed({ viewport: { offsetTop: 100, height: 500 }, needed: [box(480, 600)] })).toEqual({
      top: "116px",
      bottom: "auto",
    });
  });
});
