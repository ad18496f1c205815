import { expect, test } from "vitest";
import { requestsOf, reviewers } from "#features/documents/requests/admin/use-requests.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { RoomReview, RoomReviewBanner } from "./room-review.tsx";

const ASKED = {
  id: 2,
  name: "Baraka Njoroge",
  by: "Wanjiru",
  at: "2026-11-20T12:00:00.000Z",
  is_me: true,
  message: "Before Monday?",
  answer: null,
  answer_message: "",
  answered: null,
};

const session = { refresh: async () => {} };

test.each(["article", "issue", "page"] as const)("the room of an %s shows the requests for that document", (type) => {
  const form = { type: { type }, base: { id: 7 }, flush: async () => true, latest: () => ({ version: null }), session };
  const client = cacheOf([
    [reviewers(), []],
    [requestsOf({ type, id: 7 }), { asked: ASKED, people: [ASKED] }],
  ]);
  const words = (element: React.ReactElement) => wordsOf(adminMarkup(element, { client }));
  expect(words(<RoomReviewBanner form={form} />)).toContain("Wanjiru asks you to review this. Before Monday?");
  expect(words(<RoomReview form={form} />)).toContain("Baraka Njoroge (you) Asked by Wanjiru");
  expect(words(<RoomReview form={{ ...form, base: null }} />)).toBe("");
});
