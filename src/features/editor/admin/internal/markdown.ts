import { Marked } from "marked";

/** Elements in it are text: what is pasted as plain text is read as such, and judged like anything that is pasted. */
const markdown = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } });

/** Markdown as HTML, which is not cleaned yet. Throws where it is nested too deeply for the parser. */
export const markdownHtml = (text: string): string => markdown.parse(text, { async: false });
