import { expect, test } from "vitest";
import type { Note } from "../../schema.ts";
import { countNotes, orderedNotes } from "../notes-panel.tsx";

const note = (id: number, state: Note["state"], quote = "words"): Note => ({
  id,
  state,
  quote,
  suggestion: "",
  text: "?",
  author: "Amina",
  is_mine: true,
  created: "2026-11-20T12:00:00.000Z",
  mentions: [],
  replies: [],
});
const NOTES = [note(1, "resolved"), note(2, "open"), note(3, "answered"), note(4, "open"), note(5, "open", "")];
const ids = (notes: Note[]) => notes.map(({ id }) => id);

test("notes stand in the order of the text: the whole article first, a lost passage last, the resolved after all", () => {
  expect(ids(orderedNotes(NOTES, "all", [1, 4, 2]))).toEqual([5, 4, 2, 3, 1]);
  expect(ids(orderedNotes(NOTES, "all", []))).toEqual([5, 2, 3, 4, 1]);
});

test("one state can be shown alone, and each is counted", () => {
  expect(ids(orderedNotes(NOTES, "open", [4, 2]))).toEqual([5, 4, 2]);
  expect(countNotes(NOTES)).toEqual({ all: 5, open: 3, answered: 1, resolved: 1 });
});
