import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveContent } from "./derive.ts";
import { resolvedAddress, siteHost } from "./own-addresses.ts";
import { allowedAddress } from "./rules.ts";

const HOSTS = ["news.example", "old.example:8080"];

describe("an address in content", () => {
  test.each([
    ["about", "/about"],
    ["./about", "/about"],
    ["../../about#team", "/about#team"],
    ["article/5?x=1", "/article/5?x=1"],
    ["?page=2", "/?page=2"],
    ["a/b:c", "/a/b:c"],
    ["été", "/%C3%A9t%C3%A9"],
    ["https://news.example", "/"],
    ["https://news.example/article/5?x=1#y", "/article/5?x=1#y"],
    ["http://www.news.example/about", "/about"],
    ["HTTPS://NEWS.EXAMPLE:443/About", "/About"],
    ["https://news.example?x", "/?x"],
    ["http://old.example:8080/media/a.jpg", "/media/a.jpg"],
    ["www.example.com/a", "https://www.example.com/a"],
    ["www.news.example/a", "/a"],
    ["desk@news.example", "mailto:desk@news.example"],
  ])("%s is stored as %s", (address, resolved) => {
    expect(resolvedAddress(address, HOSTS)).toBe(resolved);
  });

  test.each([
    "/about",
    "/",
    "#end",
    "https://x.example/a?b#c",
    "https://news.example.x.example/",
    "https://news.example@x.example/",
    "https://user:password@news.example/",
    "https://news.example:8443/",
    "https://old.example/",
    "mailto:desk@news.example",
    "tel:+254700000000",
  ])("%s stays", (address) => {
    expect(resolvedAddress(address, HOSTS)).toBe(address);
  });

  test.each(["https://news.example//x.example", ".//x.example", "https:\\\\news.example\\\\x.example"])(
    "%s never becomes another host",
    (address) => {
      expect(resolvedAddress(address, HOSTS)).toBe("/x.example");
    },
  );

  test("has a scheme, or is a path or fragment that stays as it is", () => {
    const piece = fc.constantFrom(
      "https:",
      "http:",
      "/",
      "\\",
      ".",
      "news.example",
      "x.example",
      "@",
      "?",
      "#",
      ":",
      "www.",
      "%2f",
      " ",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const address = allowedAddress(pieces.join(""), "link");
        if (address === null) return;
        const resolved = resolvedAddress(address, HOSTS);
        expect(resolved).toMatch(/^(?:[a-z][a-z0-9+.-]*:|\/(?![/\\])|#)/i);
        expect(resolvedAddress(resolved, HOSTS)).toBe(resolved);
        expect(allowedAddress(resolved, "link")).toBe(resolved);
        const host = (text: string) => URL.parse(text, "https://news.example/")?.host.replace(/^www\./, "");
        if (!HOSTS.includes(host(address) ?? "")) expect(host(resolved)).toBe(host(address));
      }),
      { numRuns: 5_000 },
    );
  });

  test("is the site's own without regard to www.", () => {
    expect(siteHost("https://www.news.example")).toBe("news.example");
    expect(siteHost("http://localhost:3000")).toBe("localhost:3000");
  });
});

describe("the addresses of a text", () => {
  const HTML =
    '<p><a href="about">a</a><a href="https://news.example/b">b</a></p><img src="https://news.example/c.png" alt="c" />' +
    '<aside class="card"><p><a href="https://news.example/d">https://news.example/d</a></p></aside>';

  test("are stored resolved when it is written, but not those of cards", () => {
    const { content } = deriveContent(HTML, [], "article", undefined, { siteHosts: HOSTS, isWritten: true });
    expect([...content.html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      "/about",
      "/b",
      "/c.png",
      "https://news.example/d",
    ]);
    expect(content.remoteItems).toEqual([{ kind: "card", address: "https://news.example/d" }]);
  });

  test("are resolved on pages of a text that was stored before, which stays as it is", () => {
    const { content } = deriveContent(HTML, [], "article", undefined, { siteHosts: HOSTS });
    expect(content.html).toBe(HTML);
    expect(content.pageHtml).toContain('href="/about"');
    expect(content.pageHtml).toContain('src="/c.png"');
    expect(content.localAddresses.map((at) => content.html.slice(at, at + 5))).toEqual(["about"]);
  });
});
