import { describe, expect, test } from "vitest";
import { formatOf, readRedirects } from "./import.ts";

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

  const OFF = "This redirect is switched off.";
  const saysOf = (name: string, value: string) => `The column “${name}” says “${value}”, which is not supported.`;

  test.each([
    [
      "Redirection",
      "source,target,regex,code,type,match,hits,title,status",
      [
        ["/a/,/b,0,301,url,url,14,,active", "/a/ /b 301"],
        ["/a/,/b,0,301,url,url,0,,disabled", OFF],
        ["/a/,/b,0,302,url,login,7,,active", saysOf("match", "login")],
        ["/a/,/b,0,302,url,role,7,,active", saysOf("match", "role")],
        ["/a/,*,0,410,error,url,3,,active", "/a/ * 410"],
        ["/a/,,0,301,nothing,url,2,,active", saysOf("type", "nothing")],
        ["/a/(\\d+),/b,1,301,url,url,2,,active", "Regular expressions are not supported."],
      ],
    ],
    [
      "Rank Math",
      "id,source,matching,destination,type,category,status,ignore",
      [
        ["1,/a,exact,/b,301,,active,case", "/a /b 301"],
        ["2,/a,start,/b,301,,active,", saysOf("matching", "start")],
        ["3,/a,exact,/b,307,,inactive,", OFF],
      ],
    ],
    [
      "Yoast",
      "Origin,Target,Type,Format",
      [
        ["/a,/b,301,plain", "/a /b 301"],
        ["^/a/(.*)$,/b/$1,302,regex", "/a/* /b/* 302"],
      ],
    ],
    [
      "301 Redirects",
      "status,url_from,url_to",
      [
        ["301,/a,/b", "/a /b 301"],
        ["inactive,/a,/b", OFF],
      ],
    ],
    [
      "All in One SEO",
      "source_url,target_url,type,query_param,group,regex,ignore_slash,enabled",
      [
        ["/a,/b,301,ignore,manual,0,1,1", "/a /b 301"],
        ["/a,/b,301,ignore,manual,0,1,0", OFF],
      ],
    ],
    [
      "SEOPress",
      "Origin;Destination;Type;Enabled;Logged status",
      [
        ["/a;/b;301;yes;both", "/a /b 301"],
        ["/a;/b;301;no;both", OFF],
        ["/a;/b;301;yes;only_logged_in", saysOf("logged status", "only_logged_in")],
      ],
    ],
    ["a shop", "Redirect from,Redirect to", [["/a,/b", "/a /b 301"]]],
    [
      "Drupal",
      "from\tto\tstatus_code\tlanguage",
      [
        ["/a\t/b\t301\tund", "/a /b 301"],
        ["/a\t/b\t301\tsw", saysOf("language", "sw")],
      ],
    ],
    ["another language", "source,target,الحالة", [["/a,/b,موقوف", saysOf("الحالة", "موقوف")]]],
  ])("as %s exports it obeys every column that limits a rule, or says why it does not", (_plugin, head, cases) => {
    for (const [row = "", expected = ""] of cases) expect(read(`${head}\n${row}`).join("\n")).toContain(expected);
  });

  test("in JSON of other programs is read by the names of its fields", () => {
    const redirects = [
      { url: "/a", action_data: { url: "/b" }, action_code: 301, action_type: "url", match_type: "url", enabled: true },
      {
        url: "/c",
        action_data: { url: "/d" },
        action_code: 301,
        action_type: "url",
        match_type: "url",
        enabled: false,
      },
      { source: "/e", destination: "/f", permanent: true, has: [] },
      { source: "/g", destination: "/h", permanent: false, has: [{ type: "cookie", key: "x" }] },
    ];
    const lines = read(JSON.stringify({ plugin: { version: "5" }, redirects }));
    expect(lines.slice(0, 3)).toEqual(["/a /b 301", `2 ${OFF}`, "/e /f 301"]);
    expect(lines[3]).toContain("The column “has” says");
  });

  test("in _redirects has its conditions by their place, not by a sign", () => {
    const text = [
      "# moved in 2024",
      "/promo  /advertise?utm_source=old&utm_medium=print  301",
      "/news/*  /category/crypto?from=:splat  301",
      "/shop id=:id  /article/:id  301",
      "/a=b  https://x.example/?q=1",
      "/de/*  /about  302  Language=de",
      "/f  /g  Language=de",
      "/h -> /i 302",
    ];
    expect(read(text.join("\n"))).toEqual([
      "/promo /advertise?utm_source=old&utm_medium=print 301",
      "/news/* /category/crypto?from=* 301",
      "4 Conditions are not supported.",
      "/a=b https://x.example/?q=1 301",
      "6 Conditions are not supported.",
      "7 Conditions are not supported.",
      "/h /i 302",
    ]);
  });

  test.each([
    ["Ghost's YAML", "301:\n  /Case-Story/i: /a\n302:\n  /^\\/b\\/$/i: /c"],
    ["Ghost's JSON", '[{"from":"/Case-Story/i","to":"/a","permanent":true},{"from":"/^\\\\/b\\\\/$/i","to":"/c"}]'],
  ])("in %s may have the flag that ignores case", (_form, text) => {
    expect(read(text)).toEqual(["/Case-Story /a 301", "/b/ /c 302"]);
  });

  test("never contains a regular expression as a path, which nothing would match", () => {
    expect(read("/a/(.*),/b/$1\n/c$,/d\n/e/.+/f,/g\n/Foo_(bar),/h")).toEqual([
      "/a/* /b/* 301",
      "/c /d 301",
      "3 Regular expressions are not supported.",
      "/Foo_(bar) /h 301",
    ]);
  });

  test.each([
    ["csv", "/a b, /c\n/d,/e"],
    ["csv", "source\ttarget\n/a\t/b"],
    ["csv", "# old addresses\n/a,/b\n/c,/d"],
    ["csv", "/one two three /four\n/a,/b\n/c,/d"],
    ["netlify", "/a,b /c\n/d /e\n/f /g 302"],
    ["netlify", "# x\n/a   /b"],
    ["ghost", "# moved\n\n302:\n  /a: /b"],
    ["ghost", "'308': # permanent\n  /a: /b"],
  ])("has the format %s by all of its lines: %j", (format, text) => {
    expect(formatOf(text)).toBe(format);
  });

  test.each([
    "RewriteRule ^a$ /b [R=301]\nRewriteRule ^c$ /d",
    "Redirect 301 /a /b",
    "location /a {\nreturn 301 /b;\n}",
  ])("of a web server is rejected with a reason that fits: %j", (text) => {
    expect(() => readRedirects(text)).toThrow(/web server|columns/);
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
