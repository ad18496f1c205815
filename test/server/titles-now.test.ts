import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { startStaff } from "#test/support/staff.ts";

const HALF = "Half a tit";
const WHOLE = "Half a title becomes a whole one";

/** The types of documents: their API path, and the field of their title. */
const TYPES = {
  article: { path: "/api/articles/", field: "title", fields: { category: "Tech" } },
  page: { path: "/api/pages/", field: "title", fields: {} },
  issue: { path: "/api/newsletter/issues/", field: "subject", fields: { introduction: "Hello." } },
} as const;
type Type = keyof typeof TYPES;

describeOnSqlite("a document that was never published", (open) => {
  test.each(Object.keys(TYPES) as Type[])("is called by its working copy's title everywhere: %s", async (type) => {
    const { sink, transport } = await startMailServer();
    const { as, ids, sendNotifications } = await startStaff(open, { transport, mail: { smtpUrl: sink.url } });
    const { path, field, fields } = TYPES[type];
    const made = await as("editor", "POST", path, { [field]: HALF, ...fields });
    const id = made.body.id as number;
    const on = (rest: string) => `${path}${id}/${rest}`;
    expect((await as("editor", "PUT", on("draft/"), { [field]: WHOLE })).status).toBe(200);

    await as("another", "PUT", editorApiUrl.notificationSettings(), {
      kinds: { asked: { in_product: true, by_mail: true } },
    });
    await as("editor", "PUT", on("asked/"), { people: [ids.another, ids.chief] });
    await as("editor", "POST", on("notes/"), { text: "Is this all?" });
    const [notification] = (await as("another", "GET", "/api/notifications/")).body;
    expect(notification.document).toEqual({ type, id, title: WHOLE });
    const waiting = async (person: "another" | "editor") =>
      (await as(person, "GET", editorApiUrl.overview())).body.waiting;
    expect(JSON.stringify(await waiting("another"))).toContain(WHOLE);
    await as("another", "POST", on("asked/answer/"), { answer: "changes", message: "Shorter, please." });
    expect(JSON.stringify(await waiting("editor"))).toContain(WHOLE);
    await sendNotifications();
    const mails = await Promise.all(sink.mails.map(({ raw }) => readMail(raw)));
    expect(
      mails
        .map(({ subject }) => subject)
        .filter((subject) => subject?.includes("review"))
        .join(),
    ).toContain(WHOLE);

    const page = type === "page" ? (await as("chief", "GET", "/api/pages/")).body : [];
    if (type === "page") expect(page.find((one: { id: number }) => one.id === id).title).toBe(WHOLE);
    await as("editor", "DELETE", on(""));
    const trash = (await as("chief", "GET", `/api/trash/?type=${type}`)).body;
    expect(trash[0]).toMatchObject({ title: WHOLE });
    await as("editor", "POST", on("restore/"));
    const entries: { action: string; subject: { title?: string } }[] = (
      await as("chief", "GET", editorApiUrl.audit({}))
    ).body;
    const about = entries.filter(({ action }) => action.startsWith(`${type}.`) && action !== `${type}.create`);
    expect(about.map(({ action }) => action)).toEqual(
      expect.arrayContaining([`${type}.ask`, `${type}.trash`, `${type}.restore`]),
    );
    expect(new Set(about.map(({ subject }) => subject.title))).toEqual(new Set([WHOLE]));
  });
});
