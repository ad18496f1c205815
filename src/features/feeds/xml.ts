import XMLBuilder from "fast-xml-builder";

/** An element's content: text, or elements by name; keys with `@` are attributes. Undefined parts are left out. */
export type XmlContent = string | number | { [name: string]: XmlContent | readonly XmlContent[] | undefined };

/** What XML 1.0 does not allow even as a reference: control characters, lone surrogates, U+FFFE, U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const permitted = (_name: string, value: unknown) => String(value).replace(FORBIDDEN, "");

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  // Items of a feed are XML already: their size decides what is in them.
  stopNodes: ["rss.channel.item"],
  tagValueProcessor: permitted,
  attributeValueProcessor: permitted,
});

/** The first line of each file. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Elements as XML: a part of a file. */
export const xmlOf = (elements: Exclude<XmlContent, string | number>): string => builder.build(elements);

/** A file with one element around all others. */
export const xmlFile = (name: string, content: XmlContent): string => `${XML_HEAD}${xmlOf({ [name]: content })}\n`;
