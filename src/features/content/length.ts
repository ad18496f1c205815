import { type TextLength, textLength } from "#shared/text.ts";

const NOTES = '<section class="footnotes">';
const REFERENCE = /<sup><a href="#fn-\d{1,4}" id="fnref-\d{1,4}">\d{1,4}<\/a><\/sup>/g;
const BLOCK_END = /^(?:\/(?:p|h[1-6]|li|td|th|figcaption|small|blockquote|pre|summary|div)|br)\b/;
const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
};

/** The length of a content, or of one of its blocks, without footnotes and their numbers. */
export function lengthOfContent(html: string): TextLength {
  const [own = ""] = html.split(NOTES);
  const [before = "", ...tags] = own.replaceAll(REFERENCE, "").split("<");
  const texts = tags.map((tag) => `${BLOCK_END.test(tag) ? " " : ""}${tag.slice(tag.indexOf(">") + 1)}`);
  return textLength(
    [before, ...texts].join("").replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (name) => CHARACTERS[name] ?? name),
  );
}
