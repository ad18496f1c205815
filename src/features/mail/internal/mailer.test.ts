import { expect, test } from "vitest";
import { mailField } from "#platform/mail.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { readMail } from "#test/support/mails.ts";
import { startOutbox } from "#test/support/outbox.ts";
import { storeBody } from "../commands.ts";
import { createComposer } from "./mailer.ts";

const LINK = "https://news.example/unsubscribe?token=1.own";
const HOSTILE = "https://track.example/?u={{unsubscribe_url}}";

test("fills in only the program's own placeholders, and those of earlier bodies without a key", async () => {
  const { database, db, put } = await startOutbox(openSqliteForTest);
  const compose = createComposer(database, {
    from: { name: "Jarida", address: "news@news.example" },
    listId: "newsletter.news.example",
    links: () => ({ values: { unsubscribe_url: LINK }, oneClick: "https://news.example/one-click" }),
    seededLinks: {},
  });
  const textOf = async (body_id: number) => {
    const mail = await db.selectFrom("mail").selectAll().executeTakeFirstOrThrow();
    return (await readMail(await compose({ ...mail, subscriber_id: 1, body_id }))).text?.trim();
  };
  await put();
  const text = `${HOSTILE} ${mailField("unsubscribe_url")}`;
  expect(await textOf(await storeBody(db, { subject: "New", html: "", text }))).toBe(`${HOSTILE} ${LINK}`);

  const old = { subject: "Old", html: "", text: "Unsubscribe: {{unsubscribe_url}}" };
  const { id } = await db.insertInto("mail_body").values(old).returning("id").executeTakeFirstOrThrow();
  expect(await textOf(id)).toBe(`Unsubscribe: ${LINK}`);
});
