import { describe, expect, test } from "vitest";
import type { Role } from "#shared/actor.ts";
import { NetworkError } from "#shared/api-client.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleIssue } from "#test/support/issue-answers.ts";
import type { Issue } from "../endpoints.ts";
import { allIssues, oneIssue } from "./calls.ts";
import { useNextIssue } from "./next-issue.ts";

const ARTICLE = { id: 12, title: "Rollups" };
const PATH = "/api/newsletter/issues/";

/** An editor's browser that knows these issues, and a server that has `stored` and refuses so many changes. */
function desk({
  known = [] as Issue[],
  stored = exampleIssue(),
  conflicts = 0,
  fault = undefined as Error | undefined,
} = {}) {
  const { client, has } = clientOfAnswers();
  has(allIssues(1), { items: known, total: known.length });
  let [now, refused] = [stored, 0];
  const { api, calls: sent } = noteCalls(({ method, body }) => {
    if (method === "GET") return { body: now };
    if (fault) throw fault;
    if (method === "POST") return { body: exampleIssue({ id: 9, ...(body as object) }) };
    if (refused++ < conflicts) {
      // Somebody else has saved it meanwhile.
      now = { ...now, version: now.version + 1, article_ids: [...now.article_ids, 100 + refused] };
      throw apiError("stale_version");
    }
    now = { ...now, ...(body as object), version: now.version + 1 };
    return { body: now };
  });
  return {
    next: (role: Role = "chief") => hookResult(useHeld, { client, api, role }).next,
    sent: () =>
      sent
        .filter(({ method }) => method !== "GET")
        .map(({ method, url, body }) => ({ call: `${method} ${url}`, body })),
    cached: (id: number) => client.getQueryData(oneIssue(id).queryKey as readonly unknown[]),
  };
}
/** Null is a result too. */
const useHeld = () => ({ next: useNextIssue() });

describe("an article is put into the next newsletter", () => {
  test("which is the newest one that is still written", () => {
    const known = [
      exampleIssue({ id: 9, subject: "Planned", state: "scheduled" }),
      exampleIssue({ id: 8, subject: "Being written" }),
      exampleIssue({ id: 7, subject: "Forgotten" }),
    ];
    expect(desk({ known }).next()?.subject).toBe("Being written");
  });

  test("at its end, and what is cached of the issue has it", async () => {
    const stored = exampleIssue({ article_ids: [5] });
    const { next, sent, cached } = desk({ known: [stored], stored });
    expect(await next()?.add(ARTICLE)).toBe("The week");
    expect(sent()).toEqual([{ call: `PUT ${PATH}7/`, body: { article_ids: [5, 12] } }]);
    expect(cached(7)).toMatchObject({ article_ids: [5, 12] });
  });

  test.each<[string, Partial<Issue>]>([
    ["at its end", { article_ids: [12] }],
    ["in its text", { body: '<article class="with-picture" data-article="12"></article>' }],
  ])("once only: where it stands %s already, nothing is sent", async (_where, change) => {
    const stored = exampleIssue(change);
    const { next, sent } = desk({ known: [stored], stored });
    await next()?.add(ARTICLE);
    expect(sent()).toEqual([]);
  });

  test("also where the number of another begins like its own", async () => {
    const stored = exampleIssue({
      body: '<article class="with-picture" data-article="123"></article>',
      article_ids: [1],
    });
    const { next, sent } = desk({ known: [stored], stored });
    await next()?.add(ARTICLE);
    expect(sent()).toHaveLength(1);
  });

  test("again, to what somebody else has saved meanwhile, whose articles stay", async () => {
    const { next, sent } = desk({ known: [exampleIssue()], conflicts: 2 });
    await next()?.add(ARTICLE);
    expect(sent().map(({ body }) => body)).toEqual([
      { article_ids: [12] },
      { article_ids: [101, 12] },
      { article_ids: [101, 102, 12] },
    ]);
  });

  test("three times at most: then it is a failure", async () => {
    const { next, sent } = desk({ known: [exampleIssue()], conflicts: 9 });
    await expect(next()?.add(ARTICLE)).rejects.toMatchObject({ status: 409 });
    expect(sent()).toHaveLength(3);
  });

  test.each([
    ["the server refuses it", apiError("invalid_input", "An issue has at most 30 articles.")],
    ["nobody answers", new NetworkError()],
  ])("once only where %s", async (_what, fault) => {
    const { next, sent } = desk({ known: [exampleIssue()], fault });
    await expect(next()?.add(ARTICLE)).rejects.toBe(fault);
    expect(sent()).toHaveLength(1);
  });
});

describe("where no newsletter is being written", () => {
  const known = [exampleIssue({ state: "sent" })];

  test("adding begins one, which is called as the article is", async () => {
    const { next, sent } = desk({ known });
    expect(next()?.subject).toBeNull();
    expect(await next()?.add(ARTICLE)).toBe("Rollups");
    expect(sent()).toEqual([{ call: `POST ${PATH}`, body: { subject: "Rollups", article_ids: [12] } }]);
  });

  test("its subject is no longer than one may be, and cut between characters", async () => {
    const { next, sent } = desk({ known });
    await next()?.add({ id: 12, title: `${"x".repeat(199)}😀 and more` });
    expect(sent()[0]?.body).toMatchObject({ subject: `${"x".repeat(199)}\ufffd` });
  });
});

test("nothing is offered to who may not write issues", () => {
  expect(desk({ known: [exampleIssue()] }).next("writer")).toBeNull();
});

test("nothing is offered before it is known what is being written", () => {
  const { client } = clientOfAnswers();
  expect(hookResult(useHeld, { client }).next).toBeNull();
});
