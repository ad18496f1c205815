import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleMail } from "#test/support/issue-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import type { OutboxMail } from "../endpoints.ts";
import { delayedMails, MailList, outboxMails } from "./mail-list.tsx";
import { DelayedNote, OutboxSection } from "./outbox-section.tsx";

const ALL = outboxMails({ state: undefined, kind: undefined });
const TRIED = "2026-11-20T12:07:00.000Z";

/** Formatted like the list, in the time zone of the tests. */
const plain = (text: string) => text.replaceAll("\u202f", " ");
const [WRITTEN, LATER] = ["2026-11-20T12:00:00.000Z", TRIED].map((iso) => plain(exactTime(iso)));

function listOf(...mails: OutboxMail[]) {
  const { client, has } = clientOfAnswers();
  has(ALL(1), { items: mails, total: mails.length });
  return adminMarkup(<MailList caption="Mails" mails={ALL} empty="No mails yet." />, { client });
}
/** The list's text for one mail. */
const newsOf = (change: Partial<OutboxMail>) => {
  const cell = listOf(exampleMail(change)).match(/data-label="What happened"[^>]*>([\s\S]*?)<\/td>/)?.[1];
  return plain(wordsOf(cell ?? ""));
};

describe("the list of mails says of a mail", () => {
  test.each<[string, Partial<OutboxMail>, string]>([
    ["that it was written, before its first try", {}, `Written ${WRITTEN}.`],
    ["when it is tried again, after one try", { attempts: 1, due_at: TRIED }, `1 try; next one ${LATER}.`],
    [
      "how often it was tried",
      { attempts: 4, due_at: TRIED, last_error: "451 later" },
      `4 tries; next one ${LATER}. 451 later`,
    ],
    ["when it was sent, at the first try", { state: "sent", attempts: 1, settled_at: TRIED }, `${LATER}.`],
    [
      "after how many tries it was sent, without the errors of those before",
      { state: "sent", attempts: 3, settled_at: TRIED, last_error: "451 later" },
      `${LATER}, after 3 tries.`,
    ],
    [
      "why it failed",
      { state: "failed", attempts: 1, settled_at: TRIED, last_error: "550 No such user" },
      `${LATER}. 550 No such user`,
    ],
    ["nothing of tries while it is held", { state: "held", attempts: 2 }, `Written ${WRITTEN}.`],
  ])("%s", (_what, change, words) => {
    expect(newsOf(change)).toBe(words);
  });
});

describe("a mail can be sent again", () => {
  const offers = (change: Partial<OutboxMail>) => listOf(exampleMail(change)).includes("Send again to");

  test.each<[OutboxMail["state"], boolean]>([
    ["queued", false],
    ["sending", false],
    ["sent", false],
    ["failed", true],
    ["uncertain", true],
    ["held", false],
    ["cancelled", false],
  ])("that is %s: %j", (state, isOffered) => {
    expect(offers({ state })).toBe(isOffered);
  });

  test("but not to a person who was erased, who is named as such", () => {
    expect(offers({ state: "failed", email: "" })).toBe(false);
    expect(listOf(exampleMail({ state: "failed", email: "" }))).toContain("An erased person");
  });
});

describe("the outbox", () => {
  const sectionAt = (at: string, read?: (parts: ReturnType<typeof clientOfAnswers>) => void) => {
    const parts = clientOfAnswers();
    read?.(parts);
    return adminMarkup(<OutboxSection />, { client: parts.client, address: at });
  };
  const nothing = { items: [], total: 0 };

  test("does not ask for what the server would refuse: an unknown state or kind narrows nothing", () => {
    const html = sectionAt("/admin?state=gone&kind=__proto__", ({ has }) => has(ALL(1), nothing));
    expect(html).toContain("No mails yet.");
  });
});

describe("the note on delayed mails", () => {
  const noteOf = (total: number, last_error: string) => {
    const { client, has } = clientOfAnswers();
    has(delayedMails(), { items: total === 0 ? [] : [exampleMail({ last_error })], total });
    return adminMarkup(<DelayedNote />, { client });
  };

  test.each([
    [1, "1 mail could not be sent yet and will be retried. The reason: 421 away"],
    [1_200, "1,200 mails could not be sent yet and will be retried. The reason: 421 away"],
  ])("counts %i of them", (total, words) => {
    expect(wordsOf(noteOf(total, "421 away"))).toContain(words);
  });
});
