import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleDetail } from "#test/support/article-answers.ts";
import { joinList, readList, splitList } from "#ui/admin/chips-field.tsx";
import { FLAG_NAMES } from "../fields.ts";
import { DEFAULT_AUTHOR, UNCATEGORIZED, UNTITLED } from "../rules.ts";
import { articleBody, articleUpdate } from "../schema.ts";
import { changeBody, copyForm, createForm, NEW_VALUES, splitLines, valuesOf } from "./form-values.tsx";

const ARTICLE = exampleDetail({
  title: "Seven",
  published_date: "2026-01-02T03:04:05.678Z",
  is_auto_update: true,
  is_editors_pick: true,
  tags: ["one", "two, with a comma"],
  sources: ["A docket", "A call"],
});
const file = new File(["picture"], "picture.png", { type: "image/png" });
const entries = (form: unknown) => Object.fromEntries((form as FormData).entries());

describe("the request that the article form sends", () => {
  it("creates an article with the required fields only, switches as text", () => {
    expect(entries(createForm({ ...NEW_VALUES, title: "T", category: "AI", is_featured: true }, null))).toEqual({
      title: "T",
      excerpt: "",
      category: "AI",
      content: "",
      status: "draft",
      ...Object.fromEntries(FLAG_NAMES.map((name) => [name, "false"])),
      is_featured: "true",
    });
  });

  it("sends the file as image_url, or else the address", () => {
    const values = { ...NEW_VALUES, image_url: "https://pictures.example/a.jpg" };
    expect(entries(createForm(values, null)).image_url).toBe("https://pictures.example/a.jpg");
    expect(entries(createForm(values, file)).image_url).toBeInstanceOf(File);
  });

  it("changes an article with the whole object, leaving untouched tags and date exactly as they were", () => {
    const values = { ...valuesOf(ARTICLE), title: "Eight" };
    expect(changeBody(ARTICLE, values, null)).toEqual({ ...ARTICLE, title: "Eight" });
    expect(changeBody(ARTICLE, { ...values, tags: " a ,, b " }, null)).toMatchObject({ tags: ["a", "b"] });
  });

  it("uses a form when there is a file, which can also clear a field", () => {
    const sent = entries(changeBody(ARTICLE, { ...valuesOf(ARTICLE), published_date: null, tags: "" }, file));
    expect(sent).toMatchObject({ title: "Seven", published_date: "", tags: "", is_auto_update: "true" });
    expect(sent.image_url).toBeInstanceOf(File);
  });

  it("splits tags as they are typed", () => {
    expect(splitList(" a ,, b , ")).toEqual(["a", "b"]);
    expect(splitList(" , ")).toEqual([]);
  });

  it("keeps an entry with a comma one entry, also beside others, and whatever else it has", () => {
    const entry = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => `${text},"x"`.trim());
    fc.assert(
      fc.property(fc.array(fc.oneof(entry, fc.constantFrom("plain", '"', '5" wide'))), (list) => {
        expect(splitList(joinList(list))).toEqual(list);
      }),
    );
    expect(splitList('"Jane Roe, CFA", Baraka')).toEqual(["Jane Roe, CFA", "Baraka"]);
    expect(splitList('"hack" or theft, ETF')).toEqual(['"hack" or theft', "ETF"]);
    expect(readList("hack, ETF", ["hack, or theft", "ETF"])).toEqual(["hack", "ETF"]);
  });

  it("sends lists with a file as they are without one, authors by account", () => {
    const jane = { id: 7, slug: "jane-roe-cfa", name: "Jane Roe, CFA", image_url: "", bio: "", links: [] };
    const article = exampleDetail({ tags: ["hack, or theft", "[x]"], authors: [jane] });
    const sent = (values: ReturnType<typeof valuesOf>) =>
      articleUpdate.parse(entries(changeBody(article, values, file)));
    expect(sent(valuesOf(article))).toMatchObject({ tags: article.tags, authors: [7] });
    const values = { ...valuesOf(article), tags: "a, b", authors: joinList([jane.name, "Baraka"]) };
    expect(sent(values)).toMatchObject({ tags: ["a", "b"], authors: [jane.name, "Baraka"] });
    const created = articleBody.parse(entries(createForm({ ...values, title: "T", category: "C" }, file)));
    expect(created.authors).toEqual([jane.name, "Baraka"]);
    // As the specification has it, where nothing needs more.
    expect(entries(createForm(values, null)).tags).toBe("a, b");
  });
});

describe("a copy of an article", () => {
  const sent = (change: Parameters<typeof exampleDetail>[0]) => Object.fromEntries(copyForm(exampleDetail(change)));

  it("is a draft with its words, picture, authors and tags, and nothing that places or dates it", () => {
    const copy = sent({ is_featured: true, is_breaking: true, sources: ["The docket"], language: "fr" });
    expect(copy).toMatchObject({
      title: "Copy of A title",
      content: "<p>At length.</p>",
      excerpt: "An excerpt.",
      category: "Real World",
      image_url: "/media/abcdefgh/1600x900.jpg",
      image_alt: "A drawing",
      authors: "[3]",
      tags: "one, two",
      sources: "The docket",
      language: "fr",
      status: "draft",
      is_featured: "false",
      is_breaking: "false",
    });
    expect(copy).not.toHaveProperty("published_date");
    expect(articleBody.parse(copy)).toMatchObject({ status: "draft", authors: [3], tags: ["one", "two"] });
  });

  it("has a title and a category even if they were emptied, and no longer title than the server accepts", () => {
    expect(sent({ title: " ", category: "" })).toMatchObject({ title: `Copy of ${UNTITLED}`, category: UNCATEGORIZED });
    expect([...String(sent({ title: "😀".repeat(300) }).title)]).toHaveLength(300);
  });

  it("has no author if the article has none", () => {
    expect(sent({ authors: [{ ...DEFAULT_AUTHOR, id: null } as never] })).not.toHaveProperty("authors");
  });
});

describe("what is sent with a change", () => {
  const values = valuesOf(ARTICLE);
  const note = { change_note: "Wrong bank", is_minor: true };

  it("says why it was made, as JSON and as a form", () => {
    expect(changeBody(ARTICLE, values, null, note)).toMatchObject(note);
    expect(entries(changeBody(ARTICLE, values, file, note))).toMatchObject({
      change_note: "Wrong bank",
      is_minor: "true",
    });
    expect(Object.keys(changeBody(ARTICLE, values, null))).not.toContain("change_note");
  });

  it("credits nobody with the name that stands in for nobody's", () => {
    const nobody = exampleDetail({ authors: [{ id: null, slug: null, ...DEFAULT_AUTHOR }] });
    expect(valuesOf(nobody).authors).toBe("");
    expect(changeBody(nobody, valuesOf(nobody), null)).toMatchObject({ authors: nobody.authors });
    expect(changeBody(nobody, { ...valuesOf(nobody), authors: "Amina, Baraka" }, null)).toMatchObject({
      authors: ["Amina", "Baraka"],
    });
  });

  it("keeps authors as they were received unless they were typed, as two may have one name", () => {
    const [first, second] = [1, 2].map((id) => ({
      id,
      slug: `amina-${id}`,
      name: "Amina",
      image_url: "",
      bio: "",
      links: [],
    }));
    const twins = exampleDetail({ authors: [first, second].filter((author) => author !== undefined) });
    expect(changeBody(twins, { ...valuesOf(twins), title: "New" }, null)).toMatchObject({ authors: twins.authors });
  });

  it("has a source in each line, without empty ones", () => {
    expect(changeBody(ARTICLE, { ...values, sources: " A, B \n\n  \r\nC\n" }, null)).toMatchObject({
      sources: ["A, B", "C"],
    });
    expect(splitLines("")).toEqual([]);
  });
});

describe("whatever is typed", () => {
  const plain = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !text.includes("\u0000"));
  const typed = fc.record({
    title: plain.map((text) => `T${text}`),
    category: plain.map((text) => `C${text}`),
    excerpt: plain,
    tags: fc.array(plain, { maxLength: 5 }).map((list) => list.join(",")),
    sources: fc.array(plain, { maxLength: 5 }).map((list) => list.join("\n")),
    is_featured: fc.boolean(),
  });

  it("arrives the same as a form and as JSON, and is an article that the server takes", () => {
    fc.assert(
      fc.property(typed, (given) => {
        const values = { ...valuesOf(ARTICLE), ...given };
        const asForm = articleUpdate.parse(entries(changeBody(ARTICLE, values, file)));
        const asJson = articleUpdate.parse(changeBody(ARTICLE, values, null));
        for (const name of ["title", "category", "excerpt", "tags", "sources", "is_featured"] as const)
          expect(asForm[name], name).toEqual(asJson[name]);
        const made = articleBody.parse(entries(createForm({ ...NEW_VALUES, ...given }, null)));
        expect([made.title, made.tags ?? []]).toEqual([asJson.title, asJson.tags]);
      }),
      { numRuns: 60 },
    );
  });
});
