import { describe, expect, test } from "vitest";
import { stateOf as messageStateOf, STATE_FILTERS } from "#features/contact/admin/messages-section.tsx";
import { KIND_WORDS, optionsOf, STATE_WORDS } from "#features/mail/admin/mail-list.tsx";
import { MAIL_STATES } from "#features/mail/endpoints.ts";
import { peopleIn } from "#features/newsletter/audience/admin/import-report.tsx";
import { STATUS_FILTERS, stateOf, statusOf } from "#features/newsletter/audience/admin/subscribers-section.tsx";
import { type Subscriber, subscriberQuery } from "#features/newsletter/endpoints.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { placeOf } from "./places.ts";

describe("a filter in the address", () => {
  test("offers only what the server takes, and all that it knows", () => {
    for (const { value } of STATUS_FILTERS.filter(({ value }) => value !== ""))
      expect(subscriberQuery.safeParse({ status: value }).success, value).toBe(true);
    expect(Object.keys(STATE_WORDS).sort()).toEqual([...MAIL_STATES].sort());
  });

  test("that is unknown shows the whole list, not an error", () => {
    for (const given of ["gone", "", null])
      expect([statusOf(given), messageStateOf(given)]).toEqual([undefined, undefined]);
    expect([statusOf("bouncing"), messageStateOf("spam")]).toEqual(["bouncing", "spam"]);
  });

  test("begins with the one that leaves most in", () => {
    for (const options of [STATUS_FILTERS, STATE_FILTERS, optionsOf("All kinds", KIND_WORDS)])
      expect(options.map(({ value }) => value).indexOf("")).toBe(0);
  });
});

describe("a subscriber", () => {
  const subscriber = (change: Partial<Subscriber>) => ({ status: "active", bouncing: false, ...change }) as Subscriber;

  test.each([
    ["Active", false, {}],
    ["Bouncing", true, { bouncing: true }],
    ["Not confirmed", true, { status: "pending" }],
    // Whoever has left gets nothing, whatever became of the mails before.
    ["Unsubscribed", false, { status: "unsubscribed", bouncing: true }],
    ["Not confirmed", true, { status: "pending", bouncing: true }],
  ] as const)("is called %s, with a note where it gets no issues: %s", (name, hasNote, change) => {
    const state = stateOf(subscriber(change));
    expect([state.name, state.note !== undefined]).toEqual([name, hasNote]);
  });

  test("is counted as one, or as many", () => {
    expect([0, 1, 2, 1_200].map(peopleIn)).toEqual([
      "0 subscribers",
      "1 subscriber",
      "2 subscribers",
      "1,200 subscribers",
    ]);
  });
});

test("an address of the admin area leads to its place, and one that only begins alike does not", () => {
  expect([adminUrl.audience(), adminUrl.audience("issues"), `${adminUrl.audience()}/`].map(placeOf)).toEqual(
    Array(3).fill("audience"),
  );
  expect([adminUrl.media(), `${adminUrl.media()}/`].map(placeOf)).toEqual(["media", "media"]);
  expect([adminUrl.article("new"), adminUrl.article(12), "/admin/articles/x"].map(placeOf)).toEqual(
    Array(3).fill("article"),
  );
  expect([pageUrl.admin(), "/admin/audiences", "/admin/articles-of-mine", "/admin/other"].map(placeOf)).toEqual(
    Array(4).fill("dashboard"),
  );
});
