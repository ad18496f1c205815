import { describe, expect, test } from "vitest";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.ts";
import { emptyOf } from "#features/documents/room/admin/room-session.ts";
import { adminMarkup, noteCalls } from "#test/support/admin-markup.tsx";
import { type Answered, answered, cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Template } from "../schema.ts";
import { templatesOf } from "./calls.ts";
import { NewDocument } from "./new-document.tsx";
import { TemplatesDialog } from "./templates-dialog.tsx";

const UPDATED = "2026-11-20T12:00:00.000Z";
const COLUMN: Template = { id: 3, name: "Column", author: "Amina", may_change: true, updated: UPDATED };
const SHARED: Template = { ...COLUMN, id: 4, name: "Match report", may_change: false };

describe("the button that begins an article", () => {
  const button = (...answers: Answered[]) =>
    adminMarkup(<NewDocument type={ARTICLE_TYPE} label="Add New Article" />, { client: cacheOf(answers) });

  test("takes no further step where there are no templates, or they are not known yet", () => {
    for (const html of [button(), button(answered(templatesOf("article"), []))]) {
      expect(wordsOf(html)).toBe("Add New Article");
      expect(html).not.toContain("aria-haspopup");
    }
  });

  test("opens a menu where there are templates", () => {
    expect(button(answered(templatesOf("article"), [COLUMN]))).toMatch(/<button[^>]*aria-haspopup="menu"/);
  });
});

test("the templates are listed with who made them, and those that the user may change can be renamed and deleted", () => {
  const html = adminMarkup(<TemplatesDialog type="article" templates={[COLUMN, SHARED]} onClose={() => {}} />);
  expect(wordsOf(html)).toMatch(/Column Amina, .*Match report Amina, /);
  const buttons = [...html.matchAll(/<button[^>]* aria-label="([^"]*)"/g)].map(([, label]) => label);
  expect(buttons.filter((label) => /Column|Match/.test(label ?? ""))).toEqual(["Rename Column", "Delete Column"]);
});

test("an article that is made from a template is a draft with its fields", async () => {
  const { api, calls } = noteCalls(() => ({ body: { id: 7 }, etag: '"1"' }));
  const fields = { title: "The week", excerpt: "", content: "<p>Text.</p>", category: "Tech", tags: ["a, b", "c"] };
  const values = { ...emptyOf(ARTICLE_TYPE), ...ARTICLE_TYPE.valuesFromTemplate(fields) };
  await ARTICLE_TYPE.create(api, values as never, "key");
  const sent = Object.fromEntries(calls[0]?.body as FormData);
  expect(sent).toMatchObject({ title: "The week", content: "<p>Text.</p>", category: "Tech", status: "draft" });
  expect(sent.tags).toBe(JSON.stringify(["a, b", "c"]));
  expect(sent).not.toHaveProperty("published_date");
});
