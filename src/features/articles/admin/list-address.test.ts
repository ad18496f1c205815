import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { articleListFilter } from "#features/articles/list/schema.ts";
import { withChange } from "#ui/admin/address.tsx";
import { filterOf, isNarrowed, NO_FILTERS, openingOf, parseSavedFilters, queryOf, sortOf } from "./list-views.tsx";

const filter = (address: string) => filterOf(new URLSearchParams(address));

describe("the address of the editors' list", () => {
  it("holds filters and sort order", () => {
    expect(
      filter("query=%20bitcoin%20&status=scheduled&category=crypto&featured=true&editors_pick=false&sort=title"),
    ).toEqual({
      query: "bitcoin",
      status: "scheduled",
      category: "crypto",
      featured: true,
      editors_pick: false,
      sort: "title",
    });
  });

  it("ignores values that the server would reject", () => {
    expect(filter("status=gone&featured=yes&sort=views&order=up&query=%20&category=")).toEqual({});
    expect(filter(`query=${"a".repeat(400)}`).query).toHaveLength(300);
  });

  it("changes one filter, keeps the tab, and returns to the first page", () => {
    const before = new URLSearchParams("tab=x&status=draft&page=4");
    expect(withChange(before, { category: "ai" }).toString()).toBe("tab=x&status=draft&category=ai");
    expect(withChange(before, { page: "5" }).toString()).toBe("tab=x&status=draft&page=5");
    expect(withChange(before, { page: "1" }).toString()).toBe("tab=x&status=draft");
    expect(withChange(before, { status: "" }).toString()).toBe("tab=x");
  });

  it("knows whether a filter hides articles", () => {
    expect(isNarrowed(filter("sort=title&order=asc&page=2"))).toBe(false);
    expect(isNarrowed(filter("featured=false"))).toBe(true);
    const all = withChange(new URLSearchParams("query=a&status=draft&featured=true&sort=title&page=2"), NO_FILTERS);
    expect(all.toString()).toBe("sort=title");
  });

  it("is opened by a saved filter, which removes what it does not set", () => {
    const saved = queryOf(filter("tab=x&page=3&status=draft&query=b%26c&featured=false&sort=title"));
    expect(saved).toBe(queryOf(filter("sort=title&featured=false&query=b%26c&status=draft")));
    const opened = withChange(new URLSearchParams("tab=x&category=ai&order=asc&page=4"), openingOf(saved));
    expect(opened.get("tab")).toBe("x");
    expect(filter(opened.toString())).toEqual({ status: "draft", query: "b&c", featured: false, sort: "title" });
    expect([opened.has("category"), opened.has("order"), opened.has("page")]).toEqual([false, false, false]);
  });

  it("takes no saved filters that are none", () => {
    expect(parseSavedFilters("x")).toBeUndefined();
    expect(parseSavedFilters([null, 1, { name: "N" }, { name: "N", query: "a=b" }])).toEqual([
      { name: "N", query: "a=b" },
    ]);
  });

  it("sorts newest first by default", () => {
    expect(sortOf(filter(""))).toEqual({ by: "date", order: "desc" });
    expect(sortOf(filter("sort=title"))).toEqual({ by: "title", order: "asc" });
    expect(sortOf(filter("sort=date&order=asc"))).toEqual({ by: "date", order: "asc" });
  });
});

describe("any address", () => {
  const value = fc.oneof(
    fc.constantFrom("true", "false", "draft", "scheduled", "title", "updated", "asc", "desc", "", " "),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ maxLength: 3 }).map((text) => text.repeat(150)),
  );
  const NAMES = ["query", "status", "category", "featured", "editors_pick", "auto_update", "mine", "asked", "sort"];
  const address = fc.dictionary(fc.constantFrom(...NAMES, "order", "page", "tab"), value);
  /** The filter as the call sends it. */
  const asSent = (given: object) => Object.fromEntries(Object.entries(given).map(([name, one]) => [name, String(one)]));

  it("stands for a filter that the server takes, unless it has text that no database can store", () => {
    fc.assert(
      fc.property(address, (given) => {
        const found = filterOf(new URLSearchParams(given));
        fc.pre(!JSON.stringify(found).includes("\\u0000"));
        expect(articleListFilter.safeParse(asSent(found)).error?.issues).toBeUndefined();
      }),
    );
  });

  it("is the same list again when its filter is saved and opened, wherever one is then", () => {
    fc.assert(
      fc.property(address, address, (given, open) => {
        const found = filterOf(new URLSearchParams(given));
        const opened = withChange(new URLSearchParams(open), openingOf(queryOf(found)));
        expect(filterOf(opened)).toEqual(found);
        expect(queryOf(filterOf(opened))).toBe(queryOf(found));
      }),
    );
  });
});

it("keeps the twenty filters that were saved last", () => {
  const many = Array.from({ length: 23 }, (_, at) => ({ name: `N${at}`, query: "" }));
  expect(parseSavedFilters(many)?.map(({ name }) => name)).toEqual(many.slice(3).map(({ name }) => name));
});
