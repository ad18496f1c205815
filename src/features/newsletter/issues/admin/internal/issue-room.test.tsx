import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { articleDetail } from "#features/articles/calls.ts";
import { newsroomSettings } from "#features/settings/calls.ts";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleDetail, exampleSummary } from "#test/support/article-answers.ts";
import { exampleIssue } from "#test/support/issue-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Issue, WholeIssueRevision } from "../../endpoints.ts";
import type { IssueForm } from "../issue-type.ts";
import { ArticleBlockView, ArticleSearch } from "./issue-blocks.tsx";
import { IssueStateLine } from "./issue-room.tsx";
import { IssueChanges } from "./issue-settings.tsx";

const NOW = Date.UTC(2026, 10, 20, 12);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function desk() {
  const parts = clientOfAnswers();
  parts.has(newsroomSettings(), { time_zone: "Africa/Nairobi", postal_address: "Moi Avenue 1" });
  return parts;
}

type FormState = Partial<Pick<IssueForm, "isBusy" | "isUnsaved" | "isWaiting">> & {
  autosave?: Partial<IssueForm["autosave"]>;
  draft?: Partial<IssueForm["draft"]>;
};
/** A form in which nothing happens, but for what is given. */
const formOf = ({ autosave, draft, ...rest }: FormState = {}) =>
  ({
    isBusy: false,
    isUnsaved: false,
    isWaiting: false,
    autosave: { is: "idle", at: null, ...autosave },
    draft: { storedAt: null, isRefused: false, ...draft },
    ...rest,
  }) as unknown as IssueForm;

describe("the line on an issue's state", () => {
  const lineOf = (form: FormState, issue: Partial<Issue> | null = {}) => {
    const shown = issue && exampleIssue(issue);
    const html = adminMarkup(<IssueStateLine form={formOf(form)} issue={shown} />, desk());
    return { words: wordsOf(html).replaceAll("\u202f", " "), isWarning: html.includes("text-down") };
  };

  test.each<[string, FormState, Partial<Issue> | null, string]>([
    ["a new one", {}, null, "Not saved yet"],
    ["one that was opened", {}, {}, "Draft"],
    ["one that is being saved", { isBusy: true, isUnsaved: true }, {}, "Saving…"],
    ["one that saves itself", { autosave: { is: "saving" }, isUnsaved: true }, {}, "Saving…"],
    ["one with changes", { isUnsaved: true }, {}, "Unsaved changes"],
    [
      "one with changes that this browser has",
      { isUnsaved: true, draft: { storedAt: NOW } },
      {},
      "Unsaved, stored in this browser",
    ],
    [
      "one with changes that this browser could not keep",
      { isUnsaved: true, draft: { storedAt: NOW, isRefused: true } },
      {},
      "Unsaved changes",
    ],
    [
      "a scheduled one with changes, which are not sent",
      { base: { has_draft: true } } as FormState,
      { state: "scheduled" },
      "Scheduled without your latest changes. Update it to add them",
    ],
    [
      "a scheduled one",
      {},
      { state: "scheduled", scheduled_at: "2026-11-24T05:00:00.000Z" },
      "Scheduled. For November 24, 2026 at 08:00 (Nairobi)",
    ],
  ])("of %s", (_what, form, issue, words) => {
    expect(lineOf(form, issue)).toEqual({ words, isWarning: false });
  });

  test.each<[string, FormState, string]>([
    [
      "nobody answers",
      { isWaiting: true, isUnsaved: true, draft: { storedAt: NOW } },
      "Offline, stored in this browser",
    ],
    [
      "nobody answers what saves itself",
      { autosave: { is: "offline" }, draft: { storedAt: NOW } },
      "Offline, stored in this browser",
    ],
    ["nobody answers, before this browser has it", { autosave: { is: "offline" }, isUnsaved: true }, "Offline"],
    [
      "nobody answers and this browser keeps nothing",
      { isWaiting: true, draft: { isRefused: true } },
      "Offline, not stored anywhere",
    ],
    [
      "somebody else was faster",
      { autosave: { is: "conflict", saver: { name: null } }, isUnsaved: true },
      "Not saved: another user changed the same part",
    ],
    [
      "the server refuses it",
      { autosave: { is: "refused", detail: "The text is too long." } as never, isUnsaved: true },
      "Not saved: The text is too long.",
    ],
  ])("warns where %s", (_what, form, words) => {
    expect(lineOf(form)).toEqual({ words, isWarning: true });
  });

  test("names the time at which it was saved", () => {
    const at = (at: number | null) => lineOf({ autosave: { at } as never }).words;
    expect(at(NOW)).toMatch(/^Draft, saved \d\d:\d\d$/);
    expect(at(NOW - 7 * 60_000)).not.toBe(at(NOW));
    expect(at(null)).toBe("Draft");
  });
});

describe("an article in the text of an issue", () => {
  function blockOf(answer: Parameters<typeof exampleDetail>[0] | Error, kind = "without-picture") {
    const { client, has, fails } = desk();
    const render = () =>
      adminMarkup(
        <ArticleBlockView
          {...({
            node: { attrs: { "data-article": "12", kind } },
            selected: false,
            editor: { isEditable: true },
          } as unknown as Parameters<typeof ArticleBlockView>[0])}
        />,
        { client },
      );
    if (answer instanceof Error) return fails(articleDetail("12"), answer).then(render);
    has(articleDetail("12"), exampleDetail(answer));
    return Promise.resolve(render());
  }
  const LEFT_OUT = "the mail will not include it.";

  test("is shown with its title as text, and its picture where it has it", async () => {
    const title = "Rollups <b>& fees";
    const plain = await blockOf({ title });
    expect(plain).toContain("Rollups &lt;b&gt;&amp; fees");
    expect(plain).not.toMatch(/<img|will not include it/);
    expect(await blockOf({ title }, "with-picture")).toContain("<img");
    expect(await blockOf({ image_url: "", content: "<p>Words</p>" }, "with-picture")).not.toContain("<img");
    // Mails and lists use the first picture of the text.
    const inText = await blockOf({ image_url: "", content: '<img src="/media/a.jpg" alt="">' }, "with-picture");
    expect(inText).toContain('src="/media/a.jpg"');
  });

  test.each([
    ["is a draft", { status: "draft" as const }, `Not published: ${LEFT_OUT}`],
    // A draft has a date as well: what counts is that nobody sees it.
    [
      "is a draft with a date ahead",
      { status: "draft" as const, published_date: "2026-11-21T05:00:00.000Z" },
      `Not published: ${LEFT_OUT}`,
    ],
    [
      "is scheduled",
      { published_date: "2026-11-21T05:00:00.000Z" },
      "Public from November 21, 2026 at 08:00 (Nairobi) on. A mail sent before then will not include it.",
    ],
  ])("says that the mail leaves it out where it %s", async (_what, change, words) => {
    const shown = wordsOf(await blockOf(change)).replaceAll("\u202f", " ");
    expect(shown).toContain(words);
    expect(shown.match(/will not include it/g)).toHaveLength(1);
  });

  test("that was deleted says so; one that could not be fetched is not called deleted", async () => {
    const deleted = await blockOf(apiError("not_found"));
    expect(deleted).toContain(`Deleted: ${LEFT_OUT}`);
    expect(deleted).toContain("Article 12");
    for (const error of [new NetworkError(), apiError("database_unavailable")]) {
      const html = await blockOf(error);
      expect(html).toContain("Article 12");
      expect(html).not.toContain("Deleted");
    }
  });
});

describe("the search for articles of an issue", () => {
  const search = (ids: number[], chosen: number[] = []) => {
    const { client, has } = desk();
    const items = ids.map((id) => exampleSummary({ id, title: `Story ${id}` }));
    has(articleListPage({ query: "", status: "published" }, 1), { items, total: items.length } as never);
    return adminMarkup(<ArticleSearch chosen={chosen} onAdd={() => {}} />, { client });
  };
  const offered = (html: string) => [...html.matchAll(/aria-label="Add: Story (\d+)"/g)].map(([, id]) => Number(id));
  const status = (html: string) => html.match(/role="status"[^>]*>([^<]*)</)?.[1];

  test("offers the newest six that are not in it", () => {
    const html = search([1, 2, 3, 4, 5, 6, 7, 8], [2, 3]);
    expect(offered(html)).toEqual([1, 4, 5, 6, 7, 8]);
    expect(status(html)).toBe("The newest articles");
  });

  test("offers none that can be added to an issue that is full, and says why", () => {
    const chosen = Array.from({ length: 30 }, (_, at) => 100 + at);
    const html = search([1], chosen);
    expect(status(html)).toBe("An issue has at most 30 articles.");
    expect(html).toMatch(
      /<button [^>]*disabled=""[^>]*aria-label="Add: Story 1"|aria-label="Add: Story 1"[^>]*disabled=""/,
    );
    expect(search([1], chosen.slice(1))).not.toContain('disabled=""');
  });
});

/** The text of an issue is parsed by browsers alone. */
class EmptyParser {
  parseFromString = () => ({ body: { childNodes: [] } });
}

describe("what changed between two versions of an issue", () => {
  const version = (change: Partial<WholeIssueRevision>) =>
    ({
      subject: "The week",
      preview: "",
      introduction: "",
      body: "<p>a</p>",
      article_ids: [],
      ...change,
    }) as WholeIssueRevision;
  beforeEach(() => void vi.stubGlobal("DOMParser", EmptyParser));
  afterEach(() => void vi.unstubAllGlobals());
  const shown = (before: WholeIssueRevision | null, after: WholeIssueRevision) =>
    adminMarkup(<IssueChanges before={before} after={after} isMarked />);
  const marksIn = (html: string) =>
    [...html.matchAll(/<(ins|del)>([^<]*)</g)].map(([, mark, text]) => `${mark} ${text}`);

  test("is marked in subject and preview text, and is nothing where both say the same", () => {
    const html = shown(version({}), version({ subject: "The month", preview: "b" }));
    expect(marksIn(html)).toEqual(["del week", "ins month", "ins b"]);
    expect(shown(version({}), version({}))).toContain("No differences.");
  });

  test("is not marked in the first one", () => {
    expect(marksIn(shown(null, version({ preview: "b", body: "" })))).toEqual([]);
  });

  test("is nothing where the introduction and the list of articles became part of the text", () => {
    const before = version({ introduction: "a", body: "", article_ids: [5] });
    const after = version({ body: '<p>a</p><article class="with-picture" data-article="5"></article>' });
    expect(shown(before, after)).toContain("No differences.");
  });
});
