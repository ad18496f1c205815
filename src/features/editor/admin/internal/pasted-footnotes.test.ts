import { expect, test } from "vitest";
import { expectLinear } from "#test/support/growth.ts";
import { cleanPaste } from "./clean-paste.ts";

const wordNote = (kind: "foot" | "end", id: string, note: string) =>
  `<div style='mso-element:${kind}note' id=${id}><p class=MsoFootnoteText><a style='mso-${kind}note-id:${id}' href="#_${id}ref" name="_${id}"><span class=MsoFootnoteReference>[1]</span></a> ${note}</p></div>`;
const wordReference = (kind: "foot" | "end", id: string) =>
  `<a style='mso-${kind}note-id:${id}' href="#_${id}" name="_${id}ref" title=""><span class=MsoFootnoteReference>[1]</span></a>`;
const words = (kind: "foot" | "end", id: string, note: string) =>
  `<p class=MsoNormal>Claim${wordReference(kind, id)} ends.</p><div style='mso-element:${kind}note-list'><br clear=all><hr align=left size=1>${wordNote(kind, id, note)}</div>`;

const CLAIM = '<p>Claim<sup data-footnote="The &lt;em&gt;source&lt;/em&gt;."></sup> ends.</p>';
const NOTE = "The <i>source</i>.";

test.each([
  ["Word: a footnote", words("foot", "ftn1", NOTE), CLAIM],
  ["Word: an endnote", words("end", "edn1", NOTE), CLAIM],
  [
    "Word: a note of two paragraphs",
    words("foot", "ftn1", `${NOTE}</p><p class=MsoFootnoteText>And more.`),
    CLAIM.replace('."', '. And more."'),
  ],
  [
    "Google Docs",
    `<p>Claim<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> ends.</p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;${NOTE}</span></p></div>`,
    CLAIM,
  ],
  [
    "LibreOffice",
    `<p>Claim<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> ends.</p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>${NOTE}</p></div>`,
    CLAIM,
  ],
  [
    "a wiki, with whole addresses and a heading",
    `<p>Claim<sup id="cite_ref-1" class="reference"><a href="https://w.example/A#cite_note-1">[1]</a></sup> ends.</p><h2>Notes</h2><ol><li id="cite_note-1"><span><a href="https://w.example/A#cite_ref-1">^</a></span> <span>${NOTE}</span></li></ol>`,
    `${CLAIM}<h2>Notes</h2>`,
  ],
  [
    "a page made of Markdown, with the link back at the end",
    `<p>Claim<sup><a href="#fn1" id="fnref1">1</a></sup> ends.</p><section><ol><li id="fn1"><p>${NOTE} <a href="#fnref1">↩</a></p></li></ol></section>`,
    CLAIM,
  ],
  [
    "two notes, and two references to one of them",
    `<p>a<sup><a id="r1" href="#n1">1</a></sup>b<sup><a id="r2" href="#n2">2</a></sup>c<sup><a id="r3" href="#n1">1</a></sup></p><ol><li id="n1"><a href="#r1">a</a> <a href="#r3">b</a> One</li><li id="n2"><a href="#r2">^</a> Two</li></ol>`,
    '<p>a<sup data-footnote="One"></sup>b<sup data-footnote="Two"></sup>c<sup data-footnote="One"></sup></p>',
  ],
  [
    "a paragraph of nothing but a reference",
    `<p>${wordReference("foot", "f")}</p>${wordNote("foot", "f", "a")}`,
    '<p><sup data-footnote="a"></sup></p>',
  ],
  ["a reference without its note stays text", `<p>Claim${wordReference("foot", "ftn1")}</p>`, "<p>Claim[1]</p>"],
  [
    "contents and their headings stay: nothing short leads back",
    '<ul><li><a id="t" href="#h">A long chapter</a></li></ul><h2 id="h">A long chapter <a href="#t">back to the contents</a></h2>',
    "<ul><li>A long chapter</li></ul><h2>A long chapter back to the contents</h2>",
  ],
])("footnotes of %s", (_source, html, expected) => expect(cleanPaste(html)).toBe(expected));

test.each([
  ["in a paragraph", 800, (references: string) => `<p>${references}</p>`],
  ["in one span", 8_000, (references: string) => `<p><span>${references}</span></p>`],
  ["with rules at the end", 24_000, (references: string) => `<p>${references}</p>`, "<hr>"],
])("many references and notes take time in proportion to the paste: %s", (_where, count, around, rule = "") =>
  expectLinear((size) => {
    const ids = Array.from({ length: count * size }, (_, at) => at);
    const references = around(ids.map((at) => `<sup><a id="r${at}" href="#n1">1</a></sup>`).join(""));
    const links = ids.map((at) => `<a href="#r${at}">a</a>`).join("");
    return `${references}<ol><li id="n1">${links} One</li></ol>${rule.repeat(ids.length)}`;
  }, cleanPaste),
);
