import { randomUUID } from "node:crypto";
import sanitizeHtml from "sanitize-html";
import { InvalidError } from "#shared/errors.ts";

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

/** Elements inside elements; what people paste stays far below. The parser's time grows with it. */
const DEEPEST = 100;

/** Options that follow the depth while parsing, and give up where it is beyond what a text can need. */
function boundedDepth(): sanitizeHtml.IOptions {
  let depth = 0;
  return {
    onOpenTag: () => {
      depth += 1;
      if (depth > DEEPEST) throw new InvalidError("The content is nested too deeply.");
    },
    onCloseTag: () => {
      depth -= 1;
    },
  };
}

/** Line breaks as HTML reads them. Forms write each as CR LF, and a code block would keep the CR. */
const withPlainBreaks = (html: string) => html.replace(/\r\n?/g, "\n");

/** Pictures that came inside the HTML, each by the address that stands for it until it is stored. */
export type EmbeddedPictures = Map<string, Uint8Array>;

const DATA_PICTURE = /^data:image\/[a-z0-9.+-]+;base64,([a-z0-9+/=\s]*)$/i;

/**
 * As `cleanHtml`, but pictures given as `data:` addresses are taken out rather than dropped: in the HTML a path that
 * nothing else has stands for each. Data that is no base64 picture comes out empty, and will not be decoded.
 */
export function cleanHtmlWithPictures(html: string): { html: string; pictures: EmbeddedPictures } {
  const pictures: EmbeddedPictures = new Map();
  const mark = randomUUID();
  const clean = sanitizeHtml(withPlainBreaks(html), {
    ...RULES,
    ...boundedDepth(),
    transformTags: {
      img: (tagName, attribs) => {
        const src = attribs.src?.trim() ?? "";
        if (!/^data:/i.test(src)) return { tagName, attribs };
        const address = `/embedded/${mark}/${pictures.size}`;
        pictures.set(address, Buffer.from(DATA_PICTURE.exec(src)?.[1] ?? "", "base64"));
        return { tagName, attribs: { ...attribs, src: address } };
      },
    },
  });
  return { html: clean, pictures };
}

/** Parses, keeps what is allowed and serialises anew. Runs on every write, whoever writes. Throws InvalidError. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(withPlainBreaks(html), { ...RULES, ...boundedDepth() });
}
