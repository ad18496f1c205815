import { expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { footnote, heading, html, openEditor, p, quote } from "#test/support/headless-editor.ts";
import { headingAnchor } from "./block-handle.tsx";

test("a heading's anchor is its id on the readers' page, whatever is around it", () => {
  const editor = openEditor(
    p("a", footnote("note")),
    heading(2)("Prices"),
    heading(2)(),
    heading(3)("Prices", footnote("other")),
    quote(heading(2)("Prices")),
    heading(1)("السوق اليوم"),
    heading(2)("?!"),
  );
  const anchors: (string | null)[] = [];
  editor.state.doc.descendants(({ type }, pos) => {
    if (type.name === "heading") anchors.push(headingAnchor(editor.state.doc, pos));
  });
  const ids = [...deriveContent(html(editor)).content.pageHtml.matchAll(/<h\d[^>]* id="([^"]*)"/g)].map(([, id]) => id);
  expect(anchors.filter((anchor) => anchor !== null)).toEqual(ids);
  expect(anchors[0]).toBe("h-prices");
  expect(headingAnchor(editor.state.doc, 0)).toBeNull();
});
