import { describe, expect, it } from "vitest";
import { isNarrowed, sortOf, viewOf, withoutFilters, withView } from "./list-address.ts";

const view = (address: string) => viewOf(new URLSearchParams(address));

describe("the address of the editors' list", () => {
  it("tells filter, order and page", () => {
    expect(
      view("query=%20bitcoin%20&status=scheduled&category=crypto&featured=true&editors_pick=false&sort=title&page=3"),
    ).toEqual({
      filter: {
        query: "bitcoin",
        status: "scheduled",
        category: "crypto",
        featured: true,
        editors_pick: false,
        sort: "title",
      },
      page: 3,
    });
  });

  it("passes over what the server would refuse", () => {
    expect(view("status=gone&featured=yes&sort=views&order=up&page=-1&query=%20&category=")).toEqual({
      filter: {},
      page: 1,
    });
    expect(view(`query=${"a".repeat(400)}`).filter.query).toHaveLength(300);
  });

  it("changes one thing, keeps the tab, and begins at the first page again", () => {
    const before = new URLSearchParams("tab=x&status=draft&page=4");
    expect(withView(before, { category: "ai" }).toString()).toBe("tab=x&status=draft&category=ai");
    expect(withView(before, { page: "5" }).toString()).toBe("tab=x&status=draft&page=5");
    expect(withView(before, { page: "1" }).toString()).toBe("tab=x&status=draft");
    expect(withView(before, { status: "" }).toString()).toBe("tab=x");
  });

  it("knows whether something hides articles", () => {
    expect(isNarrowed(view("sort=title&order=asc&page=2"))).toBe(false);
    expect(isNarrowed(view("featured=false"))).toBe(true);
    const all = withoutFilters(new URLSearchParams("query=a&status=draft&featured=true&sort=title&page=2"));
    expect(all.toString()).toBe("sort=title");
  });

  it("sorts newest first unless it is told otherwise", () => {
    expect(sortOf(view(""))).toEqual({ by: "date", order: "desc" });
    expect(sortOf(view("sort=title"))).toEqual({ by: "title", order: "asc" });
    expect(sortOf(view("sort=date&order=asc"))).toEqual({ by: "date", order: "asc" });
  });
});
