import { expect, test } from "vitest";
import type { OwnSuggestion, SuggestionList } from "#features/documents/suggestions/schema.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

const html = (...words: string[]) => words.map((word) => `<p>${word}</p>`).join("");
const ins = (id: string, words: string) => `<ins data-suggestion="${id}">${words}</ins>`;
const del = (id: string, words: string) => `<del data-suggestion="${id}">${words}</del>`;
const [FIRST, SECOND] = ["first0001", "second002"];

async function start(open: OpenTestDatabase) {
  const staff = await startStaff(open);
  const { as } = staff;
  const suggest = async (name: Person, document: DocumentKey, texts: object, ifMatch?: string) =>
    as(name, "PUT", editorApiUrl.suggestion(document), texts, ifMatch);
  const mark = (name: Person, document: DocumentKey, marked: string, ifMatch?: string) =>
    suggest(name, document, { text_with_suggestions: marked }, ifMatch);
  const own = async (name: Person, document: DocumentKey) =>
    (await as(name, "GET", editorApiUrl.suggestion(document))).body as OwnSuggestion;
  const list = async (name: Person, document: DocumentKey) =>
    (await as(name, "GET", editorApiUrl.suggestions(document))).body as SuggestionList;
  const openOnes = async (name: Person, document: DocumentKey) =>
    (await list(name, document)).suggestions.filter(({ state }) => state === "open");
  const statesOf = async (document: DocumentKey) =>
    (await list("editor", document)).suggestions.map(({ id, state }) => [id, state]);
  /** Accepts or rejects suggestions by their ids, or all. */
  const decide = async (
    name: Person,
    how: "accept" | "reject" | "withdraw",
    document: DocumentKey,
    ...suggestions: string[]
  ) => as(name, "POST", editorApiUrl.decide(document, how), suggestions.length > 0 ? { suggestions } : {});
  return { ...staff, suggest, mark, own, list, openOnes, statesOf, decide };
}
type Desk = Awaited<ReturnType<typeof start>>;

/** A document of each type that an editor has written. */
const DOCUMENTS: Record<DocumentKey["type"], (desk: Desk) => Promise<DocumentKey>> = {
  article: async ({ write }) => ({ type: "article", id: await write("editor", { content: html("One.", "Two.") }) }),
  issue: async ({ as }) => {
    const given = {
      subject: "Bridge opens",
      preview: "",
      introduction: "",
      body: html("One.", "Two."),
      article_ids: [],
    };
    return { type: "issue", id: (await as("editor", "POST", editorApiUrl.issues(), given)).body.id };
  },
  page: async ({ as }) => {
    const given = { title: "Bridge opens", content: html("One.", "Two.") };
    return { type: "page", id: (await as("editor", "POST", "/api/pages/", given)).body.id };
  },
};
const NAMES = { article: ["title", "content"], issue: ["subject", "body"], page: ["title", "content"] } as const;

describeOnEngines("suggestions", (open) => {
  test.each(["article", "issue", "page"] as const)(
    "of a document of the type %s are marks in its text, accepted and rejected one by one",
    async (type) => {
      const desk = await start(open);
      const { as, suggest, mark, own, openOnes, statesOf, decide, told, nameOf, ids } = desk;
      const document = await DOCUMENTS[type](desk);
      const [title, content] = NAMES[type];
      const marked = `<p>One${del(FIRST, ".")}${ins(FIRST, "!")}</p><p>Two.</p><p data-inserted="${SECOND}">Three.</p>`;
      expect(await mark("another", document, marked)).toMatchObject({ status: 200, body: { edits: 2 } });
      await suggest("another", document, { [title]: "The bridge opens" });
      const [line, first, second, ...more] = await openOnes("editor", document);
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        field: title,
        before: "Bridge opens",
        after: "The bridge opens",
        person: ids.another,
      });
      expect(first).toMatchObject({ id: FIRST, name: nameOf("another"), is_mine: false, before: ".", after: "!" });
      expect(second).toMatchObject({ id: SECOND, field: content, before: "", after: "Three." });
      // The owners are notified once.
      expect(await told("editor")).toEqual([["changed suggested", nameOf("another")]]);
      const url = `/api${DOCUMENT_PATHS[type]}/${document.id}/`;
      const read = async () => (await as("editor", "GET", url)).body;
      expect(await read()).toMatchObject({
        [content]: html("One.", "Two."),
        text_with_suggestions: marked,
        has_draft: type !== "page" ? expect.any(Boolean) : false,
      });
      expect((await decide("editor", "accept", document, FIRST)).status).toBe(200);
      await decide("editor", "reject", document, String(line?.id));
      expect((await decide("editor", "reject", document, String(line?.id))).status).toBe(409);
      expect((await own("editor", document)).texts).toMatchObject({
        [title]: "Bridge opens",
        [content]: `<p>One!</p><p>Two.</p><p data-inserted="${SECOND}">Three.</p>`,
      });
      expect(await told("another")).toEqual([]);
      await decide("editor", "accept", document, SECOND);
      expect((await as("editor", "GET", `${url}draft/`)).body[content]).toBe(html("One!", "Two.", "Three."));
      expect(await read()).not.toHaveProperty("text_with_suggestions");
      expect(await told("another")).toEqual([["noted decided", nameOf("editor")]]);
      expect((await decide("editor", "accept", document)).status).toBe(409);
      expect(new Map((await statesOf(document)) as [string, string][])).toEqual(
        new Map([
          [line?.id, "rejected"],
          [FIRST, "accepted"],
          [SECOND, "accepted"],
        ]),
      );
      const entries = (await as("chief", "GET", editorApiUrl.audit({ query: "bridge" }))).body;
      expect(entries.map(({ action }: { action: string }) => action)).toEqual(
        expect.arrayContaining([`${type}.suggest`, `${type}.accept`, `${type}.reject`]),
      );
    },
  );

  test.each(["article", "issue", "page"] as const)(
    "of a document of the type %s name both people in its versions, and neither may approve the text",
    async (type) => {
      const desk = await start(open);
      const { as, suggest, decide, nameOf } = desk;
      const document = await DOCUMENTS[type](desk);
      const [, content] = NAMES[type];
      await as("chief", "PUT", editorApiUrl.reviewSettings(), {
        enabled: true,
        words: ["hacked"],
        categories: [],
        also: ["issue", "page"],
      });
      await suggest("another", document, { [content]: html("One, hacked.", "Two.") });
      await decide("editor", "accept", document);
      const below = `/api/${DOCUMENT_PATHS[type].slice(1)}/${document.id}`.replace("/:id", "");
      const versions = async () => (await as("editor", "GET", `${below}/revisions/`)).body;
      const [accepted] = await versions();
      expect(accepted).toMatchObject({ author: nameOf("editor"), suggested_by: nameOf("another") });
      expect((await as("editor", "GET", `${below}/revisions/${accepted.n}/`)).body.suggested_by).toBe(
        nameOf("another"),
      );
      const mine = async (name: Person) => (await as(name, "GET", `${below}/review/`)).body.is_mine;
      expect([await mine("editor"), await mine("another"), await mine("chief")]).toEqual([true, true, false]);
      const { headers } = await as("another", "GET", `${below}/`);
      const approve = (name: Person) => as(name, "POST", `${below}/approvals/`, undefined, String(headers.etag));
      expect(await approve("another")).toMatchObject({ status: 403, body: { code: "own_text" } });
      expect(await approve("editor")).toMatchObject({ status: 403, body: { code: "own_text" } });
      await as("editor", "PUT", `${below}/draft/`, { [content]: html("One, hacked.", "Two.", "Three.") });
      const [edited, former] = await versions();
      expect(edited).not.toHaveProperty("suggested_by");
      expect(former).toMatchObject({ n: accepted.n, suggested_by: nameOf("another") });
    },
  );

  test("reach no reader by any way while they are open, also when the text is published", async () => {
    const { app, as, mark, write, decide, openOnes } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("Plain.") }) };
    const publish = () => as("editor", "POST", editorApiUrl.publish(document.id), {});
    const marked = `<p>Plain.${ins(FIRST, " Zanzibar")}</p><p data-inserted="${SECOND}">Zanzibar</p>`;
    await publish();
    expect((await mark("editor", document, marked)).status).toBe(200);
    const preview = (await as("editor", "POST", editorApiUrl.preview(document.id))).body.url as string;
    const doors = async () => {
      const pages = [apiUrl.article(document.id), apiUrl.articles(), `/article/${document.id}/`, "/", "/sitemap.xml"];
      const feeds = ["/feed/", "/rss.xml", "/feed.json", "/feed/atom", "/news-sitemap.xml", "/llms.txt"];
      const found = [apiUrl.search("zanzibar"), `/search/?q=zanzibar`, new URL(preview).pathname];
      const open = await Promise.all([...pages, ...feeds, ...found].map((url) => app.inject(url)));
      const versions = (await as("editor", "GET", editorApiUrl.revisions(document.id))).body as { n: number }[];
      const inside = await Promise.all([
        ...versions.map(({ n }) => as("editor", "GET", editorApiUrl.revision(document.id, n))),
        as("editor", "GET", editorApiUrl.review(document.id)),
        as("editor", "GET", "/api/exports/articles.jsonl"),
      ]);
      const shown = [...open.map(({ body }) => body), ...inside.map(({ body }) => JSON.stringify(body))];
      // A search page repeats what was asked for.
      return shown.filter((body) => /Zanzibar|data-suggestion|data-inserted/.test(body.replaceAll("zanzibar", "")));
    };
    expect(await doors()).toEqual([]);
    const draft = (await as("writer", "PUT", editorApiUrl.draft(document.id), { title: "Typed" })).body;
    expect(draft).toMatchObject({ content: html("Plain."), text_with_suggestions: marked });
    expect(await doors()).toEqual([]);
    await publish();
    expect(await doors()).toEqual([]);
    expect((await as("editor", "GET", apiUrl.article(document.id))).body.has_draft).toBe(false);
    expect(await openOnes("writer", document)).toHaveLength(2);
    await decide("editor", "accept", document);
    await publish();
    expect((await doors()).length).toBeGreaterThan(3);
  });

  test("are the only change that suggesting makes, under one's own name", async () => {
    const { as, ids, mark, suggest, write, list, decide, own } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("One.", "Two.") }) };
    const marked = `<p>One${ins(FIRST, " more")}.</p><p>Two.</p>`;
    const theirs = await mark("another", document, marked);
    expect(theirs.status).toBe(200);
    expect(await list("another", document)).toMatchObject({ may_decide: true, suggestions: [{ is_mine: true }] });
    expect(await mark("another", document, `<p>One.</p><p>Two, rewritten.</p>`)).toMatchObject({
      status: 403,
      body: { code: "only_suggestions" },
    });
    const more = { text_with_suggestions: `<p>One${ins(FIRST, " more, and this")}.</p><p>Two.</p>` };
    const forged = await as("editor", "PUT", editorApiUrl.draft(document.id), more);
    expect([forged.status, forged.body.code]).toEqual([403, "not_your_suggestion"]);
    const wider = `<p>One${ins(FIRST, " more")}.</p><p>${del(SECOND, "Two")}.</p>`;
    expect((await mark("editor", document, wider)).status).toBe(200);
    expect((await list("writer", document)).suggestions.map(({ person }) => person)).toEqual([ids.another, ids.editor]);
    // They may not remove the suggestion of another, nor withdraw it.
    expect((await mark("another", document, html("One.", "Two."))).status).toBe(403);
    expect((await decide("another", "withdraw", document, SECOND)).status).toBe(409);
    expect((await decide("another", "withdraw", document)).status).toBe(200);
    expect((await own("another", document)).texts.content).toBe(`<p>One.</p><p>${del(SECOND, "Two")}.</p>`);
    expect((await suggest("contributor", document, { title: "None" })).status).toBe(404);
  });

  test("of writers for others' published articles are for what readers have, and show nothing of the newsroom", async () => {
    const { as, ids, mark, suggest, list, own, decide, told, nameOf, write } = await start(open);
    const id = await write("editor", { content: html("One.", "Two.", "Three."), status: "published" });
    const document: DocumentKey = { type: "article", id };
    await as("editor", "PUT", editorApiUrl.draft(id), { content: html("One.", "Two, secret.", "Three.") });
    const hidden = `<p>One.</p><p>Two, secret.</p><p>Three${ins(SECOND, ", secret")}.</p>`;
    expect((await mark("another", document, hidden)).status).toBe(200);
    const asReaders = html("One.", "Two.", "Three.");
    expect(await own("writer", document)).toMatchObject({ may_read: false, texts: { content: asReaders } });
    expect((await own("another", document)).may_read).toBe(true);
    expect(await list("writer", document)).toEqual({ text: asReaders, may_decide: false, suggestions: [] });
    const suggested = `<p>One${ins(FIRST, " more")}.</p><p>Two.</p><p>Three.</p>`;
    const made = await mark("writer", document, suggested);
    expect(made).toMatchObject({ status: 200, body: { edits: 1, texts: { content: suggested } } });
    expect(await mark("writer", document, suggested, '"1d1"')).toMatchObject({ body: { code: "stale_version" } });
    for (const one of [html("One.", "Two, too.", "Three."), html("One.", "Two.", "Three, too.")]) {
      const marked = one.replace(", too", ins("third0003", ", too"));
      expect(await mark("writer", document, marked)).toMatchObject({ status: 400, body: { code: "passage_in_work" } });
    }
    expect((await suggest("writer", document, { title: "The bridge opens" })).status).toBe(200);
    expect((await list("writer", document)).suggestions.map(({ state }) => state)).toEqual(["open", "open"]);
    expect((await as("writer", "GET", editorApiUrl.draft(id))).status).toBe(403);
    expect((await decide("writer", "accept", document, FIRST)).status).toBe(403);
    expect((await mark("contributor", document, asReaders)).status).toBe(403);
    const draft: DocumentKey = { type: "article", id: await write("editor", { content: asReaders }) };
    expect((await mark("writer", draft, asReaders)).status).toBe(404);
    const full = await list("editor", document);
    expect(full.text).toBe(
      `<p>One${ins(FIRST, " more")}.</p><p>Two, secret.</p><p>Three${ins(SECOND, ", secret")}.</p>`,
    );
    expect(full.suggestions.map(({ person }) => person)).toEqual([ids.writer, ids.writer, ids.another]);
    await decide("editor", "accept", document, FIRST);
    expect((await as("editor", "GET", editorApiUrl.draft(id))).body.content).toBe(
      html("One more.", "Two, secret.", "Three."),
    );
    expect((await decide("writer", "withdraw", document)).status).toBe(200);
    expect(new Set((await list("writer", document)).suggestions.map(({ state }) => state))).toEqual(
      new Set(["accepted", "withdrawn"]),
    );
    expect((await as("editor", "GET", apiUrl.article(id))).body.content).toBe(asReaders);
    expect(await told("editor")).toContainEqual(["changed suggested", nameOf("writer")]);
  });

  test("for others' published articles are on the day of who made them, who hears of the decision", async () => {
    const { as, mark, suggest, decide, told, unread, own, nameOf, write } = await start(open);
    const id = await write("editor", { content: html("One.", "Two."), status: "published" });
    const document: DocumentKey = { type: "article", id };
    await mark("writer", document, `<p>One${ins(FIRST, " more")}.</p><p>Two.</p>`);
    await suggest("writer", document, { title: "The bridge opens" });
    const suggested = async () => (await as("writer", "GET", editorApiUrl.overview())).body.day.suggested;
    expect(await suggested()).toMatchObject({ total: 1, documents: [{ type: "article", id }] });
    expect((await own("writer", document)) as object).toMatchObject({ may_read: false });
    expect((await own("another", document)) as object).toMatchObject({ may_read: true });
    expect((await decide("editor", "accept", document)).status).toBe(200);
    expect(await suggested()).toMatchObject({ total: 0 });
    expect([await told("writer"), await unread("writer")]).toEqual([[["noted decided", nameOf("editor")]], 1]);
    // A text that was taken back is the newsroom's.
    await as("editor", "PUT", apiUrl.article(id), { status: "draft" });
    expect([await told("writer"), await unread("writer")]).toEqual([[], 0]);
  });

  test("stay while others write, and say when their words are gone", async () => {
    const { as, mark, own, statesOf, write, database } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a", "b", "c") }) };
    await mark("editor", document, `<p>a${ins(FIRST, "!")}</p><p>b${ins(SECOND, "!")}</p><p>c</p>`);
    // A client that knows nothing of suggestions.
    await as("writer", "PUT", editorApiUrl.draft(document.id), { content: html("a", "b, rewritten", "c", "d") });
    expect((await own("editor", document)).texts.content).toBe(
      `<p>a${ins(FIRST, "!")}</p><p>b, rewritten</p><p>c</p><p>d</p>`,
    );
    expect(await statesOf(document)).toEqual([
      [FIRST, "open"],
      [SECOND, "gone"],
    ]);
    // The room of the writer has the marks.
    const { headers } = await as("writer", "GET", editorApiUrl.draft(document.id));
    const kept = { text_with_suggestions: html("b, rewritten", "c", "d") };
    const saved = await as("writer", "PUT", editorApiUrl.draft(document.id), kept, String(headers.etag));
    expect(saved.body).toMatchObject({ content: html("b, rewritten", "c", "d") });
    expect((await statesOf(document)).map(([, state]) => state)).toEqual(["gone", "gone"]);
    expect(await database.db.selectFrom("suggested_text").selectAll().execute()).toEqual([]);
  });

  test("of two people are merged with what the author types at the same time", async () => {
    const { as, mark, own, write } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a", "b", "c") }) };
    const first = await mark("editor", document, `<p>a${ins(FIRST, "!")}</p><p>b</p><p>c</p>`);
    const etag = String(first.headers.etag);
    const typed = `<p>a${ins(FIRST, "!")}</p><p>b</p><p>c, typed</p>`;
    expect(
      (await as("writer", "PUT", editorApiUrl.draft(document.id), { text_with_suggestions: typed }, etag)).status,
    ).toBe(200);
    const second = await mark("chief", document, `<p>a${ins(FIRST, "!")}</p><p>b${ins(SECOND, "?")}</p><p>c</p>`, etag);
    expect(second).toMatchObject({ status: 200, headers: { "save-merged": "true" } });
    expect((await own("writer", document)).texts.content).toBe(
      `<p>a${ins(FIRST, "!")}</p><p>b${ins(SECOND, "?")}</p><p>c, typed</p>`,
    );
  });

  test("of a program are made of the text that it proposes, unless others suggest for the same", async () => {
    const { suggest, list, write } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a", "b") }) };
    expect((await suggest("editor", document, { content: html("A", "b") })).status).toBe(200);
    const { text, suggestions } = await list("writer", document);
    const id = suggestions[0]?.id;
    expect(text).toBe(`<p data-deleted="${id}">a</p><p data-inserted="${id}">A</p><p>b</p>`);
    expect((await suggest("chief", document, { content: html("other", "b") })).status).toBe(409);
  });

  test("have a thread of notes", async () => {
    const { as, mark, write } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a") }) };
    await mark("editor", document, `<p>a${ins(FIRST, "!")}</p>`);
    const note = await as("writer", "POST", editorApiUrl.notes(document.id), { suggestion: FIRST, text: "Why?" });
    expect(note).toMatchObject({ status: 201, body: { suggestion: FIRST, quote: "" } });
    const wrong = await as("writer", "POST", editorApiUrl.notes(document.id), { suggestion: "<b>", text: "Why?" });
    expect(wrong.status).toBe(400);
  });

  test("cannot be made for an issue that was sent, nor accepted", async () => {
    const desk = await start(open);
    const { suggest, decide, database } = desk;
    const document = await DOCUMENTS.issue(desk);
    await suggest("another", document, { subject: "Before" });
    const sent = { state: "sent", started_at: 1, preview: "Changed since", version: 2 } as const;
    await database.db.updateTable("issue").set(sent).execute();
    const late = await suggest("editor", document, { subject: "Late" });
    expect([late.status, late.body.code]).toEqual([400, "suggestions_closed"]);
    expect((await decide("editor", "accept", document)).body.code).toBe("issue_started");
  });

  test("are stored and accepted once under a key", async () => {
    const { call, callAsColleague, publishOne } = await startDesk(open);
    const document: DocumentKey = { type: "article", id: await publishOne({ content: html("a") }) };
    const [key, url] = ["0198c5f2-7a11-7c3e", editorApiUrl.suggestion(document)];
    const payload = { text_with_suggestions: `<p>a${ins(FIRST, "!")}</p>` };
    const first = await call({ method: "PUT", url, payload, key });
    const again = await call({ method: "PUT", url, payload: { text_with_suggestions: html("b") }, key });
    expect([again.headers["idempotency-replayed"], again.body]).toEqual(["true", first.body]);
    const accepting = { method: "POST" as const, url: editorApiUrl.decide(document, "accept") };
    const accepted = await call({ ...accepting, key: `${key}-2` });
    const repeated = await call({ ...accepting, key: `${key}-2` });
    expect([accepted.status, repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([200, 200, "true"]);
    expect((await callAsColleague("GET", editorApiUrl.draft(document.id))).body.content).toBe(html("a!"));
  });

  test("make their author one of the writers, who cannot approve the text before a second person has", async () => {
    const { as, suggest, decide, write, clock } = await start(open);
    const rule = { enabled: true, words: ["hack"], categories: [] };
    await as("chief", "PUT", editorApiUrl.reviewSettings(), rule);
    const document: DocumentKey = { type: "article", id: await write("contributor", { sources: ["A"] }) };
    const { id } = document;
    const approve = async (name: Person) => {
      const { headers } = await as(name, "GET", apiUrl.article(id));
      return as(name, "POST", editorApiUrl.approvals(id), undefined, String(headers.etag));
    };
    await suggest("editor", document, { title: "Exchange hacked" });
    expect((await decide("contributor", "accept", document)).status).toBe(200);
    expect(await approve("editor")).toMatchObject({ status: 403, body: { code: "own_text" } });
    const { body } = await as("editor", "GET", editorApiUrl.review(id));
    expect(body).toMatchObject({ written_by: "Otieno Odhiambo and Baraka Njoroge", is_mine: true });
    // Another change by the contributor leaves the suggested words in the text.
    await as("contributor", "PUT", apiUrl.article(id), { excerpt: "More." });
    expect((await approve("editor")).status).toBe(403);
    clock.advance(1);
    expect((await approve("another")).status).toBe(201);
    await as("contributor", "PUT", apiUrl.article(id), { excerpt: "Less." });
    expect((await approve("editor")).status).toBe(201);
  });

  test("go with the document and with the account", async () => {
    const { as, mark, write, ids, database, list, own } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a", "b") }) };
    await mark("editor", document, `<p>a${ins(FIRST, "!")}</p><p>b</p>`);
    await mark("another", document, `<p>a${ins(FIRST, "!")}</p><p>b${ins(SECOND, "!")}</p>`);
    const stored = () => database.db.selectFrom("suggestion").select("author_id").execute();
    await as("writer", "DELETE", apiUrl.article(document.id));
    expect(await stored()).toHaveLength(2);
    await as("writer", "POST", editorApiUrl.restore(document.id));
    expect((await list("writer", document)).suggestions).toHaveLength(2);
    await as("chief", "DELETE", `/api/accounts/users/${ids.another}/?erase=true`);
    expect((await list("writer", document)).suggestions).toHaveLength(1);
    expect((await own("writer", document)).texts.content).toBe(`<p>a${ins(FIRST, "!")}</p><p>b</p>`);
    await as("writer", "DELETE", apiUrl.article(document.id));
    await as("chief", "DELETE", editorApiUrl.trashed(document.id));
    expect([await stored(), await database.db.selectFrom("suggested_text").selectAll().execute()]).toEqual([[], []]);
  });
});
