import { expect, test } from "vitest";
import { NAME_PLACES } from "#db/stored-names.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

const AUTHORS = "/api/authors/";
const TEMPLATES = "/api/articles/templates/";

/** Where the names of authors and categories are stored as JSON. */
const PLACES = [
  "a public article's working copy",
  "a draft's working copy",
  "a scheduled update",
  "a version",
  "a template",
  "the trash",
] as const;
type Place = (typeof PLACES)[number];
/** Those of which a name is in use, by the declared place that they are in. */
const IN_USE: Partial<Record<Place, keyof typeof NAME_PLACES>> = {
  "a public article's working copy": "copy",
  "a draft's working copy": "copy",
  "a scheduled update": "copy",
  "a template": "template",
};

describeOnSqlite("a name that is only in stored JSON", (open) => {
  async function start() {
    const staff = await startStaff(open);
    const { as, write, clock } = staff;
    const chief = async (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) => {
      const response = await as("chief", method, url, body);
      return { status: response.status, body: response.body };
    };
    const category = (await chief("POST", apiUrl.categories(), { name: "Cat", slug: "cat" })).body.id as number;
    const author = (await chief("POST", AUTHORS, { name: "Guest One" })).body.id as number;
    const names = { category: "Cat", authors: [author] };
    /** Stores the names in a place; the function publishes what is there, and returns the article. */
    async function store(place: Place): Promise<() => Promise<number>> {
      const isDraft = place === "a draft's working copy" || place === "a version";
      const id = await write("chief", { status: isDraft ? "draft" : "published" });
      const publish = async () => {
        expect((await chief("POST", editorApiUrl.publish(id), {})).status).toBe(200);
        return id;
      };
      if (place === "the trash") {
        await chief("PUT", apiUrl.article(id), names);
        await chief("DELETE", apiUrl.article(id));
        return async () => {
          expect((await chief("POST", editorApiUrl.restore(id))).status).toBe(200);
          return id;
        };
      }
      if (place === "a version") {
        await chief("PUT", apiUrl.article(id), names);
        await chief("PUT", apiUrl.article(id), { category: "Tech", authors: ["Amina Otieno"] });
        return async () => {
          expect((await chief("POST", editorApiUrl.restoreRevision(id, 2))).status).toBe(200);
          return publish();
        };
      }
      await chief("PUT", editorApiUrl.draft(id), names);
      if (place === "a template") {
        const { id: template } = (await chief("POST", TEMPLATES, { name: "One", document: id })).body;
        await chief("DELETE", editorApiUrl.draft(id));
        return async () => {
          const { fields } = (await chief("GET", `${TEMPLATES}${template}/`)).body;
          return write("chief", { ...fields, status: "published" });
        };
      }
      if (place === "a scheduled update")
        await chief("POST", editorApiUrl.publish(id), { at: new Date(clock.now() + 3_600_000).toISOString() });
      return publish;
    }
    const read = async (id: number) => {
      const { category_slug, authors } = (await chief("GET", apiUrl.article(id))).body;
      return { category_slug, author_name: authors?.[0]?.name };
    };
    const categories = async () => (await chief("GET", apiUrl.categories())).body.length as number;
    return { chief, category, author, store, read, categories };
  }

  test.each(PLACES)("follows a renamed category and author: %s", async (place) => {
    const { chief, category, author, store, read, categories } = await start();
    const publish = await store(place);
    await chief("PUT", apiUrl.category(String(category)), { name: "Kat", slug: "kat" });
    await chief("PUT", `${AUTHORS}${author}/`, { name: "Guest Two" });
    const count = await categories();
    const article = await read(await publish());
    expect(article.category_slug).toBe("kat");
    expect(await categories(), "no category of the former name").toBe(count);
    // Templates have no byline.
    if (place !== "a template") expect(article.author_name).toBe("Guest Two");
  });

  test.each(PLACES.filter((place) => place !== "a template"))("follows a merged author: %s", async (place) => {
    const { chief, author, store, read } = await start();
    const publish = await store(place);
    const into = (await chief("POST", AUTHORS, { name: "Guest Three" })).body.id;
    expect((await chief("POST", `${AUTHORS}merge/`, { from: author, into })).status).toBe(200);
    expect((await read(await publish())).author_name).toBe("Guest Three");
  });

  test.each(PLACES)("is in use, or added again when it is needed: %s", async (place) => {
    const { chief, category, author, store, read } = await start();
    const publish = await store(place);
    const deletion = await chief("DELETE", apiUrl.category(String(category)));
    const isInUse = place in IN_USE;
    expect(deletion).toMatchObject(isInUse ? { status: 409, body: { code: "category_in_use" } } : { status: 204 });
    const removal = await chief("DELETE", `${AUTHORS}${author}/`);
    // Articles in the trash and templates: authors own the former, and the latter have none.
    const isCredited = IN_USE[place] === "copy" || place === "the trash";
    expect(removal.status).toBe(isCredited ? 409 : 204);
    expect((await read(await publish())).category_slug).toBe("cat");
  });

  test("is looked for in every declared place", () => {
    expect(new Set(Object.values(IN_USE))).toEqual(new Set(Object.keys(NAME_PLACES)));
  });
});
