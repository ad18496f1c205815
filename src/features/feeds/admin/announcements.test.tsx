import { expect, test } from "vitest";
import type { Task } from "#features/tasks/endpoints.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { INDEXNOW_TASK, WEBSUB_TASK } from "../announcements/kinds.ts";
import { AnnouncementsSection, newestTask } from "./announcements.tsx";

const NOW = new Date().toISOString();
const task = (change: Partial<Task>): Task => ({
  id: 1,
  kind: INDEXNOW_TASK,
  state: "done",
  done: 1,
  total: 1,
  last_error: "",
  due_at: NOW,
  created_at: NOW,
  finished_at: NOW,
  result: { version: 5, at: 1, sent: 3 },
  ...change,
});

const words = (found: Task[]) =>
  wordsOf(
    adminMarkup(<AnnouncementsSection />, {
      answers: [
        [newestTask(INDEXNOW_TASK), found],
        [newestTask(WEBSUB_TASK), []],
      ],
    }),
  );

test.each([
  ["how much was sent, and when", task({}), /: 3 addresses Feed/],
  ["that there was nothing to send", task({ result: { version: 5, at: 1, sent: 0 } }), /: no changes Feed/],
  [
    "why a failed one was not sent",
    task({ state: "failed", result: null, last_error: "IndexNow responded with status 403." }),
    /Not sent\. IndexNow responded with status 403\. It will be sent with the next change\./,
  ],
  [
    "that one is retried",
    task({ state: "queued", finished_at: null, result: null, last_error: "IndexNow could not be reached." }),
    /could not be reached\. It will be retried\./,
  ],
  ["that one is waiting", task({ state: "queued", finished_at: null, result: null }), /Waiting to be sent/],
])("announcements show %s", (_what, found, expected) => {
  expect(words([found])).toMatch(expected);
});

test("announcements that were never made are said to be none", () => {
  expect(words([]).match(/Nothing sent yet/g)).toHaveLength(2);
});
