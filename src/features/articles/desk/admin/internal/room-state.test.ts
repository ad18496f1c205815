import { describe, expect, test } from "vitest";
import { type RoomFacts, roomState } from "./room-actions.tsx";

const NOW = new Date(2026, 10, 20, 10, 50).getTime();
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();
const iso = (time: number) => new Date(time).toISOString();
const CLEAN: RoomFacts = {
  stored: { status: "draft", published_date: null },
  autosave: { is: "idle", at: null },
  savedAt: null,
  isBusy: false,
  isUnsaved: false,
  isWaiting: false,
  isKept: false,
  isRefused: false,
  zone: "Africa/Nairobi",
};
const words = (facts: Partial<RoomFacts>) => roomState({ ...CLEAN, ...facts }, NOW).words;

describe("the state of an article in words", () => {
  const published = (time: number) => ({ status: "published", published_date: iso(time) }) as const;

  test.each([
    ["a new one", { stored: null }, "Not saved yet"],
    ["a draft as it was opened", {}, "Draft"],
    ["a draft that was saved", { savedAt: at(20, 10, 42) }, "Draft, saved 10:42"],
    ["one that readers see", { stored: published(at(1, 9, 0)) }, "Published"],
    ["an update of it", { stored: published(at(1, 9, 0)), savedAt: at(20, 10, 42) }, "Published, saved 10:42"],
    ["one that is due in some days", { stored: published(Date.parse("2026-11-24T06:00:00Z")) }, "Scheduled, Tue 09:00"],
    [
      "changes that become public at a time",
      { stored: { ...published(at(1, 9, 0)), saved: iso(NOW), publish_at: "2026-11-24T06:00:00.000Z" } },
      "Published, update Tue 09:00",
    ],
    [
      "one that is due, with changes that are not part of it",
      { stored: { ...published(Date.parse("2026-11-24T06:00:00Z")), saved: iso(NOW) } },
      "Scheduled, Tue 09:00; it does not include your changes yet",
    ],
    ["one whose date has just come", { stored: published(NOW) }, "Published"],
    [
      "a draft's working copy",
      { stored: { status: "draft", published_date: null, saved: iso(at(20, 10, 42)) } },
      "Draft, saved 10:42",
    ],
    [
      "changes that readers do not see",
      { stored: { ...published(at(1, 9, 0)), saved: iso(NOW) } },
      "Published, changes not yet public",
    ],
    ["what stores itself", { isUnsaved: true, autosave: { is: "saving", at: null } }, "Saving…"],
    ["what is typed", { isUnsaved: true }, "Unsaved changes"],
    ["what the browser has", { isUnsaved: true, isKept: true }, "Unsaved, stored in this browser"],
    ["what it no longer takes", { isUnsaved: true, isKept: true, isRefused: true }, "Unsaved changes"],
    ["what is on its way", { isUnsaved: true, isBusy: true, isWaiting: true }, "Saving…"],
  ] as const)("%s", (_what, facts, expected) => {
    expect(words(facts)).toBe(expected);
  });

  test("warns where the server cannot be reached, and never says that work is kept where it is not", () => {
    const waiting = { ...CLEAN, isUnsaved: true, isWaiting: true, isKept: true };
    expect(roomState(waiting, NOW)).toEqual({ words: "Not saved yet, stored in this browser", isWarning: true });
    const away = { ...waiting, isWaiting: false, autosave: { is: "offline", at: null } } as const;
    expect(roomState(away, NOW)).toEqual({ words: "Offline, stored in this browser", isWarning: true });
    expect(roomState({ ...waiting, isKept: false }, NOW)).toEqual({ words: "Not saved yet", isWarning: true });
    expect(roomState({ ...away, isKept: false }, NOW)).toEqual({ words: "Offline", isWarning: true });
    expect(roomState({ ...waiting, isRefused: true }, NOW)).toEqual({
      words: "Offline, not stored anywhere",
      isWarning: true,
    });
  });
});

test.each([
  [
    "a change by an unknown user",
    { autosave: { is: "conflict", saver: null } },
    "Not saved: the same part was changed elsewhere",
  ],
  [
    "a colleague's change",
    { autosave: { is: "conflict", saver: { name: "Grace Kamau" } } },
    "Not saved: Grace Kamau changed the same part",
  ],
  [
    "a change in the user's other tab",
    { autosave: { is: "conflict", saver: "me" } },
    "Not saved: you changed the same part elsewhere",
  ],
  ["a refusal, in the server's words", { autosave: { is: "refused", detail: "Too long." } }, "Not saved: Too long."],
  ["a browser that keeps nothing", { autosave: { is: "offline" }, isRefused: true }, "Offline, not stored anywhere"],
])("warns of %s, before anything that is said of unsaved words", (_what, facts, expected) => {
  const all = { ...CLEAN, isUnsaved: true, isKept: true, ...facts } as RoomFacts;
  expect(roomState(all, NOW)).toEqual({ words: expected, isWarning: true });
  // While it is tried again, that is said.
  expect(words({ ...all, isBusy: true })).toBe("Saving…");
});

test("says calmly that words typed into a scheduled update are not part of it", () => {
  const refused = {
    autosave: { is: "refused", at: null, code: "update_scheduled", detail: "It is scheduled." },
    isUnsaved: true,
  } as const;
  expect(roomState({ ...CLEAN, ...refused, isKept: true }, NOW)).toEqual({
    words: "Not part of the scheduled update, stored in this browser",
    isWarning: false,
  });
});

test("one that waits for an editor says when it was saved, by itself too", () => {
  const stored = { status: "ready", published_date: null } as const;
  expect(words({ stored })).toBe("Ready");
  expect(words({ stored, autosave: { is: "idle", at: at(20, 10, 42) } })).toBe("Ready, saved 10:42");
});
