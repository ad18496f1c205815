import { describe, expect, test } from "vitest";
import { verdictOfFinding } from "./admin/verdicts.ts";
import { headerPart, MAX_SOURCE, parseResults, type Reading, readResults } from "./results.ts";

const MAIL = [
  "Delivered-To: chief@mail.example",
  "Received: from mx.provider.example (mx.provider.example [192.0.2.7])",
  "Authentication-Results: mx.receiver.example 1;",
  "       dkim=pass (2048-bit key; \\) unprotected) header.i=@news.example header.s=s1 header.b=AbC/d+e=;",
  "       spf=softfail (receiver: domain of bounce@mailer.example) smtp.mailfrom=bounce@mailer.example;",
  '       dmarc = pass (p=NONE) header.from="news.example"',
  "DKIM-Signature: v=1; a=rsa-sha256; d=mailer.example; s=other;",
  " b=x",
  "DKIM-Signature: v=1; a=rsa-sha256; d=news.example;",
  "\ts=s1; b=x",
  "Authentication-Results: forged.example; spf=pass smtp.mailfrom=news.example",
  "Message-ID: <1@news.example>",
  "From: The News <news@news.example>",
  "",
  "Authentication-Results: body.example; spf=pass",
].join("\r\n");

const read = (source: string) => {
  const reading = readResults(source);
  if (reading.state !== "read") throw new Error(reading.state);
  return reading;
};
const withResults = (value: string) => `Authentication-Results: ${value}\nFrom: news@news.example\n\nText`;

test("reads the topmost header alone, with the domain and the selector of each result", () => {
  expect(read(MAIL)).toEqual({
    state: "read",
    server: "mx.receiver.example",
    from: "news.example",
    messageId: "<1@news.example>",
    findings: {
      dkim: { result: "pass", domain: "news.example", selector: "s1", reason: "" },
      spf: { result: "softfail", domain: "mailer.example", selector: "", reason: "" },
      dmarc: { result: "pass", domain: "news.example", selector: "", reason: "" },
    },
    selector: "s1",
  });
});

test("prefers the signature that passes for the sender's own domain", () => {
  const { findings } = read(
    withResults(
      "mx.example; dkim=fail header.d=news.example; dkim=pass header.d=mailer.example; dkim=pass header.d=news.example",
    ),
  );
  expect(findings.dkim).toMatchObject({ result: "pass", domain: "news.example" });
});

test("reads Microsoft's header, which names no server", () => {
  const { server, findings } = read(
    withResults(
      "spf=pass (sender IP is 192.0.2.7)\n smtp.mailfrom=news.example; dkim=none (message not signed)\n header.d=none;dmarc=bestguesspass action=none header.from=news.example;compauth=pass reason=109",
    ),
  );
  expect(server).toBe("");
  expect([findings.spf?.result, findings.dkim?.result, findings.dmarc?.result]).toEqual([
    "pass",
    "none",
    "bestguesspass",
  ]);
});

describe("the grammar of RFC 8601", () => {
  test.each([
    ["example.org 1; none", { server: "example.org", results: [] }],
    ['mx (a (nested) comment; dkim=pass) ; spf/1 = Fail reason = "a; b=c"', "fail", "a; b=c"],
    ["mx; spf=pass smtp (c) . (c) mailfrom = news.example", "pass", ""],
  ])("reads %s", (value, expected, reason?: string) => {
    const report = parseResults(value);
    if (typeof expected === "object") expect(report).toEqual(expected);
    else expect(report?.results).toMatchObject([{ method: "spf", result: expected, reason }]);
  });

  test("reads a property with spaces around its dot", () => {
    const [result] = parseResults("mx; spf=pass smtp . mailfrom = a.example. header.from=b.example")?.results ?? [];
    expect([...(result?.properties ?? [])]).toEqual([
      ["smtp.mailfrom", "a.example."],
      ["header.from", "b.example"],
    ]);
  });

  test.each(["mx; spf=pass (no end", 'mx; spf=pass reason="no end', "mx; spf=pass (\\)"])("can't read %s", (value) => {
    expect(parseResults(value)).toBeNull();
  });
});

test.each<[string, Reading["state"]]>([
  ["Hello,\n\nthis is the text of a mail: it has no headers.", "no-headers"],
  ["From: a@b.example\nSubject: Words", "no-results"],
  ["ARC-Authentication-Results: i=1; mx; spf=pass\nFrom: a@b.example", "no-results"],
  [withResults("mx; spf=pass ("), "unreadable"],
])("says why there is nothing to read in %j", (source, state) => {
  expect(readResults(source).state).toBe(state);
});

test("drops the text of a mail, however long", () => {
  expect(headerPart(MAIL)).toMatch(/<news@news\.example>$/);
  expect(headerPart("x".repeat(10 * MAX_SOURCE))).toHaveLength(MAX_SOURCE);
});

test.each([
  ["comments", "(".repeat(MAX_SOURCE)],
  ["escapes", `"${"\\".repeat(MAX_SOURCE)}`],
  ["words", "a ".repeat(MAX_SOURCE)],
  ["dots", "a . ".repeat(MAX_SOURCE)],
  ["separators", ";=".repeat(MAX_SOURCE)],
  ["results", "dkim=pass header.d=x;".repeat(MAX_SOURCE)],
  ["empty lines", "\n \t".repeat(MAX_SOURCE)],
  ["continued lines", "\n a".repeat(MAX_SOURCE)],
  ["signatures", "\nDKIM-Signature: d=;s=;".repeat(MAX_SOURCE)],
])("reads hostile %s in time that grows with their length", (_what, hostile) => {
  const timeOf = (chars: number) => {
    // The sender comes first: a mail without one is not read.
    const source = `From: news@news.example\nAuthentication-Results: mx; ${hostile}`.slice(0, chars);
    expect(readResults(source).state).not.toBe("no-headers");
    const start = process.cpuUsage();
    for (let run = 0; run < 4; run++) readResults(source);
    return process.cpuUsage(start).user;
  };
  timeOf(MAX_SOURCE / 64);
  // Quadratic work would take 16 times as long.
  expect(timeOf(MAX_SOURCE / 16)).toBeLessThan(10 * timeOf(MAX_SOURCE / 64) + 100_000);
});

describe("verdicts", () => {
  const finding = (result: string, domain = "news.example") => ({ result, domain, selector: "s1", reason: "" });
  test("a pass for another domain is not one for the sender, unless DMARC passed", () => {
    expect(verdictOfFinding("spf", finding("pass", "mailer.example"), "news.example", false)).toMatchObject({
      tone: "bad",
      words: "Passed for mailer.example",
    });
    expect(verdictOfFinding("spf", finding("pass", "mailer.example"), "news.example", true).tone).toBe("good");
    expect(verdictOfFinding("dkim", finding("pass", "mail.news.example"), "news.example", false).tone).toBe("good");
  });

  test("each failure says what to do, with the name of the record", () => {
    expect(verdictOfFinding("dkim", finding("fail"), "news.example", false).advice).toContain(
      "s1._domainkey.news.example",
    );
    expect(verdictOfFinding("dmarc", finding("none"), "news.example", false).advice).toContain("_dmarc.news.example");
    expect(verdictOfFinding("spf", finding("softfail"), "news.example", false).advice).toContain("include:");
  });

  test("a lookup that failed at the receiver blames no record, and a missing method is not stated", () => {
    expect(verdictOfFinding("spf", finding("temperror"), "news.example", false).tone).toBe("open");
    expect(verdictOfFinding("dkim", undefined, "news.example", false)).toMatchObject({
      tone: "open",
      words: "Not stated",
    });
  });
});
