import { describe, expect, test } from "vitest";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { type Answered, answered, cacheOf } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Template } from "../schema.ts";
import { NewDocument, TemplatesDialog, templatesOf } from "./template-dialogs.tsx";

const UPDATED = "2026-11-20T12:00:00.000Z";
const COLUMN: Template = { id: 3, name: "Column", author: "Amina", may_change: true, updated: UPDATED };
const SHARED: Template = { ...COLUMN, id: 4, name: "Match report", may_change: false };

const ARTICLES = { type: "article" } as RoomType<{ id: number }, object>;

describe("the button that begins an article", () => {
  const button = (...answers: Answered[]) =>
    adminMarkup(<NewDocument type={ARTICLES} label="Add New Article" />, { client: cacheOf(answers) });

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
