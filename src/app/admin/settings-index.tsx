import { Search } from "lucide";
import { useId, useState } from "react";
import { Link } from "react-router";
import { SITE_FIELDS } from "#features/settings/facts/rules.ts";
import { ADDRESS_FIELDS, NEWSROOM_FIELDS, RETENTION_FIELDS } from "#features/settings/rules.ts";
import { adminUrl } from "#shared/urls.ts";
import { sectionUrl } from "#ui/admin/tabs.tsx";
import { Icon } from "#ui/icon.tsx";
import { bestOf, type FinderScreen, type ScreenPart } from "./finder/rules.ts";

type Entry = FinderScreen & Partial<ScreenPart>;

const MAX_FOUND = 12;

const inSettings = (section: string, labels: readonly string[]): ScreenPart[] =>
  [section, ...labels].map((label) => ({
    label,
    within: label === section ? "Settings" : `Settings, ${section}`,
    to: sectionUrl(adminUrl.settings(), section),
  }));
const inScreen = (within: string, to: string, labels: readonly string[]): ScreenPart[] =>
  labels.map((label) => ({ label, within, to }));
const labelsOf = (fields: Record<string, { label: string }>) => Object.values(fields).map(({ label }) => label);

/** What the forms of the settings contain, by the labels of their fields. */
export const SETTINGS_PARTS: readonly ScreenPart[] = [
  ...inSettings("Newsroom", labelsOf(NEWSROOM_FIELDS)),
  ...inSettings("Addresses", labelsOf(ADDRESS_FIELDS)),
  ...inSettings("Data retention", labelsOf(RETENTION_FIELDS)),
  ...inSettings("Announcements", ["IndexNow", "WebSub"]),
  ...inSettings("Second step", []),
  ...inSettings("Two-person rule", []),
  ...inSettings("Backup", ["Last backup"]),
  ...inScreen("Publication", adminUrl.publication(), [
    ...labelsOf(SITE_FIELDS),
    "Social links",
    "Price ticker",
    "Newsletter box",
  ]),
  ...inScreen("Menus", adminUrl.menus(), ["Header", "Footer"]),
  ...inScreen("Appearance", adminUrl.appearance(), ["Accent colour", "Corners", "Logo", "Icon", "Social card"]),
  ...inScreen("Mail", adminUrl.mail(), ["Mail server", "Test mail", "SPF, DKIM and DMARC"]),
  ...inScreen("System", adminUrl.system(), ["Nightly backups", "Staging", "Demo content", "Jobs", "Signing key"]),
  ...inScreen("Password and sessions", adminUrl.security(), ["Password", "Passkeys", "Sessions", "Recovery codes"]),
];

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
      <ul className="mt-3 gap-x-8 text-[0.9375rem] sm:columns-2 lg:columns-3">
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
