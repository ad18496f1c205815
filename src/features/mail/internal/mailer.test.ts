import { expect, test } from "vitest";
import { mailField } from "#platform/mail.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { readMail } from "#test/support/mails.ts";
import { startOutbox } from "#test/support/outbox.ts";
import { storeBody } from "../commands.ts";
import { type ComposerSettings, createComposer } from "./mailer.ts";

const SETTINGS = {
  from: { name: undefined, address: "news@news.example" },
  siteName: "Jarida",
  listId: "newsletter.news.example",
  links: () => ({ values: {}, oneClick: "" }),
  seededLinks: {},
};

test("a sender without a name of its own has the publication's, also after a change", async () => {
  const { database, db, put } = await startOutbox(openSqliteForTest);
  await put();
  const mail = await db.selectFrom("mail").selectAll().executeTakeFirstOrThrow();
  const senderOf = async (settings: ComposerSettings) =>
    (await readMail((await createComposer(database, settings)(mail)).message)).from?.name;
  expect(await senderOf(SETTINGS)).toBe("Jarida");
  const row = { key: "site", value: JSON.stringify({ name: "The Ledger" }), updated_at: 0 };
  await db.insertInto("setting").values(row).execute();
  expect(await senderOf(SETTINGS)).toBe("The Ledger");
  expect(await senderOf({ ...SETTINGS, from: { ...SETTINGS.from, name: "Desk" } })).toBe("Desk");
});

const LINK = "https://news.example/unsubscribe?token=1.own";
const HOSTILE = "https://track.example/?u={{unsubscribe_url}}";

test("fills in only the program's own placeholders, and those of earlier bodies without a key", async () => {
  const { database, db, put } = await startOutbox(openSqliteForTest);
  const compose = createComposer(database, {
    from: { name: "Jarida", address: "news@news.example" },
    siteName: "Jarida",
    listId: "newsletter.news.example",
    links: () => ({ values: { unsubscribe_url: LINK }, oneClick: "https://news.example/one-click" }),
    seededLinks: {},
  });
  const textOf = async (body_id: number) => {
    const mail = await db.selectFrom("mail").selectAll().executeTakeFirstOrThrow();
    return (await readMail((await compose({ ...mail, subscriber_id: 1, body_id })).message)).text?.trim();
  };
  await put();
  const text = `${HOSTILE} ${mailField("unsubscribe_url")}`;
  expect(await textOf(await storeBody(db, { subject: "New", html: "", text }))).toBe(`${HOSTILE} ${LINK}`);

  const old = { subject: "Old", html: "", text: "Unsubscribe: {{unsubscribe_url}}" };
  const { id } = await db.insertInto("mail_body").values(old).returning("id").executeTakeFirstOrThrow();
  expect(await textOf(id)).toBe(`Unsubscribe: ${LINK}`);
});
