import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { SiteInfo } from "#shared/page.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { Footer, SocialLabels } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Layout, PrintedAddress } from "./layout.tsx";
import { Wordmark } from "./wordmark.tsx";

/** New Year's Eve in America, New Year in UTC. */
const NEW_YEAR = Date.UTC(2027, 0, 1, 0, 30);

const render = (view: ReactNode, { at = "/", ...site }: Partial<SiteInfo> & { at?: string } = {}) =>
  parseHtml(readerMarkup(view, { to: at, site, now: NEW_YEAR }));

describe("the social labels", () => {
  test("are links where they have an address, and plain words elsewhere, in their order", () => {
    const url = "https://linkedin.example/in/a?b=1&c=2";
    const social = [
      { label: "Mastodon", url: "" },
      { label: "LinkedIn", url },
    ];
    const labels = render(<SocialLabels />, { social });
    expect([labels.texts("a"), labels.values("a", "href")]).toEqual([["LinkedIn"], [url]]);
    expect(labels.texts("li")).toEqual(["Mastodon", "LinkedIn"]);
  });

  test("tell the other site nothing of the page that opened it", () => {
    const labels = render(<SocialLabels />, { social: [{ label: "Twitter", url: "https://x.example/j" }] });
    expect(labels.all("a[rel~=noopener]")).toHaveLength(1);
  });
});

describe("the publication's name", () => {
  test("is text where its letters cannot be drawn", () => {
    const name = 'Газета "<i>&';
    const mark = render(<Wordmark />, { name });
    expect([mark.texts("a"), mark.values("a", "aria-label")]).toEqual([[name], [`${name}, home page`]]);
    expect(mark.all("svg")).toEqual([]);
  });

  test("that is drawn is still said, once", () => {
    const mark = render(<Wordmark />, { name: "Jarida", wordmark: { width: 2_000, path: "M0 0" } });
    expect([mark.texts("a"), mark.values("a", "aria-label")]).toEqual([[""], ["Jarida, home page"]]);
    // The square after the name is inside the picture, not cut off.
    const [box = ""] = mark.values("svg[aria-hidden=true]", "viewBox");
    const [x, size] = ["x", "width"].map((name) => Number(mark.values("rect", name)[0]));
    expect((x ?? 0) + (size ?? 0)).toBe(Number(box?.split(" ")[2]));
  });
});

describe("the frame of a page", () => {
  test("names the day and the year in UTC, as every reader's copy of the cached page does", () => {
    const header = render(<Header />);
    expect([header.texts("time"), header.values("time", "datetime")]).toEqual([
      ["Friday, January 1, 2027"],
      ["2027-01-01"],
    ]);
    expect(
      render(<Footer />)
        .texts("footer")
        .join(),
    ).toContain("© 2027 Jarida. All rights reserved.");
  });

  test("begins with a link to the main content, which is there and can be focused", () => {
    const page = render(<Layout>What one came for</Layout>);
    expect(page.values("a", "href")[0]).toBe("#main");
    expect(page.texts("main#main[tabindex='-1']")).toEqual(["What one came for"]);
  });

  test("is usable without scripts: search is a form, the menu a popover that its button names", () => {
    const header = render(<Header />);
    expect(header.all("form[action='/search'][method=get] input[name=query]")).toHaveLength(1);
    const [menu] = header.values("nav[popover=auto]", "id");
    expect(header.values("button[popovertarget]", "popovertarget")).toEqual([menu]);
  });

  test("has no button that does nothing on pages without scripts, but the switch of the theme", () => {
    const page = render(<Layout searchToggle={<b>search</b>}>x</Layout>);
    expect(page.all("search > b, input#search-text, header[data-static]")).toHaveLength(3);
    expect(page.all("button[aria-controls=site-search]")).toEqual([]);
    expect(page.all("button[data-theme-switch]")).toHaveLength(1);
    const withScripts = render(<Layout>x</Layout>);
    expect(withScripts.all("button[aria-controls=site-search]")).toHaveLength(1);
    expect(withScripts.all("[data-static]")).toEqual([]);
  });

  test("has a name for each of its regions, and no name twice", () => {
    const names = render(<Layout>x</Layout>).values("nav", "aria-label");
    expect(names).toContain("Sections");
    expect(names).not.toContain(null);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the address on paper", () => {
  /** Follows the publication's name. */
  const address = (at: string) =>
    render(<PrintedAddress />, { at })
      .texts("p")
      .join()
      .replace("Jarida", "");

  test("has what decides what the page shows, and no campaign's marks", () => {
    expect(address("/search?utm_source=mail&query=a%26b&page=2")).toBe(
      "https://news.example/search?query=a%26b&page=2",
    );
    expect(address("/article/12?utm_source=mail")).toBe("https://news.example/article/12");
  });

  test("is not on a page that is one for all unknown addresses", () => {
    expect(address("/no/such/page")).not.toContain("/no/such/page");
  });
});
