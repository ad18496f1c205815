import { type Fields, isNamed, type Value } from "./front-matter.ts";

/** Names as they are compared: `featured_image`, `featuredImage` and `Featured-Image` are one. */
export const nameKey = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, "");

/** The meaning of yes and no, in the forms of YAML 1.1; null for anything else. */
export const flagOf = (value: Value | undefined): boolean | null =>
  typeof value !== "string" || !/^(?:true|yes|on|y|1|false|no|off|n|0)$/i.test(value.trim())
    ? null
    : /^(?:true|yes|on|y|1)$/i.test(value.trim());

/** Groups whose fields are those of the text, and what their names then begin with. */
const GROUPS: Readonly<Record<string, string>> = {
  params: "",
  extra: "",
  taxonomies: "",
  head: "",
  data: "",
  seo: "seo",
  meta: "meta",
  og: "og",
  opengraph: "og",
  twitter: "twitter",
};

/** Fields by their names in any spelling, and which of them have been read. */
export type FieldReader = {
  /** The first of these fields that has a value; its other spellings count as read. */
  value: (...names: string[]) => Value | undefined;
  text: (...names: string[]) => string;
  list: (...names: string[]) => string[];
  read: (name: string) => void;
  unread: () => { name: string; key: string; value: Value }[];
};

/** Reads fields; those of `defaults` apply where the text has none. */
export function fieldReader(own: Fields, defaults: Fields = {}): FieldReader {
  const all = new Map<string, { name: string; value: Value }>();
  const add = (fields: Fields, before = "") => {
    const groups: [Fields, string][] = [];
    for (const [name, value] of Object.entries(fields)) {
      const key = before + nameKey(name);
      const group = Object.hasOwn(GROUPS, key) ? GROUPS[key] : undefined;
      if (isNamed(value) && group !== undefined) groups.push([value, group]);
      else if (!all.has(key)) all.set(key, { name: before + name, value });
    }
    for (const [group, prefix] of groups) add(group, prefix);
  };
  add(own);
  add(defaults);
  const done = new Set<string>();
  const value = (...names: string[]): Value | undefined => {
    let first: Value | undefined;
    for (const name of names) {
      const key = nameKey(name);
      const found = all.get(key)?.value;
      if (found === undefined) continue;
      if (first === undefined || isEmpty(first)) first = found;
      done.add(key);
    }
    return first;
  };
  return {
    value,
    text: (...names) => textIn(value(...names)),
    list: (...names) => names.flatMap((name) => wordsIn(value(name))),
    read: (name) => void done.add(nameKey(name)),
    unread: () => [...all].filter(([key]) => !done.has(key)).map(([key, field]) => ({ key, ...field })),
  };
}

const isEmpty = (value: Value): boolean => textIn(value) === "" && wordsIn(value).length === 0 && !isNamed(value);

/** A value in one line: texts are joined, and of named values it is the most telling one. */
export function textIn(value: Value | undefined): string {
  const text =
    typeof value === "string"
      ? value
      : Array.isArray(value)
        ? textIn(value[0])
        : isNamed(value)
          ? textIn(mainOf(value))
          : "";
  return /^(?:null|~)$/i.test(text.trim()) ? "" : text.replace(/\s+/g, " ").trim();
}

const MAIN = ["name", "title", "src", "url", "image", "path", "feature", "label", "value", "id", "slug"];
const mainOf = (fields: Fields): Value | undefined =>
  MAIN.map((name) => fields[name]).find((value) => value !== undefined);

/** The texts of a list, or of a text separated by commas. */
export function wordsIn(value: Value | undefined): string[] {
  const list =
    typeof value === "string" ? value.split(/[,;]/) : Array.isArray(value) ? value : isNamed(value) ? [value] : [];
  return list.map((one: Value) => textIn(one)).filter((text) => text !== "");
}
