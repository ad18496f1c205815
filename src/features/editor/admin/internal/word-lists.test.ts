import { describe, expect, test } from "vitest";
import { cleanPaste } from "./clean-paste.ts";

/** A paragraph as Word puts it on the clipboard: its marker is text in a span that the list's style ignores. */
const word = (level: number, marker: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>\n`;
const li = (words: string) => `<li><p>${words}</p></li>`;

describe("Word's list paragraphs become lists", () => {
  test.each([
    ["bullets", word(1, "·", "a") + word(1, "·", "b"), `<ul>${li("a")}${li("b")}</ul>`],
    ["numbers", word(1, "1.", "a") + word(1, "2.", "b"), `<ol>${li("a")}${li("b")}</ol>`],
    ["numbers in brackets", word(1, "(1)", "a"), `<ol>${li("a")}</ol>`],
    ["letters", word(1, "a)", "a") + word(1, "b)", "b"), `<ol>${li("a")}${li("b")}</ol>`],
    ["a list that goes on from another number", word(1, "4.", "a"), `<ol start="4">${li("a")}</ol>`],
    [
      "a list in an item",
      word(1, "·", "a") + word(2, "o", "b") + word(1, "·", "c"),
      `<ul><li><p>a</p><ul>${li("b")}</ul></li>${li("c")}</ul>`,
    ],
    [
      "another kind of list at the same level",
      word(1, "·", "a") + word(1, "1.", "b"),
      `<ul>${li("a")}</ul><ol>${li("b")}</ol>`,
    ],
    [
      "a level that is left out",
      word(1, "·", "a") + word(3, "§", "b") + word(2, "o", "c"),
      `<ul><li><p>a</p><ul>${li("b")}</ul><ul>${li("c")}</ul></li></ul>`,
    ],
    [
      "a list that begins deeper than it goes on",
      word(2, "o", "a") + word(1, "·", "b"),
      `<ul>${li("a")}</ul><ul>${li("b")}</ul>`,
    ],
    [
      "a list on either side of a paragraph",
      `${word(1, "·", "a")}<p class=MsoNormal>x</p>${word(1, "·", "b")}`,
      `<ul>${li("a")}</ul><p>x</p><ul>${li("b")}</ul>`,
    ],
    ["a list in a cell or a division", `<div>${word(1, "·", "a")}</div>`, `<div><ul>${li("a")}</ul></div>`],
    ["marks in an item", word(1, "·", "a <b>b</b>"), `<ul>${li("a <strong>b</strong>")}</ul>`],
  ])("%s", (_what, html, expected) => {
    expect(cleanPaste(`<html><body><!--StartFragment-->${html}<!--EndFragment--></body></html>`).trim()).toBe(expected);
  });
});

test("a paragraph that merely looks like an item is none", () => {
  expect(cleanPaste("<p>1. a</p><p style='mso-list:none'>· b</p>")).toBe("<p>1. a</p><p>· b</p>");
});
