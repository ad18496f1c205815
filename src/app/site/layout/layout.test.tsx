import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { SiteInfo } from "#shared/page.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { Footer, SocialLabels } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Layout, PrintedAddress } from "./layout.tsx";
import { Wordmark } from "./wordmark.tsx";

/** New Year's Eve in America, New Year in UTC. */
const NEW_YEAR = Date.UTC(2027, 0, 1, 0, 30);

const render = (view: ReactNode, { at = "/", ...site }: Partial<SiteInfo> & { at?: string } = {}): string =>
  readerMarkup(view, { to: at, site, now: NEW_YEAR });

describe("the social labels", () => {
  test("are links where the operator gave a target, and plain words elsewhere", () => {
    const html = render(<SocialLabels />, { social: { LinkedIn: "https://linkedin.example/in/a?b=1&c=2" } });
    expect([...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label]) => label)).toEqual(["LinkedIn"]);
    expect(html).toContain('href="https://linkedin.example/in/a?b=1&amp;c=2"');
    for (const label of ["Twitter", "Facebook", "Instagram"])
      expect(html).toMatch(new RegExp(`<span[^>]*>${label}</span>`));
  });

  test("tell the other site nothing of the page that opened it", () => {
    expect(render(<SocialLabels />, { social: { Twitter: "https://x.example/j" } })).toMatch(/rel="[^"]*\bnoopener\b/);
  });
});

describe("the publication's name", () => {
  test("is text where its letters cannot be drawn, and is escaped", () => {
    const html = render(<Wordmark />, { name: 'Газета "<i>&' });
    expect(html).toContain("Газета &quot;&lt;i&gt;&amp;</a>");
    expect(html).toContain('aria-label="Газета &quot;&lt;i&gt;&amp;, home page"');
    expect(html).not.toContain("<svg");
  });

  test("that is drawn is still said, once", () => {
    const html = render(<Wordmark />, { name: "Jarida", wordmark: { width: 2_000, path: "M0 0" } });
    expect(html).toMatch(/<svg[^>]*aria-hidden="true"/);
    expect(html.match(/Jarida/g)).toHaveLength(1);
    // The square after the name is inside of the picture, not cut off.
    const [, width] = html.match(/viewBox="0 -770 (\d+) 1000"/) ?? [];
    const [, x, size] = html.match(/<rect x="(\d+)"[^>]* width="(\d+)"/) ?? [];
    expect(Number(x) + Number(size)).toBe(Number(width));
  });
});

describe("the frame of a page", () => {
  test("names the day and the year in UTC, as every reader's copy of the cached page does", () => {
    expect(render(<Header />)).toMatch(/<time dateTime="2027-01-01"[^>]*>Friday, January 1, 2027</i);
    expect(render(<Footer />)).toContain("© 2027 Jarida. All rights reserved.");
  });

  test("begins with a link to the main content, which is there and can be focused", () => {
    const html = render(<Layout>What one came for</Layout>);
    expect(html.indexOf("<a ")).toBe(html.indexOf('<a href="#main"'));
    expect(html).toMatch(/<main id="main" tabindex="-1"[^>]*>What one came for<\/main>/i);
  });

  test("is usable without scripts: search is a form, the menu a popover that its button names", () => {
    const html = render(<Header />);
    expect(html).toMatch(/<form[^>]*action="\/search" method="get"/);
    expect(html).toMatch(/<input[^>]*name="query"/);
    const [, target] = html.match(/popovertarget="([^"]*)"/i) ?? [];
    expect(html).toMatch(new RegExp(`<nav[^>]*id="${target}"[^>]*popover="auto"`, "i"));
  });

  test("has a name for each of its regions, and no name twice", () => {
    const names = [...render(<Layout>x</Layout>).matchAll(/<nav[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toContain("Sections");
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the address on paper", () => {
  const address = (at: string) => render(<PrintedAddress />, { at });

  test("has what decides what the page shows, and no campaign's marks", () => {
    expect(address("/search?utm_source=mail&query=a%26b&page=2")).toContain(
      "https://news.example/search?query=a%26b&amp;page=2",
    );
    expect(address("/article/12?utm_source=mail")).toContain("https://news.example/article/12<");
  });

  test("is not on a page that is one for all unknown addresses", () => {
    expect(address("/no/such/page")).not.toContain("/no/such/page");
  });
});
