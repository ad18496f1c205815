import { expect, test } from "vitest";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { emptyOf, portsOf, rulesOf, storedOf } from "#features/documents/room/admin/room-session.ts";
import type { Texts } from "#features/documents/rules.ts";
import { suggestionType } from "#features/documents/suggestions/admin/suggestion-type.ts";
import type { OwnSuggestion, SuggestionList } from "#features/documents/suggestions/schema.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { injectedApi } from "#test/support/editing-window.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";
import { nextSession, startSession } from "#ui/admin/session/session.ts";

const html = (...words: string[]) => words.map((word) => `<p>${word}</p>`).join("");

async function start(open: OpenTestDatabase) {
  const staff = await startStaff(open);
  const { as, ids } = staff;
  const suggest = async (name: Person, document: DocumentKey, texts: object, ifMatch?: string) =>
    as(name, "PUT", editorApiUrl.suggestion(document), texts, ifMatch);
  const own = async (name: Person, document: DocumentKey) => {
    const { body, headers } = await as(name, "GET", editorApiUrl.suggestion(document));
    return { body: body as OwnSuggestion, etag: String(headers.etag) };
  };
  const list = async (name: Person, document: DocumentKey) =>
    (await as(name, "GET", editorApiUrl.suggestions(document))).body as SuggestionList;
  const editsOf = async (name: Person, document: DocumentKey) =>
    (await list(name, document)).suggestions.flatMap(({ edits }) => edits);
  /** Accepts or rejects edits of somebody, all of them without keys. */
  const decide = async (
    name: Person,
    how: "accept" | "reject",
    document: DocumentKey,
    whose: Person,
    keys?: string[],
  ) => as(name, "POST", editorApiUrl.decide(document, ids[whose], how), keys && { edits: keys });
  return { ...staff, suggest, own, list, editsOf, decide };
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
    "of a document of the type %s are accepted and rejected one by one, and then end",
    async (type) => {
      const desk = await start(open);
      const { as, suggest, own, list, editsOf, decide, told, nameOf, ids } = desk;
      const document = await DOCUMENTS[type](desk);
      const [title, content] = NAMES[type];
      const stored = await suggest("another", document, { [content]: html("One!", "Two.", "Three.") });
      expect(stored).toMatchObject({ status: 200, body: { edits: 2, is_behind: false } });
      await suggest("another", document, { [title]: "The bridge opens" }, String(stored.headers.etag));
      expect((await own("editor", document)).body).toMatchObject({ edits: 0, saved: null });
      expect(await list("editor", document)).toMatchObject({
        texts: { [title]: "Bridge opens", [content]: html("One.", "Two.") },
        may_decide: true,
        suggestions: [{ person: ids.another, name: nameOf("another"), is_mine: false }],
      });
      const edits = await editsOf("editor", document);
      expect(edits).toMatchObject([
        { field: title, before: "Bridge opens", after: "The bridge opens" },
        { field: content, at: 0, blocks: 1, before: "<p>One.</p>", after: "<p>One!</p>" },
        { field: content, at: 2, blocks: 0, before: "", after: "<p>Three.</p>" },
      ]);
      // The owners are notified once.
      expect(await told("editor")).toEqual([["changed suggested", nameOf("another")]]);
      const [first, second, third] = edits.map(({ key }) => key);
      expect((await decide("editor", "accept", document, "another", [String(second)])).status).toBe(200);
      await decide("editor", "reject", document, "another", [String(first)]);
      expect((await decide("editor", "reject", document, "another", [String(first)])).status).toBe(409);
      expect((await own("editor", document)).body.texts).toMatchObject({
        [title]: "Bridge opens",
        [content]: html("One!", "Two."),
      });
      expect(await told("another")).toEqual([]);
      expect((await decide("editor", "accept", document, "another", [String(third)])).body.suggestions).toEqual([]);
      expect((await own("editor", document)).body.texts[content]).toBe(html("One!", "Two.", "Three."));
      expect(await told("another")).toEqual([["noted decided", nameOf("editor")]]);
      expect((await decide("editor", "accept", document, "another")).status).toBe(409);
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
      await decide("editor", "accept", document, "another");
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

  test("never reach readers, search or the versions before they are accepted and published", async () => {
    const { app, suggest, publish, decide, as, write, editsOf } = await start(open).then((desk) => ({
      ...desk,
      publish: (id: number) => desk.as("editor", "POST", editorApiUrl.publish(id), {}),
    }));
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("Plain.") }) };
    await publish(document.id);
    await suggest("editor", document, { title: "Zanzibar", content: html("Plain.", "Zanzibar.") });
    const seen = async () => {
      const pages = [apiUrl.article(document.id), apiUrl.articles(), `/article/${document.id}/`, "/sitemap.xml"];
      const found = [apiUrl.search("zanzibar")];
      const answers = await Promise.all([...pages, ...found].map((url) => app.inject(url)));
      return answers.some(({ body }) => body.includes("Zanzibar"));
    };
    const versions = async () =>
      JSON.stringify((await as("editor", "GET", editorApiUrl.revision(document.id, 1))).body);
    expect([await seen(), (await versions()).includes("Zanzibar")]).toEqual([false, false]);
    expect((await as("editor", "GET", editorApiUrl.draft(document.id))).status).toBe(404);
    expect(await editsOf("writer", document)).toHaveLength(2);
    await decide("writer", "accept", document, "editor");
    expect(await seen()).toBe(false);
    await publish(document.id);
    expect(await seen()).toBe(true);
  });

  test("take over what the author writes elsewhere, and are in conflict where the author writes the same", async () => {
    const { as, suggest, own, editsOf, decide, write } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a", "b", "c") }) };
    const draft = (content: string) => as("writer", "PUT", editorApiUrl.draft(document.id), { content });
    await suggest("editor", document, { content: html("A", "b", "c") });
    await draft(html("a", "b", "mine"));
    const behind = await own("editor", document);
    expect(behind.body).toMatchObject({ is_behind: true, texts: { content: html("A", "b", "c") } });
    const moved = await suggest("editor", document, {}, behind.etag);
    expect(moved.headers, "the response contains what the author wrote").toMatchObject({ "save-merged": "true" });
    expect(moved.body).toMatchObject({ is_behind: false, edits: 1, texts: { content: html("A", "b", "mine") } });
    expect((await suggest("editor", document, {}, behind.etag)).status).toBe(409);
    await draft(html("my own", "b", "mine"));
    expect(await editsOf("writer", document)).toMatchObject([
      { before: "<p>a</p>", after: "<p>A</p>", is_conflict: true },
    ]);
    expect((await decide("writer", "accept", document, "editor")).status).toBe(409);
    expect((await own("writer", document)).body.texts.content).toBe(html("my own", "b", "mine"));
    await decide("writer", "reject", document, "editor");
    expect(await editsOf("writer", document)).toEqual([]);
  });

  test("show their author at once what was written elsewhere, and do not suggest to undo it", async () => {
    const { app, as, headersOf, suggest, write } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer", { content: html("a", "b", "c") }) };
    await suggest("editor", document, { content: html("A", "b", "c") });
    const { api } = injectedApi(app, "editor", () => headersOf("editor"));
    const type = suggestionType(ARTICLE_TYPE);
    const base = storedOf<OwnSuggestion, Texts, object>(type, await type.read(api, document.id));
    await as("writer", "PUT", editorApiUrl.draft(document.id), { content: html("a", "b", "mine") });
    const values = { ...base.values, content: html("A more", "b", "c") };
    const attempt = { key: "key-of-a-save", base, values };
    const local = { ...values, content: html("A more, typed meanwhile", "b", "c") };
    const session = { ...startSession(base, emptyOf<Texts, object>(type)), local, attempt };
    const stored = await portsOf(type, api).save(attempt, false);
    const next = nextSession(session, { kind: "stored", stored }, rulesOf(type));
    expect(next.local.content).toBe(html("A more, typed meanwhile", "b", "mine"));
  });

  test("are one of each person, and end with their edits", async () => {
    const { app, as, suggest, own, list, write, ids } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer") };
    expect((await suggest("contributor", document, { title: "Theirs" })).status).toBe(404);
    const { etag } = await own("editor", document);
    expect((await suggest("editor", document, { title: "New" }, etag)).status).toBe(200);
    expect((await suggest("editor", document, { title: "Newer" }, etag)).status).toBe(409);
    await suggest("chief", document, { excerpt: "In short" });
    expect((await list("writer", document)).suggestions.map(({ person }) => person)).toEqual([ids.editor, ids.chief]);
    expect((await suggest("editor", document, { title: "Bridge opens" })).body.edits).toBe(0);
    expect((await as("chief", "DELETE", editorApiUrl.suggestion(document))).status).toBe(204);
    expect((await list("writer", document)).suggestions).toEqual([]);
    expect((await app.inject(editorApiUrl.suggestions(document))).statusCode).toBe(401);
  });

  test("that were restarted are no version of those that were discarded", async () => {
    const { as, suggest, write, clock } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer") };
    const first = String((await suggest("editor", document, { title: "First" })).headers.etag);
    await as("editor", "DELETE", editorApiUrl.suggestion(document));
    clock.advance(1_000);
    expect((await suggest("editor", document, { title: "Second" })).status).toBe(200);
    expect((await suggest("editor", document, { title: "First, and more" }, first)).status).toBe(409);
  });

  test("cannot be made for an issue that was sent, nor accepted", async () => {
    const desk = await start(open);
    const { suggest, decide, own, database } = desk;
    const document = await DOCUMENTS.issue(desk);
    await suggest("another", document, { subject: "Before" });
    const sent = { state: "sent", started_at: 1, preview: "Changed since", version: 2 } as const;
    await database.db.updateTable("issue").set(sent).execute();
    const late = await suggest("editor", document, { subject: "Late" });
    expect([late.status, late.body.code]).toEqual([400, "suggestions_closed"]);
    expect((await decide("editor", "accept", document, "another")).body.code).toBe("issue_started");
    expect((await own("editor", document)).body.texts.subject).toBe("Bridge opens");
    expect((await own("another", document)).body).toMatchObject({ edits: 1, is_behind: false });
  });

  test("are stored and accepted once under a key", async () => {
    const { call, callAsColleague, publishOne } = await startDesk(open);
    const document: DocumentKey = { type: "article", id: await publishOne({ content: html("a") }) };
    const [key, url] = ["0198c5f2-7a11-7c3e", editorApiUrl.suggestion(document)];
    const first = await call({ method: "PUT", url, payload: { content: html("A") }, key });
    const again = await call({ method: "PUT", url, payload: { content: html("B") }, key });
    expect([again.headers["idempotency-replayed"], again.body]).toEqual(["true", first.body]);
    const { suggestions } = (await call({ method: "GET", url: editorApiUrl.suggestions(document) })).body;
    const accepting = { method: "POST" as const, url: editorApiUrl.decide(document, suggestions[0].person, "accept") };
    const accepted = await call({ ...accepting, key: `${key}-2` });
    const repeated = await call({ ...accepting, key: `${key}-2` });
    expect([accepted.status, repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([200, 200, "true"]);
    expect((await callAsColleague("GET", editorApiUrl.draft(document.id))).body.content).toBe(html("A"));
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
    expect((await decide("contributor", "accept", document, "editor")).status).toBe(200);
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
    const { as, suggest, write, ids, database, list } = await start(open);
    const document: DocumentKey = { type: "article", id: await write("writer") };
    const other: DocumentKey = { type: "article", id: await write("writer") };
    for (const name of ["editor", "another"] as const) await suggest(name, document, { title: name });
    await suggest("editor", other, { title: "Other" });
    const stored = () => database.db.selectFrom("suggestion").select(["document_id", "owner_id"]).execute();
    await as("writer", "DELETE", apiUrl.article(document.id));
    expect(await stored()).toHaveLength(3);
    await as("writer", "POST", editorApiUrl.restore(document.id));
    expect((await list("writer", document)).suggestions).toHaveLength(2);
    await as("chief", "DELETE", `/api/accounts/users/${ids.another}/?erase=true`);
    expect((await list("writer", document)).suggestions).toHaveLength(1);
    await as("writer", "DELETE", apiUrl.article(document.id));
    await as("chief", "DELETE", editorApiUrl.trashed(document.id));
    expect(await stored()).toEqual([{ document_id: other.id, owner_id: ids.editor }]);
  });
});
