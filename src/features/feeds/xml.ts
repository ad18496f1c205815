import XMLBuilder from "fast-xml-builder";

/** An element's content: text, or elements by name; keys with `@` are attributes. Undefined parts are left out. */
export type XmlContent = string | number | { [name: string]: XmlContent | readonly XmlContent[] | undefined };

/** What XML 1.0 does not allow even as a reference: control characters, lone surrogates, U+FFFE, U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
const CONTROL = /[\0-\x08\x0B\f\x0E-\x1F\uFFFE\uFFFF]/;

/** Without what is forbidden, which hardly any text has: looking for it is faster than the search with surrogates. */
function permitted(_name: string, value: unknown): string {
  const text = String(value);
  return text.isWellFormed() && !CONTROL.test(text) ? text : text.replace(FORBIDDEN, "");
}

const OPTIONS = {
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  // Items of a feed are XML already: their size decides what is in them.
  stopNodes: ["rss.channel.item"],
  // Quotes need references in attributes alone, where the library writes them anyway.
  entities: [
    { regex: /&/g, val: "&amp;" },
    { regex: /</g, val: "&lt;" },
    { regex: />/g, val: "&gt;" },
  ],
  tagValueProcessor: permitted,
  attributeValueProcessor: permitted,
};
const builder = new XMLBuilder(OPTIONS);

/** The first line of each file. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Elements as XML: a part of a file. */
export const xmlOf = (elements: Exclude<XmlContent, string | number>): string => builder.build(elements);

/** A file with one element around all others. */
export const xmlFile = (name: string, content: XmlContent): string => `${XML_HEAD}${xmlOf({ [name]: content })}\n`;
