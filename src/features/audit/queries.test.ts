import { describe, expect, test } from "vitest";
import type { SealedRow } from "./chain.ts";
import { AUDIT_CSV_HEAD, presentAuditLine, presentEntry, presentForLog } from "./queries.ts";

const ROW: SealedRow = {
  ...{
    id: 12,
    n: 3,
    at: Date.UTC(2026, 10, 24, 9, 30),
    times: 2,
    words: "bridge opens",
    fold_key: null,
    open_until: null,
  },
  actor_kind: "account",
  actor_id: 7,
  actor_name: "Amina Otieno",
  key_name: "",
  network: "192.0.2.0/24",
  action: "article.update",
  subject_kind: "article",
  subject_id: "41",
  subject_title: "Bridge opens",
  changes: JSON.stringify({ title: { from: "Bridge", to: "Bridge opens" } }),
  who_salt: "salt-1",
  details_salt: "salt-2",
  who_hash: "w",
  details_hash: "d",
  previous_hash: "p",
  hash: "h",
};

describe("an entry as a line of CSV", () => {
  const cells = (line: string) => line.trimEnd().split(",").length;

  test("has as many cells as the head has names", () => {
    const plain = { ...ROW, changes: "{}" };
    expect(cells(presentAuditLine(plain))).toBe(cells(AUDIT_CSV_HEAD));
  });

  test("has an empty cell for the number of whoever is no account", () => {
    const line = presentAuditLine({ ...ROW, actor_kind: "operator", actor_id: null, subject_id: null, changes: "{}" });
    expect(line).toContain(",operator,,Amina Otieno,article.update,article,,Bridge opens,");
  });

  test("stays one line and one cell, whatever a title contains", () => {
    const line = presentAuditLine({ ...ROW, subject_title: 'A "quote", and\nanother line', changes: "{}" });
    expect(line).toContain('"A ""quote"", and\nanother line"');
  });

  test.each(["=HYPERLINK(0)", "+1", "@SUM(A1)", "-2+3"])("lets no spreadsheet run %j as a formula", (name) => {
    const line = presentAuditLine({ ...ROW, actor_name: name });
    expect(line).not.toMatch(/(^|,)"?[=+@-]/m);
  });
});

test("an entry as chiefs see it has neither the salts nor the words that it is found by", () => {
  const text = JSON.stringify(presentEntry(ROW));
  expect(text).not.toMatch(/salt|words|bridge opens/);
  expect(presentEntry(ROW)).toMatchObject({ at: "2026-11-24T09:30:00.000Z", actor: { id: 7 }, times: 2 });
});

test("an entry in the server's log names the fields that changed, and no person, title or value", () => {
  const told = presentForLog(ROW);
  expect(told).toMatchObject({ account: 7, id: "41", changed: ["title"], hash: "h" });
  expect(JSON.stringify(told)).not.toMatch(/Amina|Bridge/);
});
