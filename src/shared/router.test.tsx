import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { isRouted, Link, RouteParams, StaticRouter, useParams, usePlace, useSearch } from "./router.tsx";

function Where() {
  const { pathname, search, action } = usePlace();
  return <>{JSON.stringify({ pathname, search, action, query: useSearch().get("query"), slug: useParams().slug })}</>;
}
const at = (to: string, slug?: string) => {
  const html = renderToStaticMarkup(
    <StaticRouter to={to}>
      <RouteParams params={slug === undefined ? {} : { slug }}>
        <Where />
      </RouteParams>
    </StaticRouter>,
  );
  return JSON.parse(html.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
};

describe("a page that the server renders", () => {
  test("knows its address as the browser will know it: hydration finds the same", () => {
    expect(at("/category/ai")).toEqual({
      pathname: "/category/ai",
      search: "",
      action: "load",
      query: null,
      slug: undefined,
    });
    expect(at("/search?query=a%20b&page=2")).toMatchObject({
      pathname: "/search",
      search: "?query=a%20b&page=2",
      query: "a b",
    });
    expect(at("/search?query=what?")).toMatchObject({ pathname: "/search", query: "what?" });
  });

  test("gets the parameters of its route", () => {
    expect(at("/category/caf%C3%A9", "café")).toMatchObject({ slug: "café" });
  });
});

test("a link is one for every browser, with or without scripts", () => {
  const html = renderToStaticMarkup(
    <StaticRouter to="/">
      <Link to="/article/12" rel="next" className="quiet">
        Next
      </Link>
    </StaticRouter>,
  );
  expect(html).toBe('<a rel="next" class="quiet" href="/article/12">Next</a>');
});

test.each([
  ["/", true],
  ["/article/7", true],
  ["/category/ai", true],
  ["/contact", true],
  ["/article/7/changes", false],
  ["/newsletter/3", false],
  ["/imprint", false],
  ["/media/a/1.jpg", false],
])("of the pages that a text links to, the router knows its own: %s %s", (path, isKnown) => {
  expect(isRouted(path)).toBe(isKnown);
});
