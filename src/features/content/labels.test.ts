import { expect, test } from "vitest";
import "#shared/messages/all.ts";
import { expectLinear } from "#test/support/growth.ts";
import { deriveContent } from "./derive.ts";
import { asideName, withAsideNames, withLabelsIn } from "./labels.ts";

const NOTED =
  '<p>One<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>Why. <a href="#fnref-1">↩</a></p></li></ol></section>';
const prepared = (html: string) => deriveContent(html).content;

test.each([
  ["ar", "النقاط الرئيسية"],
  ["sw-KE", "Hoja kuu"],
  ["de", "Key points"],
  ["", "Key points"],
  [undefined, "Key points"],
])("names an aside in the language of its text: %s", (language, name) => {
  expect(asideName("key-points", language)).toBe(name);
  const { html } = prepared('<aside class="key-points"><ul><li>One</li></ul></aside>');
  expect(withAsideNames(html, language)).toContain(`<aside class="key-points"><p><strong>${name}</strong></p><ul>`);
});

test("names no pull quote, no card and nothing that only looks like an aside", () => {
  const { html } = prepared(
    '<aside class="pull-quote"><p>Words</p></aside><p>&lt;aside class="callout-note"&gt; and aside class="callout-tip"</p>',
  );
  expect(withAsideNames(html, "ar")).toBe(html);
});

test("labels footnotes in the language of the text, and in English again", () => {
  const { pageHtml } = prepared(NOTED);
  for (const label of ["Footnotes", "Footnote 1", "Back to the text"])
    expect(pageHtml).toContain(`aria-label="${label}"`);
  const arabic = withLabelsIn(pageHtml, "ar");
  for (const label of ["الحواشي", "الحاشية 1", "العودة إلى النص"]) expect(arabic).toContain(`aria-label="${label}"`);
  expect(arabic).not.toContain("Footnote");
  expect(withLabelsIn(arabic, "en")).toBe(pageHtml);
});

test("leaves text that looks like a label as it is", () => {
  const { pageHtml } = prepared('<p>a role="doc-endnotes" aria-label="Footnotes"</p>');
  expect(withLabelsIn(pageHtml, "ar")).toBe(pageHtml);
});

const both = (html: string) => withLabelsIn(withAsideNames(html, "ar"), "ar");
test.each(['class="a" ', 'role="doc-noteref" aria-label=', "<aside ", "<a "])("takes linear time for %s", (piece) =>
  expectLinear((size) => `<aside <a ${piece.repeat(50_000 * size)}`, both),
);
