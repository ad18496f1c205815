import { escapeText, escapeValue } from "#shared/html.ts";
import { interfaceLanguage, textIn } from "#shared/translate.ts";
import { ASIDES } from "./model.ts";

/** Asides that have a name before their text. A pull quote repeats the text, so it has none. */
const { "pull-quote": _unnamed, ...NAMED_ASIDES } = ASIDES;

/** The name of an aside by its class, in the language of its text; undefined for one without a name. */
export function asideName(kind: string, language: string | undefined): string | undefined {
  const name = Object.entries(NAMED_ASIDES).find(([known]) => known === kind)?.[1];
  return name && textIn(interfaceLanguage(language))(name);
}

/** Changes the tags that contain a text. Only tags have `<`, and only their ends `>`: all others are escaped. */
const changeTags = (html: string, having: string, change: (tag: string) => string): string =>
  html
    .split("<")
    .map((part) => {
      const [at, end] = [part.indexOf(having), part.indexOf(">")];
      return at === -1 || at > end ? part : change(part.slice(0, end + 1)) + part.slice(end + 1);
    })
    .join("<");

/** The value of an attribute in a tag, and where it starts; an empty text without it. */
function valueIn(tag: string, name: string): { value: string; at: number } {
  const at = tag.indexOf(` ${name}="`) + name.length + 3;
  return at === name.length + 2 ? { value: "", at } : { value: tag.slice(at, tag.indexOf('"', at)), at };
}

/** Stored content with the names of its asides as text, for feeds, which have no stylesheet. `html`: serialized. */
export const withAsideNames = (html: string, language: string | undefined): string =>
  changeTags(html, "aside ", (tag) => {
    const name = tag.startsWith("aside ") && asideName(valueIn(tag, "class").value, language);
    return name ? `${tag}<p><strong>${escapeText(name)}</strong></p>` : tag;
  });

const ROLE = "doc-";

/** Content for pages with the labels for screen readers in the language of its text. `html`: serialized. */
export function withLabelsIn(html: string, language: string | undefined): string {
  const t = textIn(interfaceLanguage(language));
  return changeTags(html, `role="${ROLE}`, (tag) => {
    const { value, at } = valueIn(tag, "aria-label");
    const label = {
      "doc-endnotes": t("Footnotes"),
      "doc-noteref": t("Footnote {number}", { number: /\d+/.exec(value)?.[0] ?? "" }),
      "doc-backlink": t("Back to the text"),
    }[valueIn(tag, "role").value];
    return label && value ? tag.slice(0, at) + escapeValue(label) + tag.slice(at + value.length) : tag;
  });
}

/** Whether content for pages has labels that depend on its language. */
export const hasLabels = (html: string): boolean => html.includes(`role="${ROLE}`);
