import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createArticle } from "#features/articles/commands.ts";
import { FLAG_NAMES } from "#features/articles/fields.ts";
import { articleKey } from "#features/articles/rules.ts";
import { trashArticle } from "#features/articles/type.ts";
import { columnsOf } from "#features/documents/history/queries.ts";
import { partsOfName } from "#platform/endpoints.ts";
import { onBehalfOf, operator, ROLES, type Role } from "#shared/actor.ts";
import { PERMISSIONS, permissionsOf, reachOf } from "#shared/permissions.ts";
import { articleDraft } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase, openSqliteForTest } from "#test/support/engines.ts";
import { CALLS_OF_ROLES, type Row, rowOf } from "#test/support/role-calls.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** Things of one's own and of others, in the order of a row's marks. */
const ARTICLES = [
  { isOwn: true, status: "draft" },
  { isOwn: false, status: "draft" },
  { isOwn: false, status: "published" },
  { isOwn: true, status: "published" },
] as const;

async function start(open: OpenTestDatabase) {
  const clock = testClock();
  const database = await open();
  const { app, store } = await startTestApp(database, { clock });
  const people = new Map<string, { id: number; headers: { authorization: string } }>();
  for (const name of [...ROLES, "another"]) {
    const role = ROLES.find((known) => known === name) ?? "writer";
    const { headers } = await startEditor(app, database, { ...EDITOR, email: `${name}@news.example`, name, role });
    const me = await app.inject({ url: "/api/accounts/users/me/", headers });
    people.set(name, { id: me.json().id, headers });
  }
  await app.listen({ port: 0, host: "127.0.0.1" });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const of = (name: string) => {
    const person = people.get(name);
    if (!person) throw new Error(`There is no ${name}.`);
    return person;
  };
  return { app, store, clock, origin, of };
}
type Site = Awaited<ReturnType<typeof start>>;

/** An article with a working copy, and a note of whoever asks; perhaps in the trash. */
async function makeArticle(
  { store, clock, of }: Site,
  role: Role,
  which: (typeof ARTICLES)[number],
  isTrashed: boolean,
) {
  const { db } = store.database;
  const owner = of(which.isOwn ? role : "another").id;
  const draft = articleDraft(clock.now(), { authorId: owner, status: which.status, tags: ["desk"] });
  const id = await createArticle(store, onBehalfOf(owner), draft);
  const about = { document_type: "article" as const, document_id: id, text: "Is this so?", quote: "", created_at: 1 };
  const note = { ...about, state: "open" as const, author_id: of(role).id };
  const { id: n } = await db.insertInto("note").values(note).returning("id").executeTakeFirstOrThrow();
  const copy = { ...columnsOf(articleKey(id)), version: 1, changes: "{}", saved_at: 1, saved_by: owner };
  await db
    .insertInto("working_copy")
    .values({ ...copy, publish_at: null, publish_by: null })
    .execute();
  if (isTrashed) await trashArticle(store, operator, id);
  return { id, n };
}

async function makePicture({ store, of }: Site, role: Role, isOwn: boolean) {
  const key = randomBytes(12).toString("hex");
  const facts = { key, sha256: key, width: 1, height: 1, fallback_format: "jpg" as const, has_variants: 1 as const };
  const { id } = await store.database.db
    .insertInto("picture")
    .values({ ...facts, created_at: 1, size: 1, uploaded_by: of(isOwn ? role : "another").id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, n: 1 };
}

/** The statuses that a mark stands for. */
const MARKS: Record<string, (status: number, isAbout: boolean) => boolean> = {
  "+": (status, isAbout) => status !== 401 && status !== 403 && (status !== 404 || !isAbout),
  "-": (status) => status === 403,
  "?": (status) => status === 404,
};

async function callAs({ app, origin, of }: Site, role: Role, name: string, { body, isStream }: Row, url: string) {
  const { method } = partsOfName(name as "GET /");
  if (!isStream) {
    const payload = body ? { payload: body } : {};
    const response = await app.inject({ method: method as "GET", url, headers: of(role).headers, ...payload });
    return { status: response.statusCode, text: response.body };
  }
  const closing = new AbortController();
  const response = await fetch(`${origin}${url}`, { headers: of(role).headers, signal: closing.signal });
  const text = response.ok ? "" : await response.text();
  closing.abort();
  return { status: response.status, text };
}

/** What a call answers a role about one thing, where that is not what its row says. */
async function faultsOf(site: Site, name: string, expected: Row, role: Role): Promise<string[]> {
  const { path } = partsOfName(name as "GET /");
  const { about } = expected;
  const wrong: string[] = [];
  for (const [index, mark] of [...expected[role]].entries()) {
    const which = ARTICLES[index] ?? ARTICLES[0];
    const thing =
      about === "picture"
        ? await makePicture(site, role, which.isOwn)
        : about
          ? await makeArticle(site, role, which, about === "trashed")
          : { id: 999, n: 999 };
    const n = path.includes("/revisions/") ? 1 : thing.n;
    const url = `/api${path.replace(":id", String(thing.id)).replace(":n", String(n)).replace(":slug", "999")}`;
    const { status, text } = await callAs(site, role, name, expected, url);
    const says = `${name} as ${role}, ${about ? `${which.isOwn ? "own" : "another's"} ${which.status}` : ""}: ${status}`;
    if (!MARKS[mark]?.(status, about !== undefined)) wrong.push(`${says}, not ${mark}`);
    if (status === 403 && !/permission [a-z_]+\.[a-z]+:/.test(text)) wrong.push(`${says} names no permission`);
  }
  return wrong;
}

/** What each role gets from every call that readers cannot make, or that shows the newsroom more than readers. */
const rowsOf = ({ app }: Site): [name: string, row: Row][] =>
  [...app.endpoints]
    .filter(([, { endpoint }]) => endpoint.access !== "public")
    .map(([name, { endpoint }]) => [name, rowOf(name, endpoint.access)]);

test("the table has no rows for calls that do not exist", async () => {
  const names = rowsOf(await start(openSqliteForTest)).map(([name]) => name);
  expect(Object.keys(CALLS_OF_ROLES).filter((name) => !names.includes(name))).toEqual([]);
});

describeOnEngines("roles", (open) => {
  test("every call lets each role do what the table says, with one's own things and with others'", async () => {
    const site = await start(open);
    // Whose something is, is asked of the database; what a role may do at all is the same table on either engine.
    const isWhole = site.store.database.engine === "sqlite";
    const rows = rowsOf(site).filter(([, { about }]) => isWhole || about !== undefined);
    expect(rows.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const [name, row] of rows)
      for (const role of isWhole ? ROLES : (["writer"] as const))
        wrong.push(...(await faultsOf(site, name, row, role)));
    expect(wrong).toEqual([]);
  });

  test("bulk changes judge each article by itself, as if it were changed alone", async () => {
    const site = await start(open);
    const things: number[] = [];
    for (const which of ARTICLES) things.push((await makeArticle(site, "writer", which, false)).id);
    const change = async (role: Role, what: object) => {
      const request = { method: "POST" as const, url: "/api/articles/bulk/", headers: site.of(role).headers };
      return (await site.app.inject({ ...request, payload: { ids: things, change: what } })).json();
    };
    const [draft, othersDraft, othersPublished, published] = things;
    const denied = await change("writer", { status: "published" });
    expect(denied.changed).toEqual([]);
    expect(denied.failed.map(({ detail }: { detail: string }) => /permission/.test(detail))).toEqual([
      ...[true, false, true, true],
    ]);
    expect((await change("writer", { tags_add: ["new"] })).changed).toEqual([draft]);
    expect((await change("contributor", { tags_add: ["new"] })).changed).toEqual([]);
    expect((await change("writer", { trash: true })).changed).toEqual([draft]);
    expect((await change("writer", { trash: false })).changed).toEqual([draft]);
    expect((await change("editor", { trash: true })).changed).toEqual(things);
    // What readers would see again is restored by whoever may publish; others' articles are unknown.
    expect((await change("writer", { trash: false })).changed).toEqual([draft]);
    expect((await change("chief", { trash: false })).changed).toEqual([othersDraft, othersPublished, published]);
  });

  test("lists, the calendar and the trash show nobody below an editor what others have not published", async () => {
    const site = await start(open);
    const made = [];
    for (const which of ARTICLES) made.push((await makeArticle(site, "writer", which, false)).id);
    const another = site.of("another").id;
    const at = site.clock.now() + 60 * 60_000;
    const planned = articleDraft(site.clock.now(), { title: "Planned", authorId: another, publishedAt: at });
    made.push(await createArticle(site.store, onBehalfOf(another), planned));
    const [own, , othersPublished, published] = made;
    const get = async (role: Role, url: string) =>
      (await site.app.inject({ url: `/api${url}`, headers: site.of(role).headers })).json();
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((left, right) => left - right);
    for (const query of ["", "?sort=title", "?query=plain", "?status=published"]) {
      const seen = [own, othersPublished, published].filter((id) => query !== "?status=published" || id !== own);
      expect(ids(await get("writer", `/articles/${query}`)), query).toEqual(seen);
    }
    const all = await get("editor", "/articles/");
    expect(ids(all)).toEqual(made);
    expect(await get("writer", "/articles/?mine=true")).toHaveLength(2);
    const tagsOf = async (role: Role) => (await get(role, "/tags/")).map(({ count }: { count: number }) => count);
    expect([await tagsOf("writer"), await tagsOf("editor")]).toEqual([[3], [4]]);
    const listed = await get("writer", "/articles/?status=published");
    const rowOf = (id: number | undefined) => listed.find((article: { id: number }) => article.id === id);
    expect(rowOf(published)).toHaveProperty("last_edited");
    expect(rowOf(othersPublished)).not.toHaveProperty("last_edited");
    const day = 24 * 60 * 60_000;
    const iso = (time: number) => encodeURIComponent(new Date(time).toISOString());
    const range = `?from=${iso(site.clock.now() - day)}&to=${iso(at + day)}`;
    const planning = async (role: Role) => ids((await get(role, `/calendar/${range}`)).entries);
    expect(await planning("writer")).toEqual([othersPublished, published]);
    const closed = async (role: Role) =>
      (await get(role, `/calendar/${range}`)).entries
        .filter((entry: { is_others: boolean }) => entry.is_others)
        .map(({ id }: { id: number }) => id);
    expect([await closed("writer"), await closed("editor")]).toEqual([[othersPublished], []]);
    expect(await planning("editor")).toEqual([othersPublished, published, made.at(-1)]);
    for (const id of made) await trashArticle(site.store, operator, id);
    expect(ids(await get("writer", "/trash/"))).toEqual([own, published]);
    expect(await get("contributor", "/trash/")).toEqual([]);
    expect(await get("editor", "/trash/")).toHaveLength(5);
  });

  test("an article belongs to its authors and to who created it, and to former authors no more", async () => {
    const site = await start(open);
    const { store, of } = site;
    const { id } = await makeArticle(site, "writer", { isOwn: true, status: "draft" }, false);
    const seen = async (role: Role) =>
      (await site.app.inject({ url: `/api/articles/${id}/`, headers: of(role).headers })).statusCode;
    const credit = async (...authors: number[]) => {
      const request = { method: "PUT" as const, url: `/api/articles/${id}/`, headers: of("editor").headers };
      expect((await site.app.inject({ ...request, payload: { authors } })).statusCode).toBe(200);
    };
    expect(await seen("contributor")).toBe(404);
    await credit(of("another").id, of("contributor").id);
    expect([await seen("contributor"), await seen("writer")]).toEqual([200, 200]);
    await credit(of("another").id);
    expect([await seen("contributor"), await seen("writer")]).toEqual([404, 200]);
    expect((await store.database.db.selectFrom("article_owner").selectAll().execute()).length).toBe(2);
  });

  test("a picture's uses tell nobody below an editor of what others have not published", async () => {
    const site = await start(open);
    const { id } = await makePicture(site, "writer", false);
    const { key } = await site.store.database.db.selectFrom("picture").select("key").executeTakeFirstOrThrow();
    const made = [];
    for (const which of ARTICLES) made.push((await makeArticle(site, "writer", which, false)).id);
    await site.store.database.db
      .insertInto("article_picture")
      .values(made.map((article_id) => ({ article_id, picture_key: key })))
      .execute();
    const used = async (role: Role): Promise<{ id: number; type: string; is_others?: true }[]> =>
      (await site.app.inject({ url: `/api/media/${id}/`, headers: site.of(role).headers })).json().used_in;
    const uses = async (role: Role) => (await used(role)).map((use) => use.id);
    expect(await uses("editor")).toEqual(made);
    expect(await uses("writer")).toEqual([made[0], made[2], made[3]]);
    const others = async (role: Role) => (await used(role)).filter((use) => use.is_others).map((use) => use.id);
    expect([await others("editor"), await others("writer")]).toEqual([[], [made[2]]]);
    // A portrait leads to one's own profile, and of others to their page.
    const portrait = { image_url: `/media/${key}/1x1.jpg` };
    await site.store.database.db.updateTable("account").set(portrait).where("id", "=", site.of("writer").id).execute();
    const authors = async (role: Role) => (await used(role)).filter(({ type }) => type === "author");
    expect([await authors("editor"), await authors("writer")]).toMatchObject([[{ is_others: true }], [{}]]);
    expect((await authors("writer"))[0]).not.toHaveProperty("is_others");
  });
});

const PUBLISHED = { title: "Straight to the readers", category: "Tech", status: "published" };

test("whoever may not publish brings nothing to readers, and a contributor marks nothing as ready", async () => {
  const site = await start(openSqliteForTest);
  const call = async (role: Role, method: "POST" | "PUT", url: string, payload: object) => {
    const response = await site.app.inject({ method, url: `/api${url}`, headers: site.of(role).headers, payload });
    return response.statusCode;
  };
  for (const role of ["writer", "contributor"] as const) {
    expect(await call(role, "POST", "/articles/", PUBLISHED), role).toBe(403);
    expect(await call(role, "POST", "/articles/", { ...PUBLISHED, status: "ready" })).toBe(
      role === "writer" ? 201 : 403,
    );
    const { id } = await makeArticle(site, role, { isOwn: true, status: "draft" }, false);
    expect(await call(role, "PUT", `/articles/${id}/`, { status: "published" }), role).toBe(403);
    expect(await call(role, "PUT", `/articles/${id}/`, { status: "ready" })).toBe(role === "writer" ? 200 : 403);
    expect(await call(role, "PUT", `/articles/${id}/`, { status: "draft" })).toBe(200);
  }
});

test("an article's switches are set by whoever may publish, before it is published as well", async () => {
  const site = await start(openSqliteForTest);
  const as = (role: Role) => async (method: "POST" | "PUT", url: string, payload: object) => {
    const response = await site.app.inject({ method, url: `/api${url}`, headers: site.of(role).headers, payload });
    return { status: response.statusCode, body: response.json() };
  };
  const editor = as("editor");
  for (const role of ["writer", "contributor"] as const) {
    const own = as(role);
    const { id } = await makeArticle(site, role, { isOwn: true, status: "draft" }, false);
    for (const name of FLAG_NAMES) {
      const flag = { [name]: true };
      expect(await own("PUT", `/articles/${id}/`, flag), name).toMatchObject({
        status: 403,
        body: { code: "permission_required", detail: expect.stringContaining("article.publish") },
      });
      expect((await own("PUT", `/articles/${id}/draft/`, flag)).status, name).toBe(403);
      expect((await own("POST", "/articles/", { title: "New", category: "Tech", ...flag })).status).toBe(403);
      expect((await own("POST", "/articles/bulk/", { ids: [id], change: flag })).body.failed).toHaveLength(1);
      expect((await editor("POST", "/articles/bulk/", { ids: [id], change: flag })).body.changed).toEqual([id]);
      // The whole article, as its form sends it.
      expect((await own("PUT", `/articles/${id}/`, { title: `With ${name}`, ...flag })).status).toBe(200);
      expect((await own("PUT", `/articles/${id}/`, { [name]: false })).status, "taken off").toBe(403);
    }
    // What an editor has set and not saved yet goes along.
    expect((await editor("PUT", `/articles/${id}/draft/`, { is_featured: false })).status).toBe(200);
    expect((await own("PUT", `/articles/${id}/draft/`, { excerpt: "Mine" })).status).toBe(200);
    expect((await own("PUT", `/articles/${id}/`, { excerpt: "Mine", is_featured: false })).status).toBe(200);
  }
});

test("working copies that have a time are changed by whoever may publish", async () => {
  const site = await start(openSqliteForTest);
  const { id } = await makeArticle(site, "writer", { isOwn: true, status: "published" }, false);
  const draft = { method: "PUT" as const, url: `/api/articles/${id}/draft/`, payload: { title: "Slipped in" } };
  const as = async (role: Role) => (await site.app.inject({ ...draft, headers: site.of(role).headers })).statusCode;
  expect(await as("writer")).toBe(200);
  await site.store.database.db.updateTable("working_copy").set({ publish_at: 1 }).execute();
  expect(await as("writer")).toBe(403);
  expect(await as("editor")).toBe(200);
});

test("the guide shows the table of permissions as it is", () => {
  const marks = { any: "all", own: "own" } as const;
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const table = [
    line(["Permission", "To", ...ROLES]),
    line(["---", "---", ...ROLES.map(() => "---")]),
    ...Object.entries(PERMISSIONS).map(([name, { does }]) => {
      const reaches = ROLES.map((role) => reachOf(role, name as keyof typeof PERMISSIONS));
      return line([`\`${name}\``, does, ...reaches.map((reach) => (reach ? marks[reach] : ""))]);
    }),
  ].join("\n");
  const guide = readFileSync(join(import.meta.dirname, "../../docs/roles.md"), "utf8");
  expect(guide).toContain(table);
});

test("no permission is without a call that needs it", async () => {
  const site = await start(openSqliteForTest);
  const needed = new Set([...site.app.endpoints].map(([, { endpoint }]) => endpoint.access as string));
  const ofChange = ["article.ready", "article.override"];
  expect(permissionsOf("chief").filter((name) => !needed.has(name) && !ofChange.includes(name))).toEqual([]);
});
