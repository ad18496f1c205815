import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AuthorLinks } from "./author-links.tsx";

describe("where else an author can be found", () => {
  test("is nothing where there is nothing: an empty list would be announced", () => {
    expect(renderToStaticMarkup(<AuthorLinks name="Amina" links={[]} />)).toBe("");
  });

  test("is a list with the author's name, of links that vouch for nothing", () => {
    const links = [{ label: "<b>Site</b> & more", url: "https://a.example/?x=1&y=2" }];
    const html = renderToStaticMarkup(<AuthorLinks name={'Amina "A"'} links={links} />);
    expect(html).toContain('aria-label="Amina &quot;A&quot; elsewhere"');
    expect(html).toContain('href="https://a.example/?x=1&amp;y=2" rel="me nofollow noopener"');
    expect(html).toContain("&lt;b&gt;Site&lt;/b&gt; &amp; more");
  });
});
