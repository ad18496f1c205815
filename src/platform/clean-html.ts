import sanitizeHtml from "sanitize-html";

const ALIGNMENTS = ["align-left", "align-center", "align-right", "align-justify"];
const INDENTS = Array.from({ length: 8 }, (_, level) => `indent-${level + 1}`);
const BLOCK_CLASSES = [...ALIGNMENTS, ...INDENTS];

/**
 * What an article may contain: what the editor can make (spec sections 2 and 5) and nothing else. Addresses of links
 * are http, https, mailto, tel or a path of this site; of pictures http, https or a path.
 */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    "h1",
    "h2",
    "h3",
    "p",
    "br",
    "hr",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "code",
    "pre",
    "blockquote",
    "ul",
    "ol",
    "li",
    "a",
    "img",
  ],
  allowedAttributes: { a: ["href"], img: ["src", "alt", "title", "width", "height"], ol: ["start"] },
  allowedClasses: { p: BLOCK_CLASSES, h1: BLOCK_CLASSES, h2: BLOCK_CLASSES, h3: BLOCK_CLASSES },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 50,
};

/** Parses, keeps what is allowed and serialises anew. Runs on every write, whoever writes. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, RULES);
}
