import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles } from "#test/support/source-files.ts";
import type { SourceOptions } from "./items.ts";
import { redirectsSource } from "./redirects/source.ts";
import { subscribersSource } from "./subscribers/source.ts";

describe("lists of subscribers", () => {
  const read = (csv: string, options?: SourceOptions) =>
    readAll(subscribersSource, sourceFiles({ "list.csv": csv }), options);

  it("yields who is subscribed, and names everyone else", async () => {
    const all = await read(
      "email,name,status\na@example.com,Ann,active\nb@example.com,Bo,unsubscribed\nc@example.com,,bounced\nnobody,,active\na@example.com,,active\n",
    );
    expect(itemsOf(all, "subscriber")).toEqual([
      {
        kind: "subscriber",
        key: "a@example.com",
        email: "a@example.com",
        name: "Ann",
        since: null,
        state: "subscribed",
      },
    ]);
    expect(itemsOf(all, "mapping")).toMatchObject([
      { file: "list.csv", question: "", columns: [{ role: "email" }, { role: "name" }, { role: "status" }] },
    ]);
    expect(itemsOf(all, "finding").map(({ item, message }) => `${item}: ${message}`)).toEqual([
      "list.csv, line 5: nobody: Please enter a valid email address.",
      "list.csv: 2 people have left or cannot be reached, by the file, and get no mail.",
      "list.csv: 1 rows repeat an address.",
    ]);
  });

  it("asks what is not understood, and reads it again with the answers", async () => {
    const csv = "email,status\na@example.com,blauw\nb@example.com,groen\n";
    const first = await read(csv);
    expect(itemsOf(first, "mapping")[0]?.question).toBe("Please say whether the state “blauw” means subscribed.");
    expect(itemsOf(first, "subscriber")).toEqual([]);
    const answers = {
      "list.csv": {
        statuses: [
          { value: "blauw", is_subscribed: true },
          { value: "groen", is_subscribed: false },
        ],
      },
    };
    const second = await read(csv, { answers });
    expect(itemsOf(second, "mapping")[0]?.question).toBe("");
    expect(itemsOf(second, "subscriber").map(({ email }) => email)).toEqual(["a@example.com"]);
  });

  it("rejects lists with too many rows with a sentence", async () => {
    await expect(read(`email\n${"a@example.com\n".repeat(200_002)}`)).rejects.toThrow(
      "list.csv: The CSV has more than 200000 rows. Please split it.",
    );
  });

  it("recognises files with addresses", async () => {
    expect(await subscribersSource.recognises(sourceFiles({ "a.csv": "email\na@example.com" }))).toBe(true);
    expect(await subscribersSource.recognises(sourceFiles({ "a.csv": "from,to\n/a,/b" }))).toBe(false);
  });
});

describe("lists of redirects", () => {
  it.each([
    ["redirects.csv", "from,to,code\n/a,/b,301\n/c,/d,200\n"],
    ["_redirects", "/a /b 301\n/c /d 200\n"],
    ["redirects.json", '[{"from":"/a","to":"/b","permanent":true},{"from":"^/(\\\\d+)$","to":"/d"}]'],
    ["redirects.yaml", "301:\n  /a: /b\n200:\n  /c: /d\n"],
  ])("yield what can be stored, and name the rest: %s", async (name, text) => {
    const files = sourceFiles({ [`data/${name}`]: text, "data/other.json": "{}" });
    expect(await redirectsSource.recognises(files)).toBe(true);
    const all = await readAll(redirectsSource, files);
    expect(itemsOf(all, "redirect")).toEqual([{ kind: "redirect", key: "/a", from: "/a", to: "/b", code: 301 }]);
    expect(itemsOf(all, "finding")).toMatchObject([
      {
        level: "error",
        item: expect.stringContaining(`data/${name}, line`),
        message: expect.stringContaining("not supported"),
      },
    ]);
  });

  it("rejects rules of web servers with a sentence", async () => {
    const files = sourceFiles({ "redirects.txt": "RewriteRule ^/a$ /b [R=301]\n" });
    expect(await redirectsSource.recognises(files)).toBe(false);
    await expect(readAll(redirectsSource, files)).rejects.toThrow("Rules of a web server are not supported");
  });
});
