import { Search } from "lucide";
import { useId, useState } from "react";
import { Link } from "react-router";
import { ANNOUNCEMENT_CHANNELS } from "#features/feeds/admin/announcements.tsx";
import { LOOK_FORM } from "#features/settings/appearance/admin/look-kind.ts";
import { SITE_FORM } from "#features/settings/facts/admin/site-kind.ts";
import { HOUSE_FORM } from "#features/settings/house/admin/house-kind.ts";
import { MENU_FORM } from "#features/settings/menus/admin/menu-kind.ts";
import { ADDRESS_FIELDS, NEWSROOM_FIELDS, RETENTION_FIELDS } from "#features/settings/rules.ts";
import type { AdminScreen } from "#shared/declaration.ts";
import { declared } from "#shared/features.ts";
import { sectionUrl } from "#ui/admin/tabs.tsx";
import { Icon } from "#ui/icon.tsx";
import { bestOf, type FinderScreen, type ScreenPart } from "./finder/rules.ts";
import type { Place } from "./places.ts";

type Entry = FinderScreen & Partial<ScreenPart>;

const MAX_FOUND = 12;

type Labelled = Readonly<Record<string, { label: string }>>;
const labelsOf = (fields: Labelled): string[] => Object.values(fields).map(({ label }) => label);

/** The fields of sections of the settings. */
const SECTION_FIELDS: Readonly<Record<string, Labelled>> = {
  Newsroom: NEWSROOM_FIELDS,
  Addresses: ADDRESS_FIELDS,
  Announcements: ANNOUNCEMENT_CHANNELS,
  "Data retention": RETENTION_FIELDS,
};

/** The forms that have a screen of their own. */
const FORMS: Partial<Record<Place, Labelled>> = {
  publication: SITE_FORM.kind.fields as Labelled,
  menus: MENU_FORM.kind.fields as Labelled,
  houseStyle: HOUSE_FORM.kind.fields as Labelled,
  appearance: LOOK_FORM.kind.fields as Labelled,
};

function partsOf([place, { title, path, parts = [] }]: [Place, AdminScreen]): ScreenPart[] {
  if (place !== "settings")
    return [...parts, ...labelsOf(FORMS[place] ?? {})].map((label) => ({ label, within: title, to: path }));
  return parts.flatMap((section) => {
    const to = sectionUrl(path, section);
    const fields = labelsOf(SECTION_FIELDS[section] ?? {});
    return [
      { label: section, within: title, to },
      ...fields.map((label) => ({ label, within: `${title}, ${section}`, to })),
    ];
  });
}

/** What the screens of settings contain, by the labels of their sections and fields. */
export const SETTINGS_PARTS: readonly ScreenPart[] = (
  Object.entries(declared("screens")) as [Place, AdminScreen][]
).flatMap(partsOf);

/** Every screen of the desk by name, and above it a search of screens, sections and fields. */
export function SettingsIndex({ screens }: { screens: readonly FinderScreen[] }) {
  const id = useId();
  const [query, setQuery] = useState("");
  const entries: readonly Entry[] = [...screens, ...SETTINGS_PARTS];
  const found = query.trim() === "" ? null : bestOf(query, entries, MAX_FOUND);
  const sorted = [...screens].sort((left, right) => left.label.localeCompare(right.label));
  return (
    <section aria-label="All screens" className="mb-10">
      <label htmlFor={id} className="sr-only">
        Find a setting or screen
      </label>
      <div className="relative max-w-md">
        <Icon
          icon={Search}
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
        />
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Find a setting or screen"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== "Enter" && key !== "ArrowDown") return;
            currentTarget.closest("section")?.querySelector<HTMLElement>("li a")?.focus();
          }}
          className="block min-h-11 w-full border border-faint bg-paper pr-3 pl-9 text-base text-ink placeholder:text-faint"
        />
      </div>
      <p role="status" className="sr-only">
        {found && (found.length === 1 ? "1 result" : `${found.length} results`)}
      </p>
      {found?.length === 0 && <p className="meta mt-3">Nothing has this name. Try another word.</p>}
      <ul className="mt-3 gap-x-8 text-[0.9375rem] columns-2 lg:columns-3">
        {(found ?? sorted).map((entry: Entry) => (
          <li key={`${entry.label} ${entry.within ?? ""} ${entry.to}`} className="break-inside-avoid">
            <Link to={entry.to} className="tap block py-1.5 underline-offset-4 hover:text-accent hover:underline">
              {entry.label}
              {entry.within && <span className="meta ml-2">{entry.within}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
