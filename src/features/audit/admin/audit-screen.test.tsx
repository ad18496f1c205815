import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { type Answered, answered } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { AuditEntry } from "../endpoints.ts";
import { AuditScreen, auditEntries, EntryDetails, instantOf } from "./audit-screen.tsx";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 12) }));
afterEach(() => vi.useRealTimers());

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  n: 3,
  at: "2026-11-24T09:30:00.000Z",
  network: "192.0.2.0/24",
  times: 1,
  changes: {},
  actor: { kind: "account", id: 7, name: "Amina Otieno" },
  action: "article.publish",
  subject: { kind: "article", id: "41", title: "Bridge opens" },
  who_hash: "w",
  details_hash: "d",
  previous_hash: "p",
  hash: "h4sh",
  ...change,
});
const PEOPLE = [{ id: 7, name: "Amina Otieno" }];
const screen = (address: string, ...answers: Answered[]) =>
  adminMarkup(<AuditScreen people={PEOPLE} retention={null} />, { address, answers });
const page = (items: AuditEntry[], narrowing: Parameters<typeof auditEntries>[0] = {}) =>
  answered(auditEntries(narrowing)(1), { items, total: items.length });

/** What each select shows, by its label. */
const chosen = (html: string, label: string) => parseHtml(html).role("combobox", label).join();

describe("the address of the audit log", () => {
  test("narrows it: words, a person, a kind of action and days", () => {
    const narrowing = {
      query: "bridge",
      actor: "7",
      action: "article",
      from: instantOf("2026-11-01", "begins"),
      to: instantOf("2026-11-24", "ends"),
    };
    const html = screen(
      "/admin?query=%20bridge%20&actor=7&action=article&from=2026-11-01&to=2026-11-24",
      page([entry()], narrowing),
    );
    expect(wordsOf(html)).toContain("Bridge opens");
    expect([chosen(html, "Who"), chosen(html, "What")]).toEqual(["Amina Otieno", "Articles"]);
  });

  test("that names somebody who is gone shows the number", () => {
    const html = screen("/admin?actor=99", page([entry()], { actor: "99" }));
    expect(chosen(html, "Who")).toBe("Account 99");
  });

  test.each([
    ["actor=0"],
    ["actor=1234567890"],
    ["actor=Amina"],
    ["action=constructor"],
    ["action=article.publish"],
    ["from=yesterday"],
    ["to=2026-02-30"],
    ["query=%20%20"],
  ])("narrows by nothing that the server would refuse: %s", (query) => {
    // Only the call without filters is answered: any other would still be loading.
    const html = screen(`/admin?${query}`, page([entry()]));
    expect(wordsOf(html)).toContain("Bridge opens");
    expect(html).not.toContain("Clear");
  });

  test("that asks for a search of any length asks for one that the server takes", () => {
    const html = screen(`/admin?query=${"x".repeat(5_000)}`, page([entry()], { query: "x".repeat(200) }));
    expect(wordsOf(html)).toContain("Bridge opens");
  });
});

describe("the details of an entry", () => {
  const details = (change: Partial<AuditEntry>) => adminMarkup(<EntryDetails entry={entry(change)} />);

  test("say from which value to which a field went, in elements that say so too", () => {
    const shown = parseHtml(details({ changes: { image_alt: { from: "", to: "A bridge" } } }));
    expect([shown.texts("dt"), shown.texts("dd del"), shown.texts("dd ins")]).toEqual([
      ["image alt"],
      ["empty"],
      ["A bridge"],
    ]);
  });

  test("show an arrow only where there are both values", () => {
    const shown = (changes: AuditEntry["changes"]) =>
      wordsOf(details({ changes }).replace(/<\/?(dl|div|p)[^>]*>/g, " "));
    expect(shown({ role: { to: "editor" } })).toMatch(/^role editor /);
    expect(shown({ device: { from: "Firefox" } })).toMatch(/^device Firefox /);
    expect(shown({ place: { from: null, to: 0 } })).toMatch(/^place empty → 0 /);
  });

  test("name the entry's place and its hash, and the network only where one is known", () => {
    expect(wordsOf(details({}))).toBe("Entry 3 , from 192.0.2.0/24. Hash h4sh".replace("3 ,", "3,"));
    expect(wordsOf(details({ network: "" }))).toBe("Entry 3. Hash h4sh");
  });
});
