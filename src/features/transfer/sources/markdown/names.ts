import { marked } from "marked";
import { TOPIC_KINDS } from "#features/topics/rules.ts";
import type { TextFinding } from "../html.ts";
import { parseTree, textOf } from "../html-tree.ts";
import type { TopicItem } from "../items.ts";
import { type FieldReader, fieldReader, textIn, wordsIn } from "./fields.ts";
import { isNamed, type Value } from "./front-matter.ts";
import type { Site } from "./site.ts";
import type { Dialect } from "./tags.ts";

/** Tags or categories. Jekyll separates those in a text by spaces. */
export function namesIn(reader: FieldReader, { generator }: Site, ...names: string[]): string[] {
  return names.flatMap((name) => {
    const value = reader.value(name);
    const isSpaced =
      generator === "jekyll" && typeof value === "string" && !value.includes(",") && /^(?:tags|categories)$/.test(name);
    const list = isSpaced ? value.split(/\s+/) : Array.isArray(value) ? value.flatMap(flatNames) : wordsIn(value);
    return list.map((word) => word.trim().replace(/^#/, "")).filter((word) => word !== "" && word.length <= 200);
  });
}

/** Hexo writes a category with those below it as a list in the list. */
const flatNames = (value: Value): string[] =>
  Array.isArray(value) ? value.map((one: Value) => textIn(one)) : [textIn(value)];

/** People, by their names, their keys in the site's list, or with their facts. */
export function peopleIn(value: Value | undefined): Value[] {
  if (typeof value === "string") {
    // “Lee, Ann” and “Ann Lee, Bo Li” look alike: two words on each side are two people.
    const parts = value.slice(0, 2_000).split(/;|&|\band\b/);
    const people =
      parts.length === 1 && value.split(",").every((part) => /\s/.test(part.trim())) ? value.split(",") : parts;
    return people.map((part) => part.split("<", 1).join("").trim()).filter((part) => part !== "");
  }
  return Array.isArray(value)
    ? value.flatMap((one: Value) => (Array.isArray(one) ? one : [one]))
    : value === undefined
      ? []
      : [value];
}

type Listed = { isSection: boolean; site: Site; pictureAt: (address: string) => string };

/** A tag or category, with what the site's list of them says. */
export function topicOf(name: string, { isSection, site, pictureAt }: Listed): TopicItem {
  const known = Object.hasOwn(site.topics, name.toLowerCase()) ? site.topics[name.toLowerCase()] : undefined;
  const about = fieldReader(isNamed(known) ? known : {});
  const slug = encodeURI((about.text("slug") || name.toLowerCase().replace(/\s+/g, "-")).toWellFormed());
  const folder = site.generator === "docusaurus" ? "blog/tags" : isSection ? "categories" : "tags";
  const hasPage = ["hugo", "hexo", "docusaurus", "eleventy"].includes(site.generator);
  return {
    kind: "topic",
    key: name.toLowerCase(),
    name,
    slug: decodeURI(slug),
    description: plainText(about.text("description", "about")),
    picture: pictureAt(about.text("image_url", "image", "picture")),
    type: TOPIC_KINDS.find((kind) => kind === about.text("kind")) ?? "topic",
    editor: about.text("editor"),
    accent: about.text("accent", "color", "colour"),
    addresses: hasPage ? [`/${folder}/${slug}/`] : [],
  };
}

/** Longer fields keep the signs of Markdown. */
const MAX_MARKED = 2_000;

/** Plain text of a field, which may contain HTML or marks of Markdown. */
export const plainText = (text: string): string => {
  const isPlain = text.length > MAX_MARKED || !/[<&*_`[\\]/.test(text);
  const html = isPlain ? "" : marked.parseInline(text, { async: false });
  return (
    isPlain
      ? text
      : parseTree(html)
          .map((node) => textOf(node))
          .join("")
  )
    .replace(/\s+/g, " ")
    .trim();
};

/** Whether a field is an address or the path of a file. */
export const isAddress = (text: string): boolean =>
  /^(?:https?:\/\/|\/)\S/.test(text) ||
  (!/[:<>]/.test(text) && /\.\w{2,5}$/.test(text.split(/[?#]/, 1)[0]?.slice(-20) ?? ""));

/** Which tags a text may contain: in other sites, the same signs are text. */
export const dialectOf = ({ generator }: Site, components: boolean): Dialect => ({
  hugo: generator === "hugo" || generator === "other",
  liquid: generator === "jekyll" || generator === "hexo" || generator === "eleventy",
  components,
});

/** The text of MDX without the lines of its program, and the files that these name. */
export function withoutImports(
  text: string,
  note: (message: string, level?: TextFinding["level"]) => void,
): { body: string; imports: Map<string, string> } {
  const imports = new Map<string, string>();
  let fence = "";
  let isProgram = false;
  const kept = text.split("\n").filter((whole) => {
    const line = whole.trim();
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? "";
    if (mark && (fence === "" || mark.startsWith(fence))) fence = fence === "" ? mark : "";
    if (fence !== "" || mark) return true;
    const isStart =
      /^(?:import\b|export (?:const|default|let|function|\{))/.test(whole) &&
      !/^import\s(?!.{0,2000}["'])[^{*]/.test(whole.slice(0, 2_000));
    if (!isStart && !isProgram) return true;
    const name = /^import (\w{1,60})/.exec(line)?.[1];
    const file = line.split(/["']/).at(-2) ?? "";
    if (name && isAddress(file)) imports.set(name, file);
    if (line.startsWith("export")) note("A part of the text that is a program was left out.", "warning");
    isProgram = isStart ? !/["';}]$/.test(line) : line !== "" && !/^[}\])]{1,9};?$/.test(line) && !/["'];?$/.test(line);
    return false;
  });
  return { body: kept.join("\n"), imports };
}
