import { describe, expect, test } from "vitest";
import { adminMarkup, noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { ReviewRequest } from "../schema.ts";
import { AskPanel } from "./ask-panel.tsx";
import { ask, requestOf, reviewers } from "./calls.ts";

const PEOPLE = [
  { id: 2, name: "Baraka Njoroge" },
  { id: 3, name: "Esther Mwangi" },
];
const asked = (change: Partial<NonNullable<ReviewRequest["asked"]>> = {}): ReviewRequest => {
  const request = {
    ...{ id: 2, name: "Baraka Njoroge", by: "Wanjiru", at: "2026-11-20T12:00:00.000Z", is_me: false },
    ...{ message: "", answer: null, answer_message: "", answered: null },
    ...change,
  };
  return { asked: request, people: [request] };
};
const NOBODY = { asked: null, people: [] };
const render = (...given: Parameters<typeof cacheOf>) =>
  adminMarkup(<AskPanel id={7} />, { client: cacheOf(...given) });
const shown = (people: object, request: ReviewRequest) =>
  wordsOf(
    render([
      [reviewers(), people],
      [requestOf(7), request],
    ]),
  );

describe("whoever is asked to review an article", () => {
  test("is named, and by whom; without anybody, it says where they find it", () => {
    expect(shown(PEOPLE, NOBODY)).toMatch(/Nobody They find it among their notifications\.$/);
    expect(shown(PEOPLE, asked())).toMatch(/Baraka Njoroge Asked by Wanjiru, .*\d\d:\d\d\.$/);
    expect(shown(PEOPLE, asked({ by: null }))).toMatch(/Asked by somebody, /);
  });

  test("is told that it is oneself, who is not among those that one can ask", () => {
    const words = shown(PEOPLE, asked({ id: 1, name: "Amina", is_me: true }));
    expect(words).toMatch(/Amina \(you\) Wanjiru asked you, .*\.$/);
    expect(shown(PEOPLE, asked({ id: 1, is_me: true, by: null }))).toContain("Somebody asked you, ");
  });

  test("stays chosen where the list of people does not have them", () => {
    expect(shown([], asked({ name: "Former <Editor>" }))).toContain("Former <Editor>");
  });

  test("is nobody where nobody else may approve", () => {
    expect(shown([], NOBODY)).toBe("Nobody else here may approve articles.");
  });
});

test("nothing is claimed while one of the calls is on its way; one that failed can be tried again", () => {
  expect(wordsOf(render([[reviewers(), PEOPLE]]))).toBe("");
  expect(wordsOf(render([[requestOf(7), NOBODY]]))).toBe("");
  for (const failed of [reviewers(), requestOf(7)])
    expect(wordsOf(render([], [failed]))).toBe("Could not load who can review this. Try again");
});

test("somebody is asked by number, and nobody by taking the request back", async () => {
  const { api, calls } = noteCalls(({ method }) => (method === "PUT" ? { body: asked() } : {}));
  expect([await ask(api, 7, 2), await ask(api, 7, null)]).toEqual([asked(), NOBODY]);
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["PUT", "/api/articles/7/asked/", { person: 2 }],
    ["DELETE", "/api/articles/7/asked/", undefined],
  ]);
});
