import { describe, expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import { addWaitingPicture } from "#ui/admin/session/waiting-pictures.ts";
import { cleanPaste } from "./internal/clean-paste.ts";
import { completeAddress, linkAddress, pictureAddress } from "./safe-address.ts";

const REFUSED = [
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  " JAVA\tSCRIPT:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "file:///etc/passwd",
  "ftp://example.com/",
  "blob:https://example.com/1",
  "//example.com/",
  "/\\example.com/",
  "",
  "  ",
];

describe("links accept http, https, mailto, tel and paths", () => {
  test.each(["https://example.com/", "HTTP://EXAMPLE.COM", "mailto:a@b.co", "tel:+2547", "/article/1"])(
    "%j",
    (address) => {
      expect(linkAddress(address)).toBe(address);
      expect(cleanHtml(`<a href="${address}">x</a>`)).toBe(`<a href="${address}">x</a>`);
    },
  );
  test.each(REFUSED)("refused: %j", (address) => {
    expect(linkAddress(address)).toBeNull();
  });
  test("a link does not accept data addresses", () => {
    expect(linkAddress("data:image/png;base64,AAAA")).toBeNull();
  });
  test("characters that would end an attribute or break the address are percent-encoded", () => {
    expect(linkAddress(' https://example.com/a "b" <c>\t ')).toBe("https://example.com/a%20%22b%22%20%3Cc%3E");
  });
});

describe("pictures accept http, https, paths and data of jpg, jpeg, gif and png", () => {
  test.each([
    "https://example.com/a.png",
    "/media/a.webp",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/jpg;base64,AA==",
  ])("%j", (address) => {
    expect(pictureAddress(address)).toBe(address);
  });
  test.each([...REFUSED, "mailto:a@b.co", "tel:1", "data:image/webp;base64,AAAA", "data:image/png,plain"])(
    "refused: %j",
    (address) => {
      expect(pictureAddress(address)).toBeNull();
    },
  );
});

describe("a picture that waits to be uploaded", () => {
  test("is accepted in the page that holds it, and nowhere else", async () => {
    const address = await addWaitingPicture(new File(["bytes"], "a.png", { type: "image/png" }));
    expect(pictureAddress(address)).toBe(address);
    expect(linkAddress(address)).toBeNull();
    expect(pictureAddress(`${address}0`)).toBeNull();
    expect(pictureAddress("pending:elsewhere-1")).toBeNull();
  });
  test("never becomes part of stored content", async () => {
    const address = await addWaitingPicture(new File(["bytes"], "a.png", { type: "image/png" }));
    const figure = `<figure><img src="${address}" alt="A quay" /><figcaption>Words</figcaption></figure>`;
    expect(cleanHtml(`<p>Before</p>${figure}`)).not.toContain("pending:");
    expect(cleanHtml(`<p>Before</p>${figure}`)).toContain("Words");
  });
  test("is not brought by what is pasted from elsewhere", () => {
    expect(cleanPaste('<p>Text</p><img src="pending:elsewhere-1">')).toBe("<p>Text</p>");
  });
});

test("an address typed without a scheme gets the one that was meant", () => {
  expect(completeAddress(" example.com/a?b ")).toBe("https://example.com/a?b");
  expect(completeAddress("example.com:8080")).toBe("https://example.com:8080");
  expect(completeAddress("desk@example.com")).toBe("mailto:desk@example.com");
  expect(completeAddress("/about")).toBe("/about");
  expect(completeAddress("javascript:alert(1)")).toBe("javascript:alert(1)");
});
