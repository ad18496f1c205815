import { describe, expect, test } from "vitest";
import { readRedirects } from "./import.ts";

const read = (text: string) =>
  readRedirects(text).map((line) =>
    "why" in line ? `${line.line} ${line.why}` : `${line.body.from} ${line.body.to} ${line.body.code}`,
  );

describe("a file of redirects", () => {
  test.each([
    ["CSV without a head", "/a,/b\n/c;d,/e,302", ["/a /b 301", "/c;d /e 302"]],
    [
      "the WordPress plugin Redirection",
      "source,target,regex,code,type,hits,title,status\n/a,/b,0,301,url,5,,enabled\n^/c/(\\d+)$,/d,1,301,url,0,,enabled",
      ["/a /b 301", "3 Regular expressions are not supported."],
    ],
    [
      "_redirects",
      "# old\n/a  /b\n/c/* /d/:splat 302!\n/e /f 200\n/g /h 301 Country=ke",
      ["/a /b 301", "/c/* /d/* 302", "4 Code 200 is not supported.", "5 Conditions are not supported."],
    ],
    [
      "Ghost's JSON",
      '[{"from":"^\\\\/a\\\\/$","to":"/b","permanent":true},{"from":"/c/(.*)","to":"/d/$1"}]',
      ["/a/ /b 301", "/c/* /d/* 302"],
    ],
    ["Ghost's YAML", "301:\n  /a: /b\n302:\n  /c: https://x.example/d", ["/a /b 301", "/c https://x.example/d 302"]],
  ])("in the form of %s is read", (_form, text, lines) => {
    expect(read(text)).toEqual(lines);
  });

  test("in YAML may have quotes, comments, and colons in addresses", () => {
    const text = `"301": # moved\n  '/a b': "/b"\n  /x:y: https://x.example:8080/#top # why\n\n302:\n  ^\\/c\\/$: /d\n/e: /f\n  /g\n`;
    expect(read(text)).toEqual([
      "/a b /b 301",
      "/x:y https://x.example:8080/#top 301",
      "/c/ /d 302",
      "7 This is not a redirect.",
      "8 This is not a redirect.",
    ]);
  });

  test.each([
    ['[{"from":{"toString":1},"to":"/x"},null,{"from":"/a","to":"/b"}]', 2],
    ['{"301":{"/a":{"toString":1},"/b":"/c"}}', 1],
  ])("skips what is no text in %s", (text, skipped) => {
    expect(read(text).filter((line) => line.endsWith("This is not a redirect."))).toHaveLength(skipped);
  });

  test.each([
    ["nested lists", "[".repeat(800_000)],
    ["indicators", `301:\n  ${"? ! & ".repeat(130_000)}`],
    ["commas", `301:\n  [${",".repeat(800_000)}`],
    ["quotes", `301:\n  ${'"'.repeat(800_000)}`],
    ["keys", `301:\n${Array.from({ length: 50_000 }, (_, at) => `  /k${at}: /v`).join("\n")}`],
  ])("of %s takes no longer than others of its size", (_what, text) => {
    const start = process.cpuUsage();
    try {
      readRedirects(text, "ghost");
    } catch {
      // Some are none.
    }
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });

  test.each(["", "[", "[{]", "[]"])("that is none of them is rejected: %j", (text) => {
    expect(() => readRedirects(text)).toThrow();
  });
});
