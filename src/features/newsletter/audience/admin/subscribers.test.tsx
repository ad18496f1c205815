import { describe, expect, test } from "vitest";
import { messages } from "#features/contact/admin/calls.ts";
import { outboxMails } from "#features/mail/admin/mail-list.tsx";
import type { Subscriber } from "#features/newsletter/endpoints.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exportSubscribers, newestImport, refreshAudience, subscribers } from "./calls.ts";
import { SubscribersSection, stateOf, statusOf } from "./subscribers-section.tsx";

const subscriberOf = (change: Partial<Subscriber> = {}): Subscriber => ({
  id: 4,
  email: "anna@example.com",
  name: "",
  status: "active",
  bouncing: false,
  created_at: "2026-11-20T12:00:00.000Z",
  changed_at: "2026-11-20T12:00:00.000Z",
  ...change,
});

describe("the state of a subscriber", () => {
  test.each<[Partial<Subscriber>, string, boolean]>([
    [{}, "Active", true],
    [{ bouncing: true }, "Bouncing", false],
    [{ status: "pending" }, "Not confirmed", false],
    // Whoever has not confirmed or has left gets none in any case: that is what the editor must know.
    [{ status: "pending", bouncing: true }, "Not confirmed", false],
    [{ status: "unsubscribed", bouncing: true }, "Unsubscribed", false],
  ])("%j is %s", (change, name, getsIssues) => {
    const state = stateOf(subscriberOf(change));
    expect(state.name).toBe(name);
    expect(state.note === undefined || state.note.startsWith("Gets no issues")).toBe(true);
    if (getsIssues) expect(state.note).toBeUndefined();
  });

  test.each([
    ["bouncing", "bouncing"],
    ["pending", "pending"],
    ["", undefined],
    [null, undefined],
    ["Active", undefined],
    ["toString", undefined],
  ])("%j in the address narrows the list to %j", (given, status) => {
    expect(statusOf(given)).toBe(status);
  });
});

describe("the section of subscribers", () => {
  function sectionAt(at: string, filter: Parameters<typeof subscribers>[0], rows: Subscriber[]) {
    const { client, has } = clientOfAnswers();
    has(subscribers(filter)(1), { items: rows, total: rows.length });
    return adminMarkup(<SubscribersSection />, { client, address: at });
  }
  const all = { query: undefined, status: undefined };

  test("searches for no more than the server takes", () => {
    const html = sectionAt(`/admin?query=${"x".repeat(300)}`, { ...all, query: "x".repeat(254) }, [subscriberOf()]);
    expect(html).toContain("anna@example.com");
  });
});

describe("the calls of the audience", () => {
  const FILTERED: [Parameters<typeof exportSubscribers>[1], string][] = [
    [{ query: "ann", status: "active" }, "/api/newsletter/subscribers/?query=ann&status=active"],
    [{ query: "a&status=b", status: undefined }, "/api/newsletter/subscribers/?query=a%26status%3Db"],
    // An empty search would be a filter of its own.
    [{ query: "", status: undefined }, "/api/newsletter/subscribers/"],
  ];
  test.each(FILTERED)("export what %j lists, and nothing else", async (filter, address) => {
    const asked: unknown[] = [];
    const download = async (...given: unknown[]) => {
      asked.push(given);
      return new Blob();
    };
    await exportSubscribers({ download } as unknown as EditorApi, filter);
    expect(asked).toEqual([[address, "text/csv"]]);
  });

  test("after a change fetch subscribers, messages and mails again: an erasure is of all three", () => {
    const { client } = clientOfAnswers();
    const lists = [subscribers({})(1), messages(undefined)(1), outboxMails({ state: undefined })(1), newestImport()];
    for (const { queryKey } of lists) client.setQueryData(queryKey as readonly unknown[], []);
    refreshAudience(client);
    const isStale = lists.map(({ queryKey }) => client.getQueryState(queryKey as readonly unknown[])?.isInvalidated);
    expect(isStale).toEqual([true, true, true, false]);
  });
});
