import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

/** The types of documents: their path, what is created, how it becomes public or approved, and a changed text. */
const TYPES = {
  article: {
    path: "/api/articles/",
    fields: { title: "A", category: "Tech", content: "<p>One.</p><p>Two.</p>", tags: ["one"] },
    release: ["publish/", {}],
    text: "content",
  },
  page: {
    path: "/api/pages/",
    fields: { title: "A", content: "<p>One.</p><p>Two.</p>" },
    release: ["publish/", {}],
    text: "content",
  },
  issue: {
    path: "/api/newsletter/issues/",
    fields: { subject: "A", body: "<p>One.</p><p>Two.</p>" },
    release: ["send/", { at: "2099-01-01T00:00:00.000Z" }],
    text: "body",
  },
} as const;
type Type = keyof typeof TYPES;
const MOVED = "<p>Two.</p><p>One.</p>";

describeOnSqlite("a working copy that says what is public", (open) => {
  test.each(Object.keys(TYPES) as Type[])("is no change, and stays among the versions: %s", async (type) => {
    const { as, ids } = await startStaff(open);
    const { path, fields, release, text } = TYPES[type];
    const { id } = (await as("chief", "POST", path, fields)).body;
    const call = async (method: "GET" | "POST" | "PUT", rest = "", body?: object, tag?: string) =>
      as("chief", method, `${path}${id}/${rest}`, body, tag);
    await call("POST", release[0], release[1]);
    const stored = String((await call("GET")).body[text]);
    const first = await call("PUT", "draft/", { [text]: MOVED });
    expect((await call("GET")).body.has_draft).toBe(true);
    const back = await call("PUT", "draft/", { [text]: stored }, String(first.headers.etag));
    expect(back).toMatchObject({ status: 200, body: { has_draft: false, [text]: stored } });
    expect((await call("GET")).body.has_draft).toBe(false);
    expect((await call("GET", "draft/")).status).toBe(404);
    const { waiting } = (await as("chief", "GET", editorApiUrl.overview())).body;
    expect(waiting.filter(({ kind }: { kind: string }) => kind === "changes")).toEqual([]);
    // Others who still have the copy are merged with it, and a new change is one again.
    const other = await call("PUT", "draft/", { [text]: `${MOVED}<p>Three.</p>` }, String(first.headers.etag));
    expect(other.body).toMatchObject({ has_draft: true, [text]: "<p>One.</p><p>Two.</p><p>Three.</p>" });
    if (type !== "article") return;
    await call("PUT", "draft/", { [text]: stored });
    await call("PUT", "draft/", { authors: [ids.editor], tags: ["two"] });
    await call("PUT", "draft/", { authors: [ids.chief], tags: ["one"] });
    expect((await call("GET")).body.has_draft).toBe(false);
  });
});
