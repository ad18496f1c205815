import { escapeText } from "#shared/html.ts";

/** Code by the name of its language (SyntaxHighlighter), or with the options of CodeColorer: `ccne_php`. */
const LANGUAGE =
  /^(?:php|css|html|js|javascript|jscript|bash|shell|python|py|java|sql|xml|ruby|cpp|csharp|diff|perl|powershell|plain|vb|scala|groovy|yaml|json|cc[a-z]{0,8}(?:_[a-z0-9]{1,20})?)$/i;
export const isLanguage = (name: string): boolean => LANGUAGE.test(name);
const CODES: ReadonlySet<string> = new Set(["code", "sourcecode", "crayon", "highlight"]);

const END = /<\/(?:pre|code)>|\[\/[a-z_]{2,20}\]/gi;
const START = /<(pre|code)(\s[^<>]{0,500})>|\[([a-z_]{2,20})(?:[\s=][^[\]]{0,500})?\]/gi;

/**
 * Escapes the code that plugins read before WordPress does: in shortcodes, and in `pre` and `code` with a `lang`, whose code is as its
 * author typed it. Takes linear time.
 */
export function withEscapedCode(html: string): string {
  /** Closing tags by name, the last one first. */
  const ends = Map.groupBy([...html.matchAll(END)].reverse(), ([tag]) => tag.toLowerCase());
  const endOf = (end: string, from: number): number => {
    const places = ends.get(end) ?? [];
    while ((places.at(-1)?.index ?? from) < from) places.pop();
    return places.at(-1)?.index ?? -1;
  };
  let made = "";
  let from = 0;
  START.lastIndex = 0;
  for (let found = START.exec(html); found; found = START.exec(html)) {
    const [start, element, attributes = "", shortcode = ""] = found;
    if (!isCodeStart(element, attributes, shortcode)) continue;
    const inside = found.index + start.length;
    const end = endOf(element ? `</${element.toLowerCase()}>` : `[/${shortcode.toLowerCase()}]`, inside);
    if (end === -1) continue;
    const code = html.slice(inside, end);
    made += html.slice(from, inside) + (element ? escapedIn(code, attributes) : withoutMarkup(code));
    from = end;
    START.lastIndex = end;
  }
  return made + html.slice(from);
}

const isCodeStart = (element: string | undefined, attributes: string, shortcode: string): boolean =>
  element ? /\slang\s?=/i.test(attributes) : CODES.has(shortcode.toLowerCase()) || isLanguage(shortcode);

/** WP-Syntax and CodeColorer show code as it is, but the visual editor has escaped it. */
const escapedIn = (code: string, attributes: string): string =>
  /\sescaped\s?=\s?["']?true/i.test(attributes) || !code.includes("<") || code.includes("&lt;")
    ? code
    : escapeText(code);

/** Within a shortcode for code, the text is decoded later. */
const withoutMarkup = (code: string): string => code.replaceAll("<", "&lt;").replaceAll("[", "&#91;");
