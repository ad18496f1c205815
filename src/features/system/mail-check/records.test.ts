import { expect, test } from "vitest";
import { readRecords } from "./records.ts";

const fails = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const answering = (records: Record<string, string[][]>) => (name: string) => {
  const found = records[name];
  return found ? Promise.resolve(found) : fails("ENOTFOUND");
};

test("finds the records of a domain among others, joined from their parts", async () => {
  const lookUp = answering({
    "news.example": [["google-site-verification=1"], ["v=spf1 include:", "mail.example -all"]],
    "_dmarc.news.example": [["v=DMARC1; p=reject"]],
    "s1._domainkey.news.example": [["k=rsa; p=MIIB"]],
  });
  expect(await readRecords(lookUp, "news.example", "s1")).toEqual({
    spf: { state: "found", name: "news.example", text: "v=spf1 include:mail.example -all" },
    dmarc: { state: "found", name: "_dmarc.news.example", text: "v=DMARC1; p=reject" },
    dkim: { state: "found", name: "s1._domainkey.news.example", text: "k=rsa; p=MIIB" },
  });
});

test("takes the DMARC record of the parent domain, and recognizes a revoked DKIM key", async () => {
  const lookUp = answering({
    "_dmarc.news.example": [["v=DMARC1; p=none"]],
    "s1._domainkey.mail.news.example": [["v=DKIM1; p="]],
  });
  const { spf, dmarc, dkim } = await readRecords(lookUp, "mail.news.example", "s1");
  expect([spf.state, dmarc.name, dkim?.state]).toEqual(["missing", "_dmarc.news.example", "revoked"]);
});

test("reports two SPF records, which count as none, and a selector without a key", async () => {
  const lookUp = answering({ "news.example": [["v=spf1 -all"], ["v=spf1 mx -all"]] });
  const { spf, dkim } = await readRecords(lookUp, "news.example", "wrong");
  expect([spf.state, dkim?.state, dkim?.name]).toEqual(["several", "missing", "wrong._domainkey.news.example"]);
});

test.each([
  ["ETIMEOUT", "timeout"],
  ["ECONNREFUSED", "timeout"],
  ["ESERVFAIL", "unknown"],
])("doesn't take %s for a missing record", async (code, state) => {
  const { spf, dmarc, dkim } = await readRecords(() => fails(code), "news.example", undefined);
  expect([spf.state, dmarc.state, dkim]).toEqual([state, state, null]);
});
