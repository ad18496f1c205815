import sharp from "sharp";
import { expect, test } from "vitest";
import { MAX_TEMPLATES } from "#features/documents/rules.ts";
import type { Template, WholeTemplate } from "#features/documents/templates/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

const [ARTICLES, ISSUES, PAGES] = ["/api/articles", "/api/newsletter/issues", "/api/pages"].map(
  (path) => `${path}/templates/`,
) as [string, string, string];
const one = ({ id }: Pick<Template, "id">, list = ARTICLES) => `${list}${id}/`;

describeOnEngines("templates", (open) => {
  async function start() {
    const staff = await startStaff(open);
    const { as } = staff;
    const make = (name: Person, document: number, template: string) =>
      as(name, "POST", ARTICLES, { name: template, document });
    const list = async (name: Person, url = ARTICLES) => (await as(name, "GET", url)).body as Template[];
    return { ...staff, make, list };
  }

  test("hold the newest text of an article with its working copy, without date, slug, byline and switches", async () => {
    const { as, clock, write, make, list } = await start();
    const fields = { excerpt: "What happened.", tags: ["Weekly"], image_alt: "A bridge", language: "sw" };
    const id = await write("chief", { ...fields, status: "published", is_featured: true, sources: ["A source"] });
    await as("chief", "PUT", editorApiUrl.draft(id), { title: "The week in bridges" });
    const { status, body } = await make("chief", id, " Weekly column ");
    const whole = {
      id: 1,
      name: "Weekly column",
      author: "Amina Otieno",
      may_change: true,
      updated: new Date(clock.now()).toISOString(),
    };
    expect([status, body]).toEqual([
      201,
      {
        ...whole,
        fields: { ...fields, title: "The week in bridges", category: "Tech", content: "<p>Text.</p>", image_url: "" },
      },
    ]);
    expect(await list("editor")).toEqual([whole]);
    expect((await as("editor", "GET", one(body))).body).toEqual(body);
  });

  test("are made of issues and pages too, and each type has its own", async () => {
    const { as, list } = await start();
    const issue = { subject: "The week", preview: "All of it", introduction: "Hello.", body: "<p>News.</p>" };
    const { id: issueId } = (await as("editor", "POST", editorApiUrl.issues(), { ...issue, article_ids: [] })).body;
    const page = { title: "Imprint", content: "<p>We are.</p>", seo_title: "Who we are", seo_description: "Us" };
    const extra = { slug: "imprint-2", in_menu: true };
    const { id: pageId } = (await as("editor", "POST", "/api/pages/", { ...page, ...extra })).body;
    const made = async (url: string, document: number) =>
      ((await as("editor", "POST", url, { name: "Same name", document })).body as WholeTemplate).fields;
    expect(await made(ISSUES, issueId)).toEqual({ ...issue, article_ids: [] });
    expect(await made(PAGES, pageId)).toEqual(page);
    expect([await list("editor"), (await list("editor", PAGES)).length]).toEqual([[], 1]);
    const [template] = await list("editor", PAGES);
    expect((await as("editor", "GET", one(template as Template))).status).toBe(404);
    expect((await as("writer", "GET", PAGES)).status).toBe(403);
  });

  test("are changed and deleted by editors, and their own by writers; each change is in the audit log", async () => {
    const { as, write, make, list } = await start();
    const [theirs, own] = [await write("chief"), await write("writer", { title: "Mine" })];
    const shared = (await make("chief", theirs, "Shared")).body;
    expect((await make("writer", theirs, "Of another's draft")).status).toBe(404);
    const mine = (await make("writer", own, "Mine")).body;
    expect((await list("writer")).map(({ name, may_change }) => [name, may_change])).toEqual([
      ["Mine", true],
      ["Shared", false],
    ]);
    for (const method of ["PATCH", "DELETE"] as const)
      expect((await as("writer", method, one(shared), { name: "Taken over" })).status).toBe(403);
    const renamed = await as("editor", "PATCH", one(mine), { name: "Column" });
    expect([renamed.body.name, renamed.body.fields.title]).toEqual(["Column", "Mine"]);
    const updated = await as("writer", "PATCH", one(mine), { document: own });
    expect([updated.status, updated.body.name]).toEqual([200, "Column"]);
    expect((await as("writer", "PATCH", one(mine), { document: theirs })).status).toBe(404);
    expect((await as("writer", "DELETE", one(mine))).status).toBe(204);
    expect((await as("writer", "DELETE", one(mine))).status).toBe(404);
    const { body: entries } = await as("chief", "GET", editorApiUrl.audit({ action: "template" }));
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual([
      "template.delete",
      "template.change",
      "template.change",
      "template.create",
      "template.create",
    ]);
  });

  test("have names of their own, and a limit", async () => {
    const { as, write, make, database } = await start();
    const id = await write("editor");
    const first = (await make("editor", id, "One")).body;
    expect((await make("editor", id, "One")).status).toBe(409);
    expect((await make("editor", id, " ")).status).toBe(400);
    expect((await make("editor", 9_999, "Two")).status).toBe(404);
    await make("editor", id, "Two");
    expect((await as("editor", "PATCH", one(first), { name: "Two" })).status).toBe(409);
    const rows = Array.from({ length: MAX_TEMPLATES - 2 }, (_, at) => ({
      document_type: "article" as const,
      name: `Template ${at}`,
      fields: "{}",
      updated_at: at,
    }));
    await database.db.insertInto("template").values(rows).execute();
    expect((await make("editor", id, "One too many")).status).toBe(400);
  });

  test("of one contributor are at most 20, so that others can make theirs", async () => {
    const { as, write, make, list } = await start();
    const id = await write("contributor");
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await make("contributor", id, `Template ${n}`)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 400]);
    expect((await make("editor", id, "Another")).status).toBe(201);
    const own = (await list("contributor")).find(({ may_change }) => may_change);
    await as("contributor", "DELETE", one(own ?? { id: 0 }));
    expect((await make("contributor", id, "Last")).status).toBe(201);
  });

  test("are made and changed one after another: of several with one name, one is made, and no change undoes another", async () => {
    const { as, write, make, list } = await start();
    const id = await write("editor");
    const made = await Promise.all(Array.from({ length: 4 }, () => make("editor", id, "One")));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const other = await write("editor", { title: "Another text" });
    const [template] = await list("editor");
    const url = one(template as Template);
    await Promise.all([
      as("editor", "PATCH", url, { name: "Renamed" }),
      as("editor", "PATCH", url, { document: other }),
    ]);
    expect((await as("editor", "GET", url)).body).toMatchObject({ name: "Renamed", fields: { title: "Another text" } });
  });

  test("keep the pictures of their text", async () => {
    const { as, write, make } = await start();
    const black = { create: { width: 40, height: 30, channels: 3 as const, background: "black" } };
    const data = (await sharp(black).png().toBuffer()).toString("base64");
    const id = await write("editor", { content: `<p>Look:</p><img src="data:image/png;base64,${data}" alt="Night">` });
    const { body: template } = await make("editor", id, "With a picture");
    await as("chief", "DELETE", apiUrl.article(id));
    await as("chief", "DELETE", editorApiUrl.trash());
    const [picture] = (await as("editor", "GET", editorApiUrl.pictures())).body;
    const remove = () => as("editor", "DELETE", editorApiUrl.storedPicture(picture.id));
    expect(await remove()).toMatchObject({
      status: 409,
      body: { used_in: [{ type: "template", id: template.id, title: "With a picture" }] },
    });
    await as("editor", "DELETE", one(template));
    expect((await remove()).status).toBe(204);
  });
});
