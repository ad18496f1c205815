import { expect, test } from "vitest";
import { createMailQueue } from "#features/mail/commands.ts";
import { MIN_FILL_MS } from "#shared/form-traces.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { TEST_SECRET } from "#test/support/test-app.ts";
import { countRecipients, listRecipients } from "./audience/queries.ts";
import { confirmSubscription, type ListParts, subscribe, unsubscribe } from "./commands.ts";
import { confirmToken, MAIL_DAY, MAX_MAILS_PER_DAY, unsubscribeToken } from "./rules.ts";
import type { SubscriberTable } from "./tables.ts";

type Status = SubscriberTable["status"];
const STATES = ["unknown", "pending", "active", "unsubscribed"] as const;
type Before = (typeof STATES)[number];
/** What a subscriber becomes, the kind of the mail that says so, and whether an earlier bounce is forgotten. */
type Outcome = [after: Status | "unknown", mail: string | null, isForgiven: boolean];

type Act = (list: ListParts, email: string, id: number) => Promise<void>;
/** By a person who takes the time that people take. */
const asPerson: Act = (list, email) => subscribe(list, { email, elapsed: MIN_FILL_MS });
/** Faster than people are, though perhaps with autofill: the address is to be confirmed. */
const inHaste: Act = (list, email) => subscribe(list, { email, elapsed: MIN_FILL_MS - 1 });
const asMachine: Act = (list, email) =>
  subscribe(list, { email, elapsed: MIN_FILL_MS, website: "https://spam.example" });

const CASES: [what: string, act: Act, outcomes: Record<Before, Outcome>][] = [
  [
    "subscribes",
    asPerson,
    {
      unknown: ["active", "welcome", true],
      pending: ["active", "welcome", true],
      active: ["active", null, true],
      unsubscribed: ["active", "welcome", true],
    },
  ],
  [
    "subscribes in haste",
    inHaste,
    {
      unknown: ["pending", "confirm", true],
      pending: ["pending", "confirm", true],
      active: ["active", null, true],
      unsubscribed: ["pending", "confirm", true],
    },
  ],
  [
    "is subscribed by a machine",
    asMachine,
    {
      unknown: ["unknown", null, false],
      pending: ["pending", null, false],
      active: ["active", null, false],
      unsubscribed: ["unsubscribed", null, false],
    },
  ],
  [
    "leaves by address",
    (list, email) => unsubscribe(list, { email }),
    {
      unknown: ["unknown", null, false],
      pending: ["unsubscribed", null, false],
      active: ["unsubscribed", "goodbye", false],
      unsubscribed: ["unsubscribed", null, false],
    },
  ],
  [
    "leaves by the link in a mail",
    (list, _email, id) => unsubscribe(list, { token: unsubscribeToken(TEST_SECRET, id), email: "other@example.com" }),
    {
      unknown: ["unknown", null, false],
      pending: ["unsubscribed", null, false],
      active: ["unsubscribed", null, false],
      unsubscribed: ["unsubscribed", null, false],
    },
  ],
  [
    "confirms by the link in a mail",
    (list, _email, id) => confirmSubscription(list, confirmToken(TEST_SECRET, id)),
    {
      unknown: ["unknown", null, false],
      pending: ["active", "welcome", true],
      active: ["active", null, false],
      unsubscribed: ["active", "welcome", true],
    },
  ],
];

describeOnEngines("a reader", (open) => {
  async function start(change: Partial<ListParts> = {}) {
    const clock = testClock();
    const database = await open();
    const { db } = database;
    const site = { name: "Jarida", url: "https://news.example" };
    const mailQueue = createMailQueue({ clock, site, sends: async () => true, wake: () => undefined });
    const list = {
      database,
      clock,
      mailQueue,
      secretKey: TEST_SECRET,
      attempts: undefined,
      confirmSubscribers: false,
      ...change,
    };
    const add = async (email: string, status: Status) => {
      const values = { email, status, created_at: 0, changed_at: 0 };
      return (await db.insertInto("subscriber").values(values).returning("id").executeTakeFirstOrThrow()).id;
    };
    const addBounce = (email: string, count = 3) =>
      db.insertInto("mail_bounce").values({ email, count, last_at: 0, last_error: "550" }).execute();
    const statusOf = async (email: string) =>
      (await db.selectFrom("subscriber").select("status").where("email", "=", email).executeTakeFirst())?.status;
    const mailsTo = async (email: string) =>
      (await db.selectFrom("mail").select("kind").where("to_email", "=", email).execute()).map(({ kind }) => kind);
    const isBouncing = async (email: string) =>
      (await db.selectFrom("mail_bounce").select("count").where("email", "=", email).execute()).length > 0;
    return { list, clock, db, add, addBounce, statusOf, mailsTo, isBouncing };
  }

  test.each(CASES)("who %s: the state of the address, and which mail confirms it", async (what, act, outcomes) => {
    const { list, add, addBounce, statusOf, mailsTo, isBouncing } = await start();
    const bystander = await add("bystander@example.com", "active");
    for (const before of STATES) {
      const email = `${before}@example.com`;
      const id = before === "unknown" ? bystander + 1_000 : await add(email, before);
      await addBounce(email);
      const [after, mail, isForgiven] = outcomes[before];
      const isByLink = what.includes("link");
      if (before === "unknown" && isByLink) await expect(act(list, email, id)).rejects.toThrow(/link is not valid/);
      else await act(list, email, id);
      expect(await statusOf(email), before).toBe(after === "unknown" ? undefined : after);
      expect(await mailsTo(email), before).toEqual(mail ? [mail] : []);
      expect(await isBouncing(email), before).toBe(!isForgiven);
    }
    expect([await statusOf("bystander@example.com"), await mailsTo("bystander@example.com")]).toEqual(["active", []]);
  });

  test("must confirm first, however slow, if the operator requires it", async () => {
    const { list, statusOf, mailsTo } = await start({ confirmSubscribers: true });
    await asPerson(list, "reader@example.com", 0);
    expect([await statusOf("reader@example.com"), await mailsTo("reader@example.com")]).toEqual([
      "pending",
      ["confirm"],
    ]);
  });

  test("cannot use a link for another purpose, nor an invalid one", async () => {
    const { list, add, statusOf } = await start();
    const id = await add("reader@example.com", "pending");
    await expect(confirmSubscription(list, unsubscribeToken(TEST_SECRET, id))).rejects.toThrow(/not valid/);
    await expect(unsubscribe(list, { token: confirmToken(TEST_SECRET, id) })).rejects.toThrow(/not valid/);
    await expect(unsubscribe(list, { token: "" })).rejects.toThrow(/not valid/);
    expect(await statusOf("reader@example.com")).toBe("pending");
  });

  test("gets a limited number of mails a day from forms, and more the next day; the state changes all the same", async () => {
    const { list, clock, statusOf, mailsTo } = await start();
    const email = "reader@example.com";
    for (let time = 0; time < MAX_MAILS_PER_DAY; time += 1) {
      await asPerson(list, email, 0);
      await unsubscribe(list, { email });
    }
    expect(await mailsTo(email)).toHaveLength(MAX_MAILS_PER_DAY);
    await asPerson(list, email, 0);
    expect(await statusOf(email)).toBe("active");
    clock.advance(MAIL_DAY);
    await unsubscribe(list, { email });
    expect(await mailsTo(email)).toHaveLength(MAX_MAILS_PER_DAY + 1);
  });

  test("gets issues while active, unless mail servers have reported the address unknown three times", async () => {
    const { db, add, addBounce } = await start();
    const ids: number[] = [];
    for (const [email, status] of [
      ["a@example.com", "active"],
      ["b@example.com", "pending"],
      ["c@example.com", "unsubscribed"],
      ["d@example.com", "active"],
      ["e@example.com", "active"],
    ] as const)
      ids.push(await add(email, status));
    await addBounce("d@example.com", 2);
    await addBounce("e@example.com", 3);
    const [a = 0, , , d = 0, e = 0] = ids;
    expect(await countRecipients(db)).toEqual({ last: d, count: 2 });
    const emails = async (part: { after: number; until: number; limit: number }) =>
      (await listRecipients(db, part)).map(({ email }) => email);
    expect(await emails({ after: 0, until: d, limit: 10 })).toEqual(["a@example.com", "d@example.com"]);
    expect(await emails({ after: 0, until: e, limit: 10 })).toEqual(["a@example.com", "d@example.com"]);
    expect(await emails({ after: a, until: e, limit: 10 })).toEqual(["d@example.com"]);
    expect(await emails({ after: 0, until: d - 1, limit: 10 })).toEqual(["a@example.com"]);
    expect(await emails({ after: 0, until: e, limit: 1 })).toEqual(["a@example.com"]);
  });
});
