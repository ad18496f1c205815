import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FILTER_NAMES } from "#features/search/rules.ts";
import { type PageName, pageUrl } from "#shared/urls.ts";
import { matchRoute } from "./match-route.ts";
import { wordsIn } from "./not-found-page.tsx";

const nameOf = (path: string) => matchRoute(path).route.name;

describe("matchRoute", () => {
  it("finds the route of every page, with or without a trailing slash", () => {
    const addresses: Record<PageName, string> = {
      home: pageUrl.home(),
      category: pageUrl.category("ai"),
      article: pageUrl.article(7),
      about: pageUrl.about(),
      contact: pageUrl.contact(),
      advertise: pageUrl.advertise(),
      privacyPolicy: pageUrl.privacyPolicy(),
      unsubscribe: pageUrl.unsubscribe(),
      search: pageUrl.search(),
      saved: pageUrl.saved(),
      notFound: "/nothing-here",
    };
    for (const [name, path] of Object.entries(addresses)) {
      expect(nameOf(path)).toBe(name);
      expect(nameOf(`${path}/`)).toBe(name);
    }
  });

  it("leaves everything else to the not-found page: other cases, deeper paths, empty parameters", () => {
    for (const path of ["/About", "/about/us", "/category", "/category/", "/article//7", "/*", "/ ", "/about%2F"])
      expect(nameOf(path), path).toBe("notFound");
  });

  it("decodes a parameter, and keeps one that cannot be decoded as it is", () => {
    expect(matchRoute("/category/caf%C3%A9%2Fbar").params).toEqual({ slug: "café/bar" });
    expect(matchRoute("/category/%zz").params).toEqual({ slug: "%zz" });
  });

  it("returns any slug that an address was built from, and never throws for a path", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (slug) => {
        fc.pre(slug.isWellFormed());
        expect(matchRoute(pageUrl.category(slug)).params).toEqual({ slug });
        expect(matchRoute(`/${slug}`).route).toBeDefined();
      }),
    );
  });
});

it("the search page knows each filter of a search", () => {
  expect(matchRoute(pageUrl.search()).route.parameters).toEqual(["query", ...FILTER_NAMES, "page"]);
});

it.each([
  ["/topics/proof-of-stake", "proof of stake"],
  ["/2024/05/lake_levels.html", "lake levels"],
  ["/author/Zo%C3%AB+Ng/", "Zoë Ng"],
  ["/%E0%A4%A", ""],
  ["/", ""],
])("the end of %s says %j", (path, words) => {
  expect(wordsIn(path)).toBe(words);
});
