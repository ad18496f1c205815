import { expect, test } from "vitest";
import { MailError } from "#platform/mail.ts";
import { testClock } from "#test/support/clock.ts";
import type { TakenMail } from "../leases.ts";
import { type DeliveryParts, deliver } from "./lane.ts";

const MAIL = {
  id: 7,
  kind: "welcome",
  to_email: "reader@example.com",
  attempts: 1,
  first_tried_at: null,
  created_at: Date.UTC(2026, 10, 20),
} as TakenMail;

/** A delivery whose steps are recorded; `send` and `compose` may be replaced. */
function start(replaced: Partial<Pick<DeliveryParts, "compose">> & { send?: DeliveryParts["transport"]["send"] } = {}) {
  const steps: string[] = [];
  const stopping = new AbortController();
  const send: DeliveryParts["transport"]["send"] = async ({ name, from, to }, beforeText) => {
    steps.push(`connected for ${name}, ${from} to ${to}`);
    await beforeText();
    steps.push("text");
    return undefined;
  };
  const parts: DeliveryParts = {
    clock: testClock(),
    transport: { send: replaced.send ?? send },
    log: { warn: (details: object) => void steps.push(`logged ${JSON.stringify(details)}`) },
    compose: replaced.compose ?? (async () => ({ from: "news@news.example", message: Buffer.from("a mail") })),
    journal: { begin: async (id) => void steps.push(`begun ${id}`) },
    throttle: {
      serverAnswered: () => void steps.push("server answered"),
      serverAway: () => void steps.push("server away"),
    },
    releaseRest: async () => void steps.push("gave back"),
    signal: stopping.signal,
  };
  return { steps, stopping, parts, run: () => deliver(parts, MAIL) };
}

const failing = (error: Error) => ({ send: () => Promise.reject(error) });

test("the start is recorded between the server's consent and the text, and a success ends its backoff", async () => {
  const { steps, run, parts } = start();
  const sent = { id: 7, email: "reader@example.com", at: parts.clock.now(), state: "sent", isFile: false };
  expect(await run()).toEqual(sent);
  expect(steps).toEqual([
    "connected for 20261120T000000Z-7-welcome, news@news.example to reader@example.com",
    "begun 7",
    "text",
    "server answered",
  ]);
});

test("a rejected mail does not make the server back off", async () => {
  const { steps, run } = start(failing(new MailError("never", "554 spam")));
  expect(await run()).toMatchObject({ state: "failed", isBounce: false, error: "554 spam" });
  expect(steps).toEqual([]);
});

test("an unreachable server is left alone, its mails are released to other processes, and the log names nobody", async () => {
  const { steps, run } = start(failing(new MailError("later", "421 no <reader@example.com> now", true)));
  expect(await run()).toMatchObject({ state: "queued" });
  expect(steps).toEqual(["server away", 'logged {"reason":"421 no <…> now"}', "gave back"]);
});

test("a mail that cannot be composed is retried, as is one that another process has claimed", async () => {
  const broken = start({ compose: () => Promise.reject(new Error("The database is away.")) });
  expect(await broken.run()).toMatchObject({ state: "queued", error: "The database is away." });
  expect(broken.steps[0]).toBe("server away");
  const lost = start();
  lost.parts.journal.begin = () => Promise.reject(new MailError("later", "Another process is sending the mail."));
  expect(await lost.run()).toMatchObject({ state: "queued" });
  expect(lost.steps, "neither the text nor the server's rest").toHaveLength(1);
});

test("what a stop aborts is not logged as an error of the server", async () => {
  const { steps, run, stopping, parts } = start(failing(new MailError("later", "closed", true)));
  stopping.abort();
  expect(await run()).toMatchObject({ state: "queued", retryAt: parts.clock.now() });
  expect(steps).toEqual(["server away", "gave back"]);
});
