import { describe, expect, test } from "vitest";
import { linkAddress, webAddress } from "./address-schema.ts";
import { completeAddress, isWebAddress, MAX_ADDRESS_LENGTH } from "./web-address.ts";

describe("an address that pages may load or lead to", () => {
  test.each([
    "/",
    "/media/abcdefgh/1x1.jpg",
    "/article/7?x=1#y",
    "https://example.com",
    "http://localhost:3000/x",
    "HTTPS://EXAMPLE.COM/ä",
    "https://user@example.com/",
  ])("may be %j", (address) => {
    expect(isWebAddress(address)).toBe(true);
  });

  test.each([
    ["", "nothing"],
    ["article/7", "relative to the page it stands on"],
    ["//evil.example/x", "a path that leads to another host"],
    ["/\\evil.example/x", "the same, as browsers read a backslash"],
    ["\\/evil.example", "the same, the other way round"],
    ["javascript:alert(1)", "a script"],
    ["data:text/html,x", "a document of its own"],
    ["https:example.com", "without its slashes"],
    ["https://", "without a host"],
    ["https://exa mple.com", "with a space"],
    ["/a b", "with a space in a path"],
    ["/a\nb", "with a line break, which browsers leave out"],
    ["java\tscript:alert(1)", "with a tab, which browsers leave out"],
    [" /x", "with a space before it"],
    ["/\u0000", "with a control character"],
    ["/\ud800", "with half a character"],
    ["ftp://example.com", "of another kind"],
  ])("is not %j: %s", (address) => {
    expect(isWebAddress(address)).toBe(false);
  });
});

describe("a link as people type it", () => {
  test.each([
    ["example.com", "https://example.com"],
    [" example.com/x?y#z ", "https://example.com/x?y#z"],
    ["example.com:8443/x", "https://example.com:8443/x"],
    ["example.com?x", "https://example.com?x"],
  ])("%j becomes %j", (typed, address) => {
    expect(completeAddress(typed)).toBe(address);
  });

  test.each([
    ["https://example.com", "it is complete"],
    ["/about", "it is a path of this site"],
    ["", "it is none"],
    ["about", "a word is no host on the web"],
    ["mailto:me@example.com", "it has a scheme"],
    ["javascript:alert(1)", "it has a scheme"],
    ["me@example.com", "it is a mail address"],
    ["example.com:port", "no port is a word"],
    ["example..com", "a label is missing"],
    [".com", "a label is missing"],
    ["exa mple.com", "no address has spaces"],
    [`${"x".repeat(MAX_ADDRESS_LENGTH)}.com`, "it is too long to be one"],
  ])("%j stays as it is: %s", (typed) => {
    expect(completeAddress(typed)).toBe(typed);
  });
});

describe("an address in a request", () => {
  test("of a link is completed, of a picture it is not; both may be empty", () => {
    expect(linkAddress("Target URL").parse(" example.com ")).toBe("https://example.com");
    expect(webAddress("Image URL").safeParse("example.com").success).toBe(false);
    for (const schema of [linkAddress("x"), webAddress("x")]) expect(schema.parse("  ")).toBe("");
  });

  test("may be as long as it says, with its scheme", () => {
    const longest = `https://example.com/${"x".repeat(MAX_ADDRESS_LENGTH - 20)}`;
    expect(longest).toHaveLength(MAX_ADDRESS_LENGTH);
    expect(webAddress("Image URL").parse(longest)).toBe(longest);
    expect(webAddress("Image URL").safeParse(`${longest}x`).error?.issues[0]?.message).toBe(
      "Image URL must have at most 2000 characters.",
    );
  });
});
