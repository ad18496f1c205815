import { describe, expect, test } from "vitest";
import { adminMarkup, buttonsIn, noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { RequestsPanel, ReviewBanner } from "./requests-panel.tsx";
import { type Asked, answer, ask, requestsChanged, requestsOf, reviewers } from "./use-requests.ts";

const ARTICLE = { type: "article", id: 7 } as const;
const PEOPLE = [
  { id: 2, name: "Baraka Njoroge" },
  { id: 3, name: "Esther Mwangi" },
];
const asked = (change: Partial<Asked> = {}): Asked => ({
  id: 2,
  name: "Baraka Njoroge",
  by: "Wanjiru",
  at: "2026-11-20T12:00:00.000Z",
  is_me: false,
  message: "",
  answer: null,
  answer_message: "",
  answered: null,
  ...change,
});
const requestOf = (...people: Asked[]) => ({ asked: people.find((one) => one.answer === null) ?? null, people });

test("requests are read again after a publication, which closes them", async () => {
  const client = cacheOf([[requestsOf(ARTICLE), requestOf(asked({ answer: "changes" }))]]);
  const { queryKey } = requestsOf(ARTICLE);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  requestsChanged(client, { type: "article", id: 8 });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  requestsChanged(client, ARTICLE);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

describe("the reviewers in the settings", () => {
  const render = (...given: Parameters<typeof cacheOf>) =>
    adminMarkup(<RequestsPanel document={ARTICLE} />, { client: cacheOf(...given) });
  const panel = (people: object, ...requests: Asked[]) =>
    render([
      [reviewers(), people],
      [requestsOf(ARTICLE), requestOf(...requests)],
    ]);

  test("are listed with what they were asked, by whom and when, and can be withdrawn", () => {
    const html = panel(
      PEOPLE,
      asked({ message: "By noon,\nplease <now>" }),
      asked({ id: 3, name: "Esther", by: null }),
    );
    expect(wordsOf(html)).toMatch(/Baraka Njoroge Asked by Wanjiru, .*\d\d:\d\d Withdraw By noon, please <now>/);
    expect(wordsOf(html)).toMatch(/Esther Asked by a removed user, /);
    expect(html).toContain('aria-label="Withdraw the request to Baraka Njoroge"');
    // Everybody is asked already.
    expect(buttonsIn(html)).not.toContain("Ask for a review");
  });

  test("are listed with what they answered, and can be asked again", () => {
    const answered = "2026-11-20T15:00:00.000Z";
    const html = panel(
      PEOPLE,
      asked({ answer: "changes", answer_message: "Name the source.", answered }),
      asked({ id: 3, name: "Esther", answer: "approve", answered, message: "By noon" }),
    );
    expect(wordsOf(html)).toMatch(/Baraka Njoroge Requested changes, .* Ask again Name the source\./);
    expect(wordsOf(html)).toMatch(/Esther Approved, .* Ask again Ask for a review$/);
    expect(html).toContain('aria-label="Ask Esther again"');
  });

  test("may be the user, who cannot ask themselves again", () => {
    const html = panel([], asked({ id: 1, name: "Amina", is_me: true, answer: "approve" }));
    expect(wordsOf(html)).toContain("Amina (you) Approved, ");
    expect(buttonsIn(html)).toEqual([]);
  });
});

describe("the banner above the text", () => {
  const banner = (...people: Asked[]) =>
    adminMarkup(<ReviewBanner document={ARTICLE} store={async () => '"1"'} />, {
      client: cacheOf([[requestsOf(ARTICLE), requestOf(...people)]]),
    });

  test("asks the reviewer, with the message, to approve or to request changes", () => {
    const html = banner(asked({ is_me: true, message: "Is the headline too long?" }));
    expect(wordsOf(html)).toBe("Wanjiru asks you to review this. Is the headline too long? Approve Request changes");
    expect(wordsOf(banner(asked({ is_me: true, by: null })))).toContain("A removed user asks you to review this.");
  });

  test("tells the author which changes are requested", () => {
    const html = banner(asked({ answer: "changes", answer_message: "Name the source." }));
    expect(wordsOf(html)).toBe("Baraka Njoroge requests changes. Name the source. Ask again");
  });

  test.each([
    ["others are asked", asked()],
    ["the user has answered", asked({ is_me: true, answer: "changes", answer_message: "Shorter." })],
    ["somebody has approved", asked({ answer: "approve" })],
  ])("is not there where %s", (_what, person) => {
    expect(banner(person)).toBe("");
  });
});

describe("what is sent", () => {
  test("everybody who is to be asked, with a message if there is one, and a withdrawal for nobody", async () => {
    const changed = requestOf(asked());
    const { api, calls } = noteCalls(({ method }) => (method === "PUT" ? { body: changed } : {}));
    expect(await ask(api, { type: "issue", id: 7 }, [2, 3], "By noon")).toEqual(changed);
    await ask(api, ARTICLE, [2], "");
    expect(await ask(api, ARTICLE, [])).toBeUndefined();
    expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["PUT", "/api/newsletter/issues/7/asked/", { people: [2, 3], message: "By noon" }],
      ["PUT", "/api/articles/7/asked/", { people: [2] }],
      ["DELETE", "/api/articles/7/asked/", undefined],
    ]);
  });

  test("an approval names the text, and a request for changes does not", async () => {
    const { api, calls } = noteCalls(() => ({ body: requestOf() }));
    await answer(api, ARTICLE, { answer: "approve", etag: '"3d2-x"' });
    await answer(api, ARTICLE, { answer: "changes", message: "Shorter." });
    expect(calls.map(({ url, body, ifMatch }) => [url, body, ifMatch])).toEqual([
      ["/api/articles/7/asked/answer/", { answer: "approve", message: "" }, '"3d2-x"'],
      ["/api/articles/7/asked/answer/", { answer: "changes", message: "Shorter." }, undefined],
    ]);
  });
});
