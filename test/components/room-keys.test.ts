import { beforeEach, describe } from "vitest";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

const FUTURE = "2036-01-05T06:30:00.000Z";

/** A document in a state: where it is edited, how it is read, and what readers get or will get of it. */
type Case = {
  open: (api: Api) => Promise<{ room: string; sent: () => Promise<string>; newest: () => Promise<string> }>;
  field: string;
  /** What is done before typing. */
  before?: (page: Page) => Promise<unknown>;
  /** The dialog of Ctrl+Enter; null if there is nothing to ask. */
  asks: RegExp | null;
};

const textOf = async (api: Api, url: string) => (await api.get(url)).text();

const article = (change: object, update?: { at: string }): Case["open"] =>
  async function open(api) {
    const data = { title: "Before", category: "AI", content: "<p>Text</p>", ...change };
    const { id } = await (await api.post(apiUrl.articles(), { data })).json();
    if (update) {
      await api.put(editorApiUrl.draft(id), { data: { title: "Scheduled" } });
      await api.post(editorApiUrl.publish(id), { data: update });
    }
    return {
      room: adminUrl.article(id),
      sent: () => textOf(api, apiUrl.article(id)),
      newest: async () => (await textOf(api, editorApiUrl.draft(id))) + (await textOf(api, apiUrl.article(id))),
    };
  };

const page = (isPublished: boolean): Case["open"] =>
  async function open(api) {
    const made = await api.post("/api/pages/", { data: { title: "Before", slug: "before", content: "<p>Text</p>" } });
    const { id } = await made.json();
    if (isPublished)
      await api.post(`/api/pages/${id}/publish/`, { headers: { "if-match": made.headers().etag ?? "" } });
    return {
      room: adminUrl.page(id),
      sent: () => textOf(api, `/api/pages/${id}/`),
      newest: () => textOf(api, `/api/pages/${id}/draft/`),
    };
  };

const issue = (isScheduled: boolean): Case["open"] =>
  async function open(api) {
    const made = await api.post(editorApiUrl.issues(), { data: { subject: "Before", body: "<p>Text</p>" } });
    const { id } = await made.json();
    const url = `${editorApiUrl.issues()}${id}/`;
    if (isScheduled) await api.post(`${url}send/`, { data: { at: FUTURE } });
    return {
      room: adminUrl.issue(id),
      sent: () => textOf(api, url),
      newest: () => textOf(api, isScheduled ? `${url}draft/` : url),
    };
  };

const suggestion: Case["open"] = async (api) => {
  const { room, ...rest } = await article({ status: "published" })(api);
  return {
    ...rest,
    room: `${room}?mode=suggest`,
    newest: () => textOf(api, room.replace(/.*\/(\d+)$/, "/api/articles/$1/suggestion/")),
  };
};

const CASES: [string, Case][] = [
  ["a draft", { open: article({ status: "draft" }), field: "Title*", asks: /^Publish this article$/ }],
  [
    "a draft whose status is set to published",
    {
      open: article({ status: "draft" }),
      field: "Title*",
      before: (page) => page.getByRole("radio", { name: "Published" }).check(),
      asks: /^Publish this article$/,
    },
  ],
  ["a public article", { open: article({ status: "published" }), field: "Title*", asks: /^Update this article$/ }],
  [
    "a scheduled article",
    { open: article({ status: "published", published_date: FUTURE }), field: "Title*", asks: /this article$/ },
  ],
  [
    "a public article with a scheduled update",
    { open: article({ status: "published" }, { at: FUTURE }), field: "Title*", asks: /^Update this article$/ },
  ],
  ["an unpublished page", { open: page(false), field: "Title*", asks: /^Publish this page$/ }],
  ["a public page", { open: page(true), field: "Title*", asks: /^Update this page$/ }],
  ["a draft of an issue", { open: issue(false), field: "Subject*", asks: /Send|send/ }],
  ["a scheduled issue", { open: issue(true), field: "Subject*", asks: /time|Send|send/ }],
  ["a suggestion", { open: suggestion, field: "Title*", asks: null }],
];

describe.each(CASES)("in the room of %s", (what, { open, field, before, asks }) => {
  const isDraftIssue = what === "a draft of an issue";

  test("Ctrl+S stores what is typed and publishes nothing; Ctrl+Enter asks first", async ({ page, api }) => {
    const { room, sent, newest } = await open(api);
    await page.goto(room);
    const title = page.getByRole("textbox", { name: field, exact: true });
    await expect(title).toBeVisible();
    await before?.(page);
    await title.fill("After");
    await page.keyboard.press("Control+s");
    await expect.poll(newest).toContain("After");
    const isOnlyDraft = /^a(n unpublished| draft)/.test(what);
    if (isOnlyDraft) expect(await sent()).not.toMatch(/"(status|state)":"(published|scheduled|sending|sent)"/);
    else expect(await sent()).not.toContain("After");
    await title.fill("After all");
    await page.keyboard.press("Control+Enter");
    if (asks) await expect(page.getByRole("dialog", { name: asks })).toBeVisible();
    else await expect.poll(newest).toContain("After all");
    if (isOnlyDraft || isDraftIssue)
      expect(await sent()).not.toMatch(/"(status|state)":"(published|scheduled|sending|sent)"/);
    else expect(await sent()).not.toContain("After");
    await expect(title).toHaveValue("After all");
  });
});
