import { describe, expect, test } from "vitest";
import { articleList } from "#features/articles/admin/calls.ts";
import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import { pictureList } from "#features/media/pictures/admin/calls.ts";
import { issuesNamed } from "#features/newsletter/issues/admin/calls.ts";
import type { Role } from "#shared/actor.ts";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup, hookResult } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { FinderResults } from "../finder.tsx";
import { type Entry, type Group, useGroups } from "./entries.ts";

const SOURCES = {
  screens: [{ label: "Media", to: "/admin/media" }],
  parts: [],
  actions: [{ label: "New article", keys: "Mod-N", run: () => {} }],
};
const MEDAL = { id: 9, url: "/media/abcdefgh/160x90.jpg", width: 160, height: 90, name: "medal.jpg" };
const recent = (own = {}) => articleList({ ...own, sort: "updated" })(1, 5);
const titles = (groups: Group[]) => groups.map(({ title }) => title);

describe("the finder, before anything is typed", () => {
  test("shows what was edited last, then all that can be done and gone to", () => {
    const { client, has } = clientOfAnswers();
    has(recent(), { items: [exampleSummary({ title: "Last one" })], total: 1 });
    const { groups, isSearching, hasFailed } = hookResult(() => useGroups("", SOURCES), { client });
    expect(titles(groups)).toEqual(["Last edited", "Actions", "Screens"]);
    expect([groups[0]?.entries[0]?.label, isSearching, hasFailed]).toEqual(["Last one", false, false]);
  });

  test("shows all of that at once: what was edited last would move the lines below it", () => {
    const { groups, isSearching } = hookResult(() => useGroups("", SOURCES));
    expect([groups, isSearching]).toEqual([[], true]);
  });

  test("shows no heading over nothing where no article is there yet", () => {
    const { client, has } = clientOfAnswers();
    has(recent(), { items: [], total: 0 });
    expect(titles(hookResult(() => useGroups("", SOURCES), { client }).groups)).toEqual(["Actions", "Screens"]);
  });

  test("shows who sees no drafts of others its own articles", () => {
    const shown = (role: Role) => {
      const { client, has } = clientOfAnswers();
      has(recent({ mine: true }), { items: [exampleSummary({ title: "Own" })], total: 1 });
      return titles(hookResult(() => useGroups("", SOURCES), { client, role }).groups);
    };
    expect([shown("writer"), shown("contributor")].map((groups) => groups.includes("Last edited"))).toEqual([
      true,
      true,
    ]);
    expect(shown("editor")).not.toContain("Last edited");
  });

  test("says that something could not be read", async () => {
    const { client, fails } = clientOfAnswers();
    await fails(recent(), new NetworkError());
    const { groups, hasFailed } = hookResult(() => useGroups("", SOURCES), { client });
    expect([titles(groups), hasFailed]).toEqual([["Actions", "Screens"], true]);
  });
});

describe("the finder of a query", () => {
  const found = (query: string, role: Role = "chief") => {
    const { client, has } = clientOfAnswers();
    has(allAuthors(), [{ id: 1, name: "Medina" }] as never);
    const result = hookResult(() => useGroups(query, SOURCES), { client, role });
    return {
      ...result,
      asked: client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => String(queryKey[0])),
    };
  };

  test("names at once what it knows without asking: screens, actions and people", () => {
    expect(titles(found("med").groups)).toEqual(["Screens", "People"]);
    expect(titles(found("xyz").groups)).toEqual([]);
  });

  test("shows below that, all at once, what the server has found: nothing moves under a click", async () => {
    const { client, has, fails } = clientOfAnswers();
    has(allAuthors(), [{ id: 1, name: "Medina" }] as never);
    const shown = () => titles(hookResult(() => useGroups("med", SOURCES), { client }).groups);
    has(pictureList({ query: "med", from: "", to: "", used: "" })(1, 4), { items: [MEDAL], total: 1 } as never);
    await fails(issuesNamed("med")(1, 4), new NetworkError());
    expect(shown()).toEqual(["Screens", "People"]);
    has(articleList({ query: "med" })(1, 6), { items: [exampleSummary()], total: 1 });
    expect(shown()).toEqual(["Screens", "People", "Articles", "Pictures"]);
  });

  test("looks for the articles that open in a room, or for suggestions", () => {
    const articles = (role: Role) => found("med", role).asked.filter((url) => url.includes("query=med&limit=6"));
    expect(articles("editor")).toEqual(["/api/articles/?query=med&limit=6&offset=0"]);
    expect(articles("writer")).toEqual(["/api/articles/?query=med&limit=6&offset=0"]);
    expect(articles("contributor")).toEqual(["/api/articles/?mine=true&query=med&limit=6&offset=0"]);
  });
});

describe("what the finder shows", () => {
  const ENTRIES: Entry[] = [
    { key: "a", label: "One <b>", hint: "Draft", to: "/one" },
    { key: "b", label: "Two", keys: "Mod-S", run: () => {} },
  ];
  const results = (change: Partial<Parameters<typeof FinderResults>[0]> = {}) =>
    adminMarkup(
      <FinderResults
        id="list"
        optionId={(at) => `option-${at}`}
        query="o"
        at={0}
        isSearching={false}
        hasFailed={false}
        {...{ groups: [{ title: "Found", entries: ENTRIES }], retry() {}, onPoint() {}, onChoose() {} }}
        {...change}
      />,
    );
  const status = (html: string) => html.match(/<p role="status"[^>]*>([^<]*)</)?.[1];

  test.each([
    ["how much was found", {}, "2 found"],
    ["nothing before anything is typed", { query: "" }, ""],
    ["that the first lines are on their way", { groups: [], query: "", isSearching: true }, "Loading…"],
    ["that it still looks", { groups: [], isSearching: true }, "Searching…"],
    ["nothing as long as more may come", { isSearching: true }, ""],
    ["that there is none", { groups: [], query: "x" }, "Nothing found for “x”."],
  ])("says %s", (_what, change, words) => {
    expect(status(results(change))).toBe(words);
  });
});
