import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import type { MenuEntry } from "#shared/menus.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { SettingsEndpoints } from "../../endpoints.ts";
import type { Menus } from "../schema.ts";

/** Each menu as a flat list of level (0, or 1 for a link below the one before), label and address, one after another. */
export type MenuValues = Record<keyof Menus, readonly string[]>;

const settings = editorClientOf<SettingsEndpoints>();

export const versioned = (row: Menus): Versioned<Menus> => ({ row, etag: `"${settingVersion(row)}"` });

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

async function save(api: EditorApi, ifMatch: string, values: MenuValues): Promise<Versioned<Menus>> {
  return versioned((await settings.send(api, "PUT /settings/menus", { body: bodyOf(values), ifMatch })).body);
}

const show = (list: readonly string[]) =>
  entriesIn(list)
    .flatMap(({ label, items }) => [label, ...items.map((item) => `– ${item.label}`)])
    .join("\n");

/** There is one set of menus. */
const MENUS_ID = 1;

const failure = { title: "Error saving the menus", fallback: "Could not save the menus" };

export const MENU_KIND: FormKind<Menus, MenuValues> = {
  name: "menus",
  what: "menus",
  titleOf: () => "Menus",
  fields: {
    header: { label: "Header", show: ({ header }) => show(header) },
    footer: { label: "Footer", show: ({ footer }) => show(footer) },
  },
  empty: { header: [], footer: [] },
  idOf: () => MENUS_ID,
  valuesOf: ({ header, footer }) => ({ header: flatten(header), footer: flatten(footer) }),
  missingIn: () => ({}),
  tidy: ({ header, footer }) => ({ header: tidy(header), footer: tidy(footer) }),
  read: async (api) => versioned((await settings.send(api, "GET /settings/menus")).body),
  create: async (api, values) => ({ ...(await save(api, "*", values)), hasOthers: false }),
  update: (api, { etag }, values) => save(api, etag, values),
  words: {
    added: "Menus saved",
    updated: "Menus saved",
    adding: failure,
    updating: failure,
    deleted: "These settings have been deleted.",
  },
};
