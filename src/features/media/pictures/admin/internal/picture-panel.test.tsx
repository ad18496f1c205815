import { describe, expect, test } from "vitest";
import type { Role } from "#shared/actor.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { apiError } from "#test/support/api-error.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { PictureDetail, PictureUse } from "../../schema.ts";
import { pictureDetail } from "../calls.ts";
import { PicturePanel } from "./picture-panel.tsx";

const PICTURE: PictureDetail = {
  id: 7,
  url: "/media/0123456789abcdef01234567/1600x900.jpg",
  width: 1600,
  height: 900,
  created_at: "2026-11-20T12:00:00.000Z",
  name: "harbour.jpg",
  alt: "A harbour",
  caption: "",
  credit: "",
  ...{
    licence: "CC BY 4.0",
    focal_x: 0.3,
    focal_y: 0.5,
    size: 1_500_000,
    uploaded_by: "Amina Yusuf",
    is_own: false,
    tags: [],
  },
  used_in: [],
};
const USE: PictureUse = { type: "article", id: 3, title: "Harbour opens" };

type Shown = { picture?: Partial<PictureDetail>; error?: Error; role?: Role };

/** The panel for a picture; without a picture it is loading. */
function render({ picture, error, role = "contributor" }: Shown): string {
  const known = error ?? (picture && { ...PICTURE, ...picture });
  return adminMarkup(
    <PicturePanel
      id={PICTURE.id}
      urlOfUse={({ type }) => (type === "article" ? "/admin/articles/3" : null)}
      account="1"
      restored={null}
      guard={null}
      onOpen={() => {}}
      onClose={() => {}}
      onDeleted={() => {}}
      onDiscarded={() => {}}
    />,
    { answers: known ? [[pictureDetail(PICTURE.id), known]] : [], role },
  );
}
const heading = (html: string) => parseHtml(html).texts("h2")[0];
const buttons = (html: string) =>
  parseHtml(html)
    .all("button")
    .map((one) => ({ text: one.textContent, isDisabled: one.matches("[disabled], [aria-disabled=true]") }));
const button = (html: string, text: string) => buttons(html).find((one) => one.text === text);

describe("the details of a picture", () => {
  test("that were deleted meanwhile are gone, and nothing is to be tried again", () => {
    const html = render({ error: apiError("picture_not_found") });
    expect([heading(html), html.includes("It has been deleted.")]).toEqual(["Picture not found", true]);
    expect(button(html, "Try again")).toBeUndefined();
  });

  test("say what is known of the file, and leave out what is not", () => {
    const known = parseHtml(render({ picture: {} }))
      .texts("dd")
      .join();
    expect(known).toContain("1600 × 900 pixels, 1.4 MB");
    expect(known).toContain("by Amina Yusuf");
    const unknown = render({ picture: { size: null, name: "", uploaded_by: null, alt: "" } });
    const shown = parseHtml(unknown);
    expect(shown.texts("dd")).toContain("1600 × 900 pixels");
    expect(shown.texts("dt")).not.toContain("File");
    expect(shown.texts("dd").join()).not.toContain(" by ");
    expect(heading(unknown)).toBe("Picture 7");
  });
});

describe("the uses of a picture", () => {
  test("are named with their kind, and lead to where they are edited, if one may go there", () => {
    const used_in: PictureUse[] = [USE, { type: "author", id: 4, title: "Amina" }, { type: "issue", id: 5, title: "" }];
    const html = render({ picture: { used_in } });
    const rows = parseHtml(html).all("li");
    expect(rows.map(({ innerHTML }) => wordsOf(innerHTML))).toEqual([
      "Harbour opens Article",
      "Amina Portrait",
      "Untitled Newsletter",
    ]);
    expect(rows.map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual([
      "/admin/articles/3",
      undefined,
      undefined,
    ]);
  });

  test("keep it from being deleted, and say so to who could", () => {
    const html = render({ picture: { used_in: [USE] }, role: "editor" });
    expect(button(html, "Delete")?.isDisabled).toBe(true);
    expect(button(html, "Replace everywhere...")?.isDisabled).toBe(false);
    expect(html).toContain("Pictures in use cannot be deleted.");
    const unused = render({ picture: {}, role: "editor" });
    expect(button(unused, "Delete")?.isDisabled).toBe(false);
    expect(button(unused, "Replace everywhere...")?.isDisabled).toBe(true);
  });

  test("that all stay as they are leave nothing to replace", () => {
    const used_in: PictureUse[] = [{ ...USE, is_trashed: true }];
    expect(button(render({ picture: { used_in }, role: "editor" }), "Replace everywhere...")?.isDisabled).toBe(true);
  });
});
