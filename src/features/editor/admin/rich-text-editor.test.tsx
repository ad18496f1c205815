import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { RichTextEditor } from "./rich-text-editor.tsx";

const loading = (props: { labelHidden?: boolean; label?: string }) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <RichTextEditor label="Content" value="<p>Words</p>" onChange={() => {}} {...props} />
    </MemoryRouter>,
  );

test("while the editor is loading, its place says so and has the field's label", () => {
  const html = loading({});
  expect(html).toContain('aria-busy="true"');
  expect(html).toMatch(/<p class="(?!sr-only)[^"]*">Content<\/p>/);
  // The text is the editor's to show.
  expect(html).not.toContain("Words");
});

test("a label that the place makes needless is there for who does not see it", () => {
  expect(loading({ labelHidden: true, label: "<Content>" })).toContain('<p class="sr-only">&lt;Content&gt;</p>');
});
