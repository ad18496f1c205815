import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import type { StoredSession } from "../session/kept-sessions.ts";
import { startSession } from "../session/session.ts";
import { DraftOffers } from "./draft-offers.tsx";
import { DraftState } from "./form-footer.tsx";

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

describe("unsaved work is offered", () => {
  const offer = (change: Partial<StoredSession> = {}) => {
    const work: StoredSession = {
      key: "d",
      account: "7",
      type: "ad",
      id: 12,
      title: "Typed",
      owner: "",
      savedAt: 0,
      session: startSession(null, {}),
      aside: null,
      choices: {},
      files: {},
      ...change,
    };
    return textOf(adminMarkup(<DraftOffers what="ad space" kept={[work]} onRestore={() => {}} />));
  };

  test.each([
    ["as changes", {}, "Unsaved changes to “Typed”"],
    ["as a new one", { id: null }, "An unsaved new ad space, “Typed”"],
    [
      "as somebody else's version, which is not one's own work",
      { aside: "theirs" as const },
      "The overwritten version of “Typed”",
    ],
    ["though it has no title yet", { title: "  " }, "Unsaved changes to “Untitled”"],
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
