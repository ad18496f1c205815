import { expect, test } from "vitest";
import { documentTypes } from "#app/features.ts";
import { changeContent } from "#db/change.ts";
import { readStates } from "#features/articles/changes.ts";
import { updateRow } from "#features/articles/commands.ts";
import type { NotificationSettings } from "#features/notifications/endpoints.ts";
import { KIND_NAMES, KINDS } from "#features/notifications/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { adminUrl, readingUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { recordQueries, scansOf } from "#test/support/query-plans.ts";
import { type Person, startStaff } from "#test/support/staff.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RULE = { enabled: true, words: ["bridge"], categories: [] };

async function start(open: OpenTestDatabase, settings: Parameters<typeof startStaff>[1] = {}) {
  const staff = await startStaff(open, settings);
  const { as } = staff;
  return {
    ...staff,
    draft: (by: Person, id: number, fields: object) => as(by, "PUT", editorApiUrl.draft(id), fields),
    put: (by: Person, id: number, fields: object) => as(by, "PUT", apiUrl.article(id), fields),
    publish: (by: Person, id: number, payload?: object) => as(by, "POST", editorApiUrl.publish(id), payload),
    choose: (by: Person, kinds: object) => as(by, "PUT", editorApiUrl.notificationSettings(), { kinds }),
  };
}

type MailServer = Parameters<typeof startMailServer>[0];
/** The same, with a mail server. */
async function startWithMail(open: OpenTestDatabase, given: MailServer & { siteLanguage?: "sw" } = {}) {
  const { sink, transport } = await startMailServer(given);
  const { siteLanguage = "en" } = given;
  const staff = await start(open, { transport, mail: { smtpUrl: sink.url }, siteLanguage });
  return {
    ...staff,
    sink,
    /** The notifications that have arrived by mail so far, in order. */
    mails: async () => {
      await staff.sendNotifications();
      const all = await Promise.all(sink.mails.map(async ({ to, raw }) => ({ ...(await readMail(raw)), to })));
      return all.filter(({ subject }) => !/sign-in/.test(subject ?? ""));
    },
  };
}

describeOnSqlite("notifications", (open) => {
  test("tell an article's owners what somebody else did, and nobody of what they did themselves", async () => {
    const { as, ids, write, draft, put, publish, told, nameOf, clock } = await start(open);
    const id = await write("writer", { authors: [ids.writer, ids.contributor] });
    await draft("writer", id, { excerpt: "Mine" });
    await put("writer", id, { status: "ready" });
    expect(await told("writer")).toEqual([]);
    // Among authors, each is somebody else to the other. Tags are nobody's words.
    expect(await told("contributor")).toEqual([["changed", nameOf("writer")]]);
    await as("chief", "POST", editorApiUrl.readAll());
    await put("editor", id, { tags: ["New"], is_featured: true });
    expect(await told("writer")).toEqual([]);

    const happened = async (act: () => Promise<unknown>) => {
      clock.advance(MINUTE);
      // Read first: what is unread may only be told of again.
      await as("writer", "POST", editorApiUrl.readAll());
      const before = (await told("writer")).length;
      await act();
      return (await told("writer")).slice(0, -before || undefined);
    };
    const by = (...kinds: string[]) => kinds.map((kind) => [kind, nameOf("editor")]);
    expect(await happened(() => put("editor", id, { title: "Bridge opened" }))).toEqual(by("changed"));
    expect(await happened(() => put("editor", id, { status: "draft" }))).toEqual(by("returned"));
    const later = new Date(clock.now() + DAY).toISOString();
    expect(await happened(() => publish("editor", id, { at: later }))).toEqual(by("published scheduled"));
    expect(await happened(() => as("editor", "POST", editorApiUrl.unpublish(id)))).toEqual(by("returned unpublished"));
    expect(await happened(() => publish("editor", id))).toEqual(by("published"));
    // Whose words are published does not matter to whose they are: nothing is changed by publishing them.
    await draft("writer", id, { excerpt: "Newer" });
    expect(await happened(() => publish("editor", id))).toEqual(by("published updated"));
    await draft("writer", id, { excerpt: "Newest" });
    expect(await happened(() => publish("editor", id, { at: later }))).toEqual(by("published scheduled"));
    const cancel = () => as("editor", "DELETE", editorApiUrl.publish(id));
    expect(await happened(cancel)).toEqual(by("returned unpublished"));
    const discard = () => as("editor", "DELETE", editorApiUrl.draft(id));
    expect(await happened(discard), "the writer's words are gone").toEqual(by("changed"));
    const first = (await as("editor", "GET", editorApiUrl.revisions(id))).body.at(-1);
    expect(await happened(() => as("editor", "POST", editorApiUrl.restoreRevision(id, first.n)))).toEqual(
      by("changed"),
    );
    const made = await write("editor", { authors: [ids.writer], status: "published" });
    expect((await told("writer"))[0]).toEqual(["published", nameOf("editor")]);
    await as("editor", "DELETE", apiUrl.article(made));
    const own = (await told("editor")).filter(([kind]) => !kind?.startsWith("submitted"));
    expect(own, "who created it among them").toEqual([]);
  });

  test("an update that comes due was told of when it was set, and the operator and jobs tell nobody", async () => {
    const { write, draft, publish, told, publishDue, clock, store } = await start(open);
    const id = await write("writer");
    await publish("editor", id);
    await draft("writer", id, { excerpt: "Newer" });
    await publish("editor", id, { at: new Date(clock.now() + HOUR).toISOString() });
    const before = await told("writer");
    clock.advance(2 * HOUR);
    await publishDue();
    const [article] = await readStates(store.database.db).where("article.id", "=", id).execute();
    expect(article?.excerpt).toBe("Newer");
    const operator = { accountId: null, role: null } as Actor;
    await changeContent(store.database, async (trx) => {
      if (!article) throw new Error("It is gone.");
      const change = { title: "By hand" };
      return { result: null, changed: (await updateRow(trx, store, operator, { before: article, change })).changed };
    });
    expect(await told("writer")).toEqual(before);
  });

  test("an approval, its withdrawal, notes and replies are told of", async () => {
    const { as, write, told, nameOf, ids } = await start(open);
    await as("chief", "PUT", editorApiUrl.reviewSettings(), RULE);
    const id = await write("writer", { sources: ["A friend"] });
    const { headers } = await as("writer", "GET", apiUrl.article(id));
    const approved = await as("editor", "POST", editorApiUrl.approvals(id), undefined, String(headers.etag));
    expect(approved.status).toBe(201);
    await as("editor", "DELETE", editorApiUrl.approvals(id));
    const note = (await as("editor", "POST", editorApiUrl.notes(id), { text: "Is this so?" })).body.id;
    const by = nameOf("editor");
    const kinds = ["approved", "noted", "returned withdrawn"].map((kind) => [kind, by]);
    expect((await told("writer")).toSorted()).toEqual(kinds);
    // A reply is told to who wrote the note, and to the owners.
    await as("writer", "POST", editorApiUrl.noteReplies(id, note), { text: "It is." });
    expect(await told("editor")).toEqual([["noted reply", nameOf("writer")]]);
    await as("chief", "POST", editorApiUrl.noteReplies(id, note), { text: "Is it?" });
    expect((await told("editor")).length).toBe(2);
    expect((await told("writer")).length).toBe(4);
    // Who wrote a note and may not see the article any more learns nothing of what is said there.
    await as("chief", "PATCH", editorApiUrl.user(ids.editor), { role: "writer" });
    await as("chief", "POST", editorApiUrl.noteReplies(id, note), { text: "Hm." });
    await as("chief", "PATCH", editorApiUrl.user(ids.editor), { role: "editor" });
    expect((await told("editor")).length).toBe(2);
  });

  test("changes by one person are one notification until it is read, autosaves among them", async () => {
    const { as, write, draft, put, notifications, unread, clock } = await start(open);
    const id = await write("writer");
    for (const excerpt of ["A", "Ab", "Abc"]) {
      clock.advance(MINUTE);
      await draft("editor", id, { excerpt });
    }
    await draft("editor", id, { excerpt: "Abc" });
    await draft("another", id, { content: "<p>Other text.</p>" });
    expect(await unread("writer")).toBe(2);
    const [, first] = await notifications("writer");
    expect(first?.created).toBe(new Date(clock.now()).toISOString());
    await as("writer", "POST", editorApiUrl.readNotification(first?.id ?? 0));
    clock.advance(MINUTE);
    await draft("editor", id, { excerpt: "Abcd" });
    expect((await notifications("writer")).map(({ actor, is_read }) => [actor, is_read])).toEqual([
      ["Baraka Njoroge", false],
      ...[
        ["Esther Mwangi", false],
        ["Baraka Njoroge", true],
      ],
    ]);
    // Storing the article as it was autosaved says nothing new.
    await as("writer", "POST", editorApiUrl.readAll());
    await put("another", id, { content: "<p>Other text.</p>", excerpt: "Abcd" });
    expect(await unread("writer")).toBe(0);
  });

  test("a change that fails leaves none, and one that happens is told with it", async () => {
    const { write, told, store, ids, as } = await start(open);
    const id = await write("writer");
    const { db } = store.database;
    const editor = { accountId: ids.editor, role: "editor" } as Actor;
    const retitle = (fails: boolean) =>
      changeContent(store.database, async (trx) => {
        const before = await readStates(trx).where("article.id", "=", id).executeTakeFirstOrThrow();
        const { changed } = await updateRow(trx, store, editor, { before, change: { title: "Another" } });
        expect(await trx.selectFrom("notification").select("id").execute()).toHaveLength(1);
        if (fails) throw new Error("The disk is full.");
        return { result: null, changed };
      });
    await expect(retitle(true)).rejects.toThrow("full");
    expect(await told("writer")).toEqual([]);
    expect(await db.selectFrom("task").select("id").execute()).toEqual([]);
    await retitle(false);
    expect(await told("writer")).toEqual([["changed", "Baraka Njoroge"]]);
    // Of two at once, neither adds a second one.
    await as("writer", "POST", editorApiUrl.readAll());
    await Promise.all(["A", "B", "C", "D"].map((excerpt) => as("another", "PUT", apiUrl.article(id), { excerpt })));
    expect(await told("writer")).toHaveLength(2);
  });

  test("are one's own, in pages, and nobody else's to read or mark", async () => {
    const { as, write, publish, notifications, unread, clock } = await start(open);
    for (let count = 0; count < 3; count++) {
      clock.advance(MINUTE);
      await publish("editor", await write("writer", { title: `Story ${count}` }));
    }
    const page = await as("writer", "GET", editorApiUrl.notifications({ limit: 2, offset: 1 }));
    const titles = page.body.map(({ article }: { article: { title: string } }) => article.title);
    expect([page.headers["x-total-count"], titles]).toEqual(["3", ["Story 1", "Story 0"]]);
    expect((await as("writer", "GET", `${editorApiUrl.notifications()}?limit=0`)).status).toBe(400);
    const [newest, second] = await notifications("writer");
    expect(await as("contributor", "POST", editorApiUrl.readNotification(newest?.id ?? 0))).toMatchObject({
      status: 404,
    });
    expect((await as("writer", "POST", editorApiUrl.readNotification(9_999))).status).toBe(404);
    const count = (await as("writer", "GET", editorApiUrl.unread())).body;
    expect(count).toEqual({ count: 3, newest: newest?.created });
    // What came after the list was read has not been seen.
    await as("contributor", "POST", editorApiUrl.readAll());
    await as("writer", "POST", editorApiUrl.readAll(), { until: second?.created });
    expect(await unread("writer")).toBe(1);
    expect((await as("writer", "POST", editorApiUrl.readAll(), { until: "soon" })).status).toBe(400);
    for (const _twice of [1, 2])
      expect((await as("writer", "POST", editorApiUrl.readNotification(newest?.id ?? 0))).status).toBe(204);
    expect((await as("writer", "GET", editorApiUrl.unread())).body).toEqual({ count: 0, newest: null });
  });

  test("about what one may not see any more are not shown, and go with the article", async () => {
    const { as, ids, write, put, told, unread, database } = await start(open);
    const id = await write("editor", { authors: [ids.writer] });
    await put("editor", id, { title: "A secret" });
    expect([await unread("writer"), await unread("editor")]).toEqual([1, 0]);
    await put("editor", id, { authors: [ids.contributor] });
    expect([await told("writer"), await unread("writer")]).toEqual([[], 0]);
    await put("editor", id, { authors: [ids.writer, ids.contributor] });
    expect(await unread("writer")).toBe(1);
    await as("editor", "DELETE", apiUrl.article(id));
    expect([await told("writer"), await unread("writer")]).toEqual([[], 0]);
    await as("editor", "POST", editorApiUrl.restore(id));
    expect(await told("writer"), "nothing new").toHaveLength(1);
    // Who is asked and then becomes a writer sees others' drafts no more.
    await as("writer", "PUT", editorApiUrl.asked(id), { person: ids.another });
    await as("chief", "PATCH", editorApiUrl.user(ids.another), { role: "writer" });
    expect([await told("another"), await unread("another")]).toEqual([[], 0]);
    await as("editor", "DELETE", apiUrl.article(id));
    await as("editor", "DELETE", editorApiUrl.trashed(id));
    expect(await database.db.selectFrom("notification").selectAll().execute()).toEqual([]);
  });

  test("each kind can be turned off, in the product and by mail, and the rest keeps its value", async () => {
    const { as, write, put, publish, told, choose } = await start(open);
    const url = editorApiUrl.notificationSettings();
    const initial = Object.fromEntries(KIND_NAMES.map((kind) => [kind, KINDS[kind].first]));
    expect((await as("writer", "GET", url)).body).toEqual({ kinds: initial, mail: { timing: "now", hour: 8 } });
    expect((await choose("writer", { changed: { in_product: false } })).body.kinds).toEqual({
      ...initial,
      changed: { in_product: false, by_mail: false },
    });
    const both = await Promise.all([
      choose("writer", { noted: { in_product: false } }),
      choose("writer", { noted: { by_mail: true }, asked: {} }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { kinds } = (await as("writer", "GET", url)).body as NotificationSettings;
    expect([kinds.noted, kinds.asked]).toEqual([{ in_product: false, by_mail: true }, KINDS.asked.first]);
    expect((await as("editor", "GET", url)).body.kinds).toEqual(initial);
    for (const wrong of [{ changed: { in_product: 1 } }, { changed: { by_post: true } }, { other: {} }, [], null])
      expect([wrong, (await choose("writer", wrong as object)).status]).toEqual([wrong, 400]);
    const id = await write("writer");
    await put("editor", id, { title: "Changed" });
    await publish("editor", id);
    expect(await told("writer")).toEqual([["published", "Baraka Njoroge"]]);
  });

  test("leave ninety days after they were read, and with their reader", async () => {
    const { as, ids, write, publish, told, sweepRetention, clock, database, choose } = await start(open);
    const [first, second] = [await write("writer"), await write("writer")];
    await publish("editor", first);
    await as("writer", "POST", editorApiUrl.readAll());
    await publish("editor", second);
    clock.advance(89 * DAY);
    await sweepRetention();
    expect(await told("writer")).toHaveLength(2);
    clock.advance(2 * DAY);
    await sweepRetention();
    expect(await told("writer"), "unread").toHaveLength(1);
    await choose("writer", { noted: { by_mail: true } });
    // The author stays, as articles name it, and has nothing to read any more.
    await as("chief", "DELETE", `/api/accounts/users/${ids.writer}/`);
    await sweepRetention();
    for (const table of ["notification", "notification_setting", "notification_digest"] as const)
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test("are counted and listed by indexes", async () => {
    const { as, write, publish, database, ids, store } = await start(open);
    await publish("editor", await write("writer"));
    const { recorded, queries } = recordQueries(database);
    const { countUnread, pageNotifications } = await import("#features/notifications/queries.ts");
    const kinds = documentTypes(store);
    const reader = { accountId: ids.writer, role: "writer" as const, now: 0 };
    await countUnread(recorded.db, kinds, reader);
    await pageNotifications(recorded.db, kinds, reader, { limit: 50, offset: 0 });
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries) expect(await scansOf(database, query), query.sql).toEqual([]);
    expect((await as("writer", "GET", editorApiUrl.unread())).body.count).toBe(1);
  });
});

describeOnSqlite("notifications by mail", (open) => {
  test("are in the language of the site", async () => {
    const { ids, as, write, mails, nameOf } = await startWithMail(open, { siteLanguage: "sw" });
    const id = await write("writer", { title: "Daraja" });
    await as("writer", "PUT", editorApiUrl.asked(id), { person: ids.editor });
    const subjects = (await mails()).map(({ subject }) => subject);
    expect(subjects).toContain(`${nameOf("writer")} amekuomba ukague “Daraja”`);
  });

  test("say who did what, in two parts that lead to the site alone", async () => {
    const { ids, as, write, mails, nameOf } = await startWithMail(open);
    const id = await write("writer", { title: "Bridge <b>opens</b>\n& closes" });
    await as("writer", "PUT", editorApiUrl.asked(id), { person: ids.editor });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([
      "editor@news.example",
      `${nameOf("writer")} asked you to review “Bridge <b>opens</b> & closes”`,
    ]);
    for (const part of [mail?.html, mail?.text]) {
      expect(part).toContain(`${TEST_SITE}${readingUrl({ type: "article", id })}`);
      expect(part).toContain(`${TEST_SITE}${adminUrl.notifications()}`);
    }
    for (const [, address] of (mail?.html ?? "").matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(new RegExp(`^${TEST_SITE}/`));
    expect(mail?.html).not.toContain("<b>opens");
  });

  test("are sent of what is chosen when they leave, and of nothing that was read or taken back", async () => {
    const { as, ids, write, put, publish, mails, choose, told } = await startWithMail(open);
    const [one, two, three] = [await write("writer"), await write("writer"), await write("writer")];
    await put("editor", one, { title: "Changed" });
    expect(await mails()).toEqual([]);
    await publish("editor", one);
    expect((await mails()).map(({ to }) => to)).toEqual(["writer@news.example"]);
    await publish("editor", two);
    await choose("writer", { published: { by_mail: false } });
    await as("writer", "PUT", editorApiUrl.asked(three), { person: ids.editor });
    await as("writer", "DELETE", editorApiUrl.asked(three));
    await as("writer", "PUT", editorApiUrl.asked(three), { person: ids.another });
    await as("another", "POST", editorApiUrl.readAll());
    await as("writer", "PUT", editorApiUrl.asked(three), { person: ids.chief });
    await as("writer", "DELETE", apiUrl.article(three));
    expect(await mails()).toHaveLength(1);
    // By mail alone.
    await choose("writer", { published: { by_mail: true, in_product: false } });
    const shown = await told("writer");
    await publish("editor", await write("writer", { title: "By mail" }));
    expect((await mails()).map(({ subject }) => subject).at(-1)).toContain("published “By mail”");
    expect(await told("writer")).toEqual(shown);
    await as("chief", "PATCH", editorApiUrl.user(ids.writer), { is_active: false });
    await publish("editor", await write("chief", { authors: [ids.writer] }));
    const [, , last, ...more] = await mails();
    expect([last?.to, more]).toEqual(["chief@news.example", []]);
  });

  test("of changes come once an hour for each article and person, however often they are made", async () => {
    const { as, write, draft, mails, choose, clock } = await startWithMail(open);
    for (const in_product of [true, false]) {
      await choose("writer", { changed: { in_product, by_mail: true } });
      const before = (await mails()).length;
      const id = await write("writer");
      for (const excerpt of ["A", "Ab", "Abc"]) {
        await draft("editor", id, { excerpt: `${excerpt} ${in_product}` });
        clock.advance(10 * MINUTE);
        await as("writer", "POST", editorApiUrl.readAll());
      }
      // Nobody had read the first one when its mail left.
      expect((await mails()).length - before).toBe(in_product ? 0 : 1);
      clock.advance(HOUR);
      await draft("editor", id, { excerpt: "Abcd" });
      await draft("editor", id, { excerpt: "Abcde" });
      await draft("another", id, { excerpt: "Abcdef" });
      expect((await mails()).length - before).toBe(in_product ? 2 : 3);
    }
  });

  test("wait for a mail server that is away; the change itself does not", async () => {
    const { write, publish, mails, sink, clock } = await startWithMail(open);
    await sink.stop();
    const id = await write("writer");
    expect((await publish("editor", id)).status).toBe(200);
    expect(await mails()).toEqual([]);
    await sink.restart();
    clock.advance(5 * MINUTE);
    expect((await mails()).map(({ to }) => to)).toEqual(["writer@news.example"]);
  });

  test("are left out where the site sends no mail", async () => {
    const { write, publish, sendNotifications, mailFiles, told } = await start(open);
    await publish("editor", await write("writer"));
    await sendNotifications();
    expect([mailFiles(), (await told("writer")).length]).toEqual([[], 1]);
  });
});
