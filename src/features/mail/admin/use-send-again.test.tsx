import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleMail } from "#test/support/issue-answers.ts";
import { outboxMails, useSendAgain } from "./mail-list.tsx";

const LIST = outboxMails({ state: undefined })(1);

function desk(answer: () => unknown = () => exampleMail()) {
  const { client, has } = clientOfAnswers();
  has(LIST, { items: [], total: 0 });
  const { api, calls: sent } = noteCalls(() => ({ body: answer() }));
  let refreshed = 0;
  const { begin } = hookResult(() => useSendAgain(() => void refreshed++), { client, api });
  return {
    begin,
    sent: () => sent.map(({ method, url }) => `${method} ${url}`),
    refreshed: () => refreshed,
    isStale: () => client.getQueryState(LIST.queryKey as readonly unknown[])?.isInvalidated,
  };
}
const settled = (isDone: () => boolean) => expect.poll(isDone, { interval: 1 }).toBe(true);

describe("sending a mail again", () => {
  test("sends one that failed at once, and reads again what shows it", async () => {
    const { begin, sent, refreshed, isStale } = desk();
    begin(exampleMail({ id: 3, state: "failed" }));
    await settled(() => refreshed() === 1);
    expect(sent()).toEqual(["POST /api/outbox/3/send-again/"]);
    expect(isStale()).toBe(true);
  });

  test("asks first about one that may have arrived: nothing is sent before the answer", async () => {
    const { begin, sent, refreshed } = desk();
    begin(exampleMail({ state: "uncertain" }));
    await Promise.resolve();
    expect([sent(), refreshed()]).toEqual([[], 0]);
  });

  test.each([
    ["the server refuses", apiError("mail_not_resendable", "Only a mail that failed…")],
    ["nobody answers", new NetworkError()],
  ])("reads again what shows it where %s: it is in another state then", async (_what, error) => {
    const { begin, refreshed, isStale } = desk(() => {
      throw error;
    });
    begin(exampleMail({ state: "failed" }));
    await settled(() => refreshed() === 1);
    expect(isStale()).toBe(true);
  });

  test("a second press of the same mail while the first is stored sends nothing", async () => {
    const { begin, sent, refreshed } = desk();
    const mail = exampleMail({ id: 3, state: "failed" });
    begin(mail);
    begin(mail);
    begin(exampleMail({ id: 4, state: "failed" }));
    await settled(() => refreshed() === 2);
    expect(sent()).toEqual(["POST /api/outbox/3/send-again/", "POST /api/outbox/4/send-again/"]);
  });
});
