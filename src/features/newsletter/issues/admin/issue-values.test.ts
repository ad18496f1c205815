import { describe, expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import type { Issue } from "../endpoints.ts";
import { wholeBody } from "../whole-body.ts";
import { changeOf, valuesOf } from "./issue-type.ts";

const block = (id: number, kind = "without-picture") => `<article class="${kind}" data-article="${id}"></article>`;
const whole = (introduction: string, body = "", article_ids: number[] = []) =>
  wholeBody({ introduction, body, article_ids });

describe("an issue as one text", () => {
  test.each([
    [
      "the paragraphs of an introduction",
      whole("One\r\ntwo.\n \n\nThree & <b>."),
      "<p>One<br />two.</p><p>Three &amp; &lt;b&gt;.</p>",
    ],
    ["articles, of which the first has its picture", whole("", "", [5, 6]), block(5, "with-picture") + block(6)],
    ["all three in their order", whole("a", "<p>b</p>", [5]), `<p>a</p><p>b</p>${block(5, "with-picture")}`],
    ["no article twice", whole("", `${block(6)}<p>b</p>`, [5, 6]), `${block(6)}<p>b</p>${block(5)}`],
    ["nothing", whole(" \n "), ""],
  ])("has %s", (_what, html, expected) => {
    expect(html).toBe(expected);
    expect(deriveContent(html, [], "issue").content.html, "the server keeps it as it is").toBe(html);
  });

  test("takes over what was listed once the text is stored, and not before", () => {
    const issue = { subject: "a", preview: "b", introduction: "c", body: "", article_ids: [5] } as unknown as Issue;
    const values = valuesOf(issue);
    expect(changeOf(values, ["subject"])).toEqual({ subject: "a" });
    expect(changeOf(values, ["body"])).toEqual({ body: values.body, introduction: "", article_ids: [] });
  });
});
