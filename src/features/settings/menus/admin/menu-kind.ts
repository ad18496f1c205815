import type { MenuEntry } from "#shared/menus.ts";
import { settingForm } from "#ui/admin/records/setting.ts";
import { MENUS } from "../../admin/settings.ts";
import type { Menus } from "../schema.ts";

/** Each menu as a flat list of level (0, or 1 for a link below the one before), label and address, one after another. */
export type MenuValues = Record<keyof Menus, readonly string[]>;

export const flatten = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ label, url, items }) => [
    "0",
    label,
    url,
    ...items.flatMap((item) => ["1", item.label, item.url]),
  ]);

type Entry = { label: string; url: string; items: { label: string; url: string }[] };

export function entriesIn(list: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + 2 < list.length; at += 3) {
    const [level, label = "", url = ""] = list.slice(at, at + 3);
    if (level === "1") entries.at(-1)?.items.push({ label, url });
    else entries.push({ label, url, items: [] });
  }
  return entries;
}

/** Without spaces around texts, and without empty links. */
function tidy(list: readonly string[]): string[] {
  const isFilled = ({ label, url }: { label: string; url: string }) => label !== "" || url !== "";
  const entries = entriesIn(list.map((text) => text.trim()));
  const kept = entries.map((entry) => ({ ...entry, items: entry.items.filter(isFilled) }));
  return flatten(kept.filter((entry) => isFilled(entry) || entry.items.length > 0));
}

/** The typed menus as the API takes them, without spaces around texts, and without empty links. */
export const bodyOf = ({ header, footer }: MenuValues) => ({
  header: entriesIn(tidy(header)),
  footer: entriesIn(tidy(footer)),
});

const show = (list: readonly string[]) =>
  entriesIn(list)
    .flatMap(({ label, items }) => [label, ...items.map((item) => `– ${item.label}`)])
    .join("\n");

export const MENU_FORM = settingForm(MENUS, {
  what: "menus",
  title: "Menus",
  fields: {
    header: { label: "Header", show: ({ header }) => show(header) },
    footer: { label: "Footer", show: ({ footer }) => show(footer) },
  },
  empty: { header: [], footer: [] } as MenuValues,
  valuesOf: ({ header, footer }) => ({ header: flatten(header), footer: flatten(footer) }),
  missingIn: () => ({}),
  tidy: ({ header, footer }) => ({ header: tidy(header), footer: tidy(footer) }),
  bodyOf,
});
