import { describe, expect, it } from "vitest";
import { exampleDetail } from "#test/support/article-answers.ts";
import { FLAG_NAMES } from "../fields.ts";
import { changeBody, createForm, NEW_VALUES, splitList, valuesOf } from "./form-values.ts";

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
});
