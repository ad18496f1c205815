import { describe, expect, it } from "vitest";
import { withChange } from "#ui/admin/address-query.ts";
import { filterOf, isNarrowed, NO_FILTERS, openingOf, parseSavedFilters, queryOf, sortOf } from "./list-address.ts";

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
