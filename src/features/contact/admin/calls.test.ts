import { describe, expect, test } from "vitest";
import type { Paged } from "#shared/api-client.ts";
import { clientOfAnswers } from "#test/support/answers.ts";
import type { ContactMessage, MessageState } from "../endpoints.ts";
import { forgetMessage, knowMessage, messages } from "./calls.ts";

const messageOf = (id: number, state: MessageState): ContactMessage => ({
  id,
  state,
  firstName: "Amina",
  lastName: "Otieno",
  email: "amina@example.com",
  subject: `Subject ${id}`,
  message: "Hello.",
  created_at: "2026-11-20T12:00:00.000Z",
});

/** An editor who has opened the list of all messages and the list of new ones. */
function desk() {
  const { client, has } = clientOfAnswers();
  const lists = { all: messages(undefined)(1), fresh: messages("new")(1), other: messages(undefined)(2) };
  has(lists.all, { items: [messageOf(2, "new"), messageOf(1, "read")], total: 2 });
  has(lists.fresh, { items: [messageOf(2, "new")], total: 1 });
  const items = (list: keyof typeof lists) =>
    client.getQueryData<Paged<ContactMessage>>(lists[list].queryKey)?.items.map(({ id, state }) => [id, state]);
  const isStale = (list: keyof typeof lists) =>
    client.getQueryState(lists[list].queryKey as readonly unknown[])?.isInvalidated;
  return { client, items, isStale };
}

describe("a message that was marked", () => {
  test("has its new state in every list that shows it, and does not leave the list of new ones while it is read", () => {
    const { client, items } = desk();
    knowMessage(client, messageOf(2, "read"));
    expect(items("all")).toEqual([
      [2, "read"],
      [1, "read"],
    ]);
    expect(items("fresh")).toEqual([[2, "read"]]);
  });

  test("has every list fetched again when it is opened next, and makes up none that was never fetched", () => {
    const { client, items, isStale } = desk();
    knowMessage(client, messageOf(2, "done"));
    expect([isStale("all"), isStale("fresh")]).toEqual([true, true]);
    expect(items("other")).toBeUndefined();
  });

  test("that no list shows changes none of their rows", () => {
    const { client, items } = desk();
    const before = [items("all"), items("fresh")];
    knowMessage(client, messageOf(7, "done"));
    expect([items("all"), items("fresh")]).toEqual(before);
  });
});

describe("a message that was deleted", () => {
  test("is gone from every list at once, and the lists are fetched again", () => {
    const { client, items, isStale } = desk();
    forgetMessage(client, 2);
    expect(items("all")).toEqual([[1, "read"]]);
    expect(items("fresh")).toEqual([]);
    expect([isStale("all"), isStale("fresh")]).toEqual([true, true]);
  });

  test("leaves what is not a list of messages alone", () => {
    const { client } = desk();
    client.setQueryData(["/api/outbox/", "paged"], { items: [{ id: 2 }], total: 1 });
    forgetMessage(client, 2);
    expect(client.getQueryData(["/api/outbox/", "paged"])).toEqual({ items: [{ id: 2 }], total: 1 });
    expect(client.getQueryState(["/api/outbox/", "paged"])?.isInvalidated).toBe(false);
  });
});

test("the list without a state is asked for without one: the server then leaves spam out", () => {
  expect(messages(undefined)(1).queryKey[0]).not.toContain("state");
  expect(messages("spam")(1).queryKey[0]).toContain("state=spam");
});
