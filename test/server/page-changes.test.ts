import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines, describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { pngOf, serves, startOtherHosts } from "#test/support/other-host.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

const HOUR = 3_600_000;
const RULE = { enabled: true, words: ["hack"], also: ["page"] };
const on = (...parts: (string | number)[]) => `/api/pages/${parts.map((part) => `${part}/`).join("")}`;

async function start(open: OpenTestDatabase, settings: Parameters<typeof startStaff>[1] = {}) {
  const staff = await startStaff(open, settings);
  const { as, app, clock } = staff;
  const read = async (id: number, rest: string[] = []) => (await as("chief", "GET", on(id, ...rest))).body;
  return {
    ...staff,
    read,
    readDraft: (id: number) => read(id, ["draft"]),
    at: (path: string) => app.inject(path),
    later: () => new Date(clock.now() + HOUR).toISOString(),
    publish: async (fields: object = {}) => {
      const page = { title: "Imprint", slug: "imprint", content: "<p>Who we are.</p>", status: "published", ...fields };
      return (await as("editor", "POST", on(), page)).body.id as number;
    },
    type: (id: number, change: object, by: Person = "another") => as(by, "PUT", on(id, "draft"), change),
    approve: async (by: Person, id: number) => {
      const tag = String((await as(by, "GET", on(id))).headers.etag);
      return as(by, "POST", on(id, "approvals"), undefined, tag);
    },
    entries: async () => {
      const listed = (await as("chief", "GET", editorApiUrl.audit({ action: "page" }))).body;
      return listed.map(({ action, actor }: { action: string; actor: { kind: string } }) => [action, actor.kind]);
    },
  };
}

describeOnSqlite("the working copy of a public page", (open) => {
  test("stays as it is when the page is unpublished, also with an address that is taken by then", async () => {
    const { as, at, publish, type, read, readDraft, later } = await start(open);
    const id = await publish();
    await type(id, { title: "Half a sen", slug: "legal" });
    await as("editor", "POST", on(id, "publish"), { at: later() });
    await publish({ title: "Legal", slug: "legal" });
    expect((await as("editor", "POST", on(id, "unpublish"))).status).toBe(200);
    expect(await read(id)).toMatchObject({ title: "Imprint", slug: "imprint", status: "draft", has_draft: true });
    expect(await readDraft(id)).toMatchObject({ title: "Half a sen", slug: "legal", publish_at: null });
    expect((await at("/imprint")).statusCode).toBe(404);
  });

  test("is not published by a save of the page, and stays where that changes no words", async () => {
    const { as, at, publish, type, read, readDraft, later } = await start(open);
    const id = await publish();
    await type(id, { title: "Half a sen" });
    await as("editor", "POST", on(id, "publish"), { at: later() });
    const saved = await as("editor", "PUT", on(id), { in_menu: true });
    expect(saved.body).toMatchObject({ title: "Imprint", in_menu: true, has_draft: true });
    expect((await at("/imprint")).body).not.toContain("Half a sen");
    const copy = await readDraft(id);
    expect(copy).toMatchObject({ title: "Half a sen", in_menu: true, saved_by: "Esther Mwangi" });
    expect(copy.publish_at).not.toBeNull();
    expect((await as("editor", "PUT", on(id), { title: "All of it" })).body.has_draft).toBe(false);
    expect(await read(id)).toMatchObject({ title: "All of it", publish_at: null });
  });

  test("is no update where it says nothing new: the page keeps its version and the date of its last change", async () => {
    const { as, clock, publish, type, read } = await start(open);
    const id = await publish();
    await type(id, { title: "Imprin" });
    await type(id, { title: "Imprint" });
    const before = await read(id);
    clock.advance(HOUR);
    expect((await as("editor", "POST", on(id, "publish"), {})).body).toEqual({ ...before, has_draft: false });
    expect((await as("editor", "PUT", on(id), { title: "Imprint" })).body.version).toBe(before.version);
  });

  test("has the same author after a save or a discard, who cannot approve it", async () => {
    const { as, publish, type, approve } = await start(open);
    const id = await publish();
    await as("chief", "PUT", editorApiUrl.reviewSettings(), RULE);
    await type(id, { title: "The hack" });
    await as("editor", "PUT", on(id), { in_menu: true });
    expect((await approve("another", id)).status).toBe(403);
    await as("editor", "POST", on(id, "unpublish"));
    expect((await approve("another", id)).status).toBe(403);
    expect((await approve("editor", id)).status).toBe(201);
    await as("editor", "POST", on(id, "publish"), {});
    await type(id, { title: "Another" }, "chief");
    await as("chief", "DELETE", on(id, "draft"));
    expect((await approve("editor", id)).status, "published it as it was written").toBe(403);
  });
});

describeOnEngines("a page that has a time", (open) => {
  test("is taken back when the approval that it was scheduled with is withdrawn, as an article is", async () => {
    const { as, at, clock, publish, approve, read, later, write } = await start(open);
    await as("chief", "PUT", editorApiUrl.reviewSettings(), RULE);
    const id = await publish({ title: "The hack", status: "draft" });
    await approve("another", id);
    expect((await as("editor", "POST", on(id, "publish"), { at: later() })).body.status).toBe("published");
    const article = await write("editor", { title: "Bridge hack", sources: ["A person"] });
    const tag = String((await as("another", "GET", apiUrl.article(article))).headers.etag);
    expect((await as("another", "POST", editorApiUrl.approvals(article), undefined, tag)).status).toBe(201);
    expect((await as("editor", "POST", editorApiUrl.publish(article), { at: later() })).status).toBe(200);
    expect((await as("another", "DELETE", on(id, "approvals"))).status).toBe(204);
    expect((await as("another", "DELETE", editorApiUrl.approvals(article))).status).toBe(204);
    clock.advance(2 * HOUR);
    expect((await read(id)).status).toBe("draft");
    expect((await as("editor", "GET", apiUrl.article(article))).body.status).toBe("ready");
    expect((await at("/imprint")).statusCode).toBe(404);
  });

  test("leaves the former address of another page to that until then", async () => {
    const { as, at, clock, publish, later } = await start(open);
    const id = await publish();
    await as("editor", "PUT", on(id), { slug: "legal" });
    const other = await publish({ title: "New", slug: "new", status: "draft" });
    await as("editor", "PUT", on(other), { slug: "imprint", status: "published", published_date: later() });
    expect((await at("/imprint")).headers.location).toBe("/legal");
    clock.advance(2 * HOUR);
    expect((await at("/imprint")).statusCode).toBe(200);
  });

  test("loses it with a reason where it cannot be published then, also in the trash", async () => {
    const { as, clock, database, publishDue, publish, type, readDraft, later } = await start(open);
    const [held, trashed] = [await publish(), await publish({ title: "Gone", slug: "gone" })];
    for (const id of [held, trashed]) {
      await type(id, { title: "A hack" });
      await as("editor", "POST", on(id, "publish"), { at: later() });
    }
    await as("chief", "PUT", editorApiUrl.reviewSettings(), RULE);
    await as("editor", "DELETE", on(trashed));
    clock.advance(2 * HOUR);
    await publishDue();
    expect(await readDraft(held)).toMatchObject({ title: "A hack", publish_at: null });
    const due = database.db.selectFrom("working_copy").select("document_id").where("publish_at", "is not", null);
    expect(await due.execute()).toEqual([]);
    const entries = (await as("chief", "GET", editorApiUrl.audit({ action: "page" }))).body;
    const reasons = entries
      .filter(({ action }: { action: string }) => action === "page.unschedule")
      .map(({ actor, changes }: { actor: { kind: string }; changes: { reason: { to: string } } }) => [
        actor.kind,
        changes.reason.to,
      ]);
    expect(reasons.toSorted()).toEqual([
      ["system", "Page not found."],
      ["system", "This page needs the approval of a second person, because it says “hack”."],
    ]);
  });
});

describeOnEngines("the address of a page", (open) => {
  test("belongs to one page, also when several requests ask for it at the same time", async () => {
    const { as, publish } = await start(open);
    const trashed = await publish();
    await as("editor", "DELETE", on(trashed));
    const page = { title: "New", slug: "imprint", status: "published" };
    const made = await Promise.all([
      as("editor", "POST", on(), page),
      as("another", "POST", on(), page),
      as("chief", "POST", on(trashed, "restore")),
    ]);
    expect(made.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const slugs = ((await as("chief", "GET", on())).body as { slug: string }[]).map(({ slug }) => slug);
    expect(slugs.filter((slug) => slug === "imprint")).toHaveLength(1);
    expect(slugs.filter((slug) => slug.startsWith("imprint")).length).toBeGreaterThan(1);
  });

  test("is any text that a reader sends, and nothing else than not found", async () => {
    const { at } = await start(open);
    for (const slug of ["%00", "a%00b", "%FF", "%E2%80%AE", "..%2F", "a".repeat(5_000), "%F0%9F%A6%8A", "'%20or%201"]) {
      expect((await at(`/api/pages/by-address/${slug}/`)).statusCode, slug).toBe(404);
      expect((await at(`/${slug}`)).statusCode, slug).toBe(404);
    }
  });

  test("is public, while all other endpoints of pages need their permission", async () => {
    const { as, at, publish } = await start(open);
    const id = await publish();
    const requests: ["GET" | "PUT" | "POST" | "DELETE", string][] = [
      ["GET", on(id, "draft")],
      ["PUT", on(id)],
      ["PUT", on(id, "draft")],
      ["POST", on(id, "publish")],
      ["POST", on(id, "unpublish")],
      ["POST", on(id, "preview")],
      ["DELETE", on(id)],
      ["POST", on(id, "restore")],
      ["POST", on(id, "revisions", 1, "restore")],
      ["POST", on(id, "approvals")],
    ];
    for (const [method, url] of requests)
      for (const by of ["writer", "contributor"] as const)
        expect((await as(by, method, url, method === "GET" ? undefined : {})).status, `${by} ${method} ${url}`).toBe(
          403,
        );
    expect((await at("/imprint")).statusCode).toBe(200);
  });
});

describeOnSqlite("pictures of pages", (open) => {
  const REMOTE = '<p>Look</p><img src="http://pictures.example/a.png" alt="A hack">';
  const OURS = /\/media\/[a-f0-9]{24}\/40x20\.jpg/;
  const startRemote = async () => {
    const hosts = await startOtherHosts({ "pictures.example/a.png": serves(await pngOf(1), "image/png") });
    return start(open, { fetchRemote: hosts.fetchRemote });
  };

  test("are copied without an edit: approvals hold for the copy, and the audit log has it", async () => {
    const { as, publish, type, approve, read, readDraft, entries, fetchRemoteItems, later } = await startRemote();
    await as("chief", "PUT", editorApiUrl.reviewSettings(), RULE);
    const id = await publish({ status: "draft", content: REMOTE });
    expect((await approve("another", id)).status).toBe(201);
    expect((await as("editor", "POST", on(id, "publish"), {})).status).toBe(200);
    await type(id, { title: "Imprint of all" });
    expect((await approve("editor", id)).status).toBe(201);
    expect((await as("editor", "POST", on(id, "publish"), { at: later() })).status).toBe(200);
    const { version } = await read(id);
    await fetchRemoteItems();
    expect(await read(id)).toMatchObject({ version, content: expect.stringMatching(OURS) });
    expect((await entries())[0]).toEqual(["page.update", "system"]);
    expect((await readDraft(id)).content).toMatch(OURS);
    expect((await as("editor", "PUT", on(id), { status: "published" })).status).toBe(200);
    expect((await as("editor", "POST", on(id, "publish"), {})).status, "still approved").toBe(200);
  });

  test("that came while they were in a working copy are requested again when it is published", async () => {
    const { as, publish, type, read, fetchRemoteItems } = await startRemote();
    const id = await publish();
    await type(id, { content: REMOTE });
    await fetchRemoteItems();
    await as("editor", "POST", on(id, "publish"), {});
    await fetchRemoteItems();
    expect((await read(id)).content).toMatch(OURS);
  });

  test("are replaced as an edit with its version, in working copies too, but not where that needs an approval", async () => {
    const newsroom = await start(open);
    const { as, publish, type, read, readDraft, approve, entries, later } = newsroom;
    const [old, by] = [await upload(newsroom, 1), await upload(newsroom, 2)];
    const content = `<p>Look</p><img src="${old.url}" alt="">`;
    const id = await publish({ content });
    await type(id, { title: "Later" });
    await as("editor", "POST", on(id, "publish"), { at: later() });
    const covered = await publish({ title: "The hack", slug: "hack", status: "draft", content });
    await as("chief", "PUT", editorApiUrl.reviewSettings(), RULE);
    await approve("another", covered);
    expect((await as("editor", "POST", on(covered, "publish"), {})).status).toBe(200);
    const { version } = await read(id);
    const replaced = await as("chief", "POST", `${editorApiUrl.storedPicture(old.id)}replace/`, { by: by.id });
    expect(replaced.body).toMatchObject({ replaced: 1, used_in: [{ id: covered }, { is_trashed: true }] });
    expect(await read(id)).toMatchObject({ version: version + 1, content: expect.stringContaining(by.url) });
    expect(await readDraft(id)).toMatchObject({ title: "Later", content: expect.stringContaining(by.url) });
    expect((await readDraft(id)).publish_at).not.toBeNull();
    expect((await read(id, ["revisions"])).map(({ author }: { author: string }) => author)).toContain("Amina Otieno");
    expect((await entries())[0]).toEqual(["page.update", "account"]);
    expect((await read(covered)).content).toContain(old.url);
  });
});

type Staff = Awaited<ReturnType<typeof start>>;

async function upload({ as, database }: Staff, bytes: number) {
  const data = `data:image/png;base64,${Buffer.from(await pngOf(bytes)).toString("base64")}`;
  const made = (await as("editor", "POST", on(), { title: "Holder", content: `<img src="${data}" alt="">` })).body;
  const url = /src="([^"]*)"/.exec(made.content)?.[1] ?? "";
  await as("editor", "DELETE", on(made.id));
  const key = url.split("/")[2] ?? "";
  const { id } = await database.db.selectFrom("picture").select("id").where("key", "=", key).executeTakeFirstOrThrow();
  return { id, url };
}
