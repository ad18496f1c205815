import { Menu, Monitor, Moon, Search, Sun, X } from "lucide";
import { type ReactNode, type SubmitEvent, type ToggleEvent, useRef, useState } from "react";
import { fullDateOf } from "#shared/dates.ts";
import { useNavigate } from "#shared/router.tsx";
import { useLanguage, useNow, useSite, useText, useTimeZone } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { HeaderMenu } from "./menu.tsx";
import { Wordmark } from "./wordmark.tsx";

/** Letters of a name that leave room for the date. */
const MAX_NAME_BESIDE_DATE = 28;

/**
 * The masthead: date, name, search and theme; below it the categories, on small screens behind a toggle. The menu is
 * the browser's own popover: it opens, closes, handles Escape and exposes its state before any script has loaded.
 * `toggle`: what opens the search on a page without scripts.
 */
export function Header({ toggle }: { toggle?: ReactNode }) {
  const now = useNow();
  const zone = useTimeZone();
  const { name } = useSite();
  const language = useLanguage();
  const t = useText();
  const [menuOpen, setMenuOpen] = useState<boolean>();
  const menu = useRef<HTMLElement>(null);
  // Browsers before 2024 do not support popovers: there the menu is always open.
  const closeMenu = () => menu.current?.hidePopover?.();
  return (
    <header data-static={toggle && ""} className="group relative print:hidden">
      <div className="page-width grid min-h-15 grid-cols-[1fr_auto_1fr] items-center max-lg:px-1.5 lg:min-h-24">
        <div className="flex items-center">
          <IconButton
            popoverTarget="site-menu"
            aria-expanded={menuOpen}
            aria-controls="site-menu"
            className="lg:hidden"
          >
            <span className="group-has-[:popover-open]:hidden">
              <Icon icon={Menu} size={22} strokeWidth={1.75} />
              <span className="sr-only">{t("Open menu")}</span>
            </span>
            <span className="hidden group-has-[:popover-open]:inline">
              <Icon icon={X} size={22} strokeWidth={1.75} />
              <span className="sr-only">{t("Close menu")}</span>
            </span>
          </IconButton>
          {/* A long name needs the room. */}
          {name.length <= MAX_NAME_BESIDE_DATE && (
            <time dateTime={new Date(now).toISOString().slice(0, 10)} className="meta max-lg:hidden">
              {fullDateOf(now, zone, language)}
            </time>
          )}
        </div>
        <Wordmark className="px-1" onClick={closeMenu} />
        <div className="flex items-center justify-end">
          <ThemeSwitch />
          <SearchBox toggle={toggle} />
        </div>
      </div>
      <nav
        ref={menu}
        id="site-menu"
        popover="auto"
        aria-label={t("Sections")}
        onToggle={(event: ToggleEvent) => setMenuOpen(event.newState === "open")}
        className="w-full border-rule bg-paper text-ink max-lg:inset-x-0 max-lg:top-15 max-lg:bottom-auto max-lg:border-y max-lg:raised max-lg:[&:popover-open]:absolute lg:static lg:block lg:overflow-visible lg:border-t"
      >
        <HeaderMenu onChoose={closeMenu} />
      </nav>
    </header>
  );
}

const THEMES = [
  { name: "system", icon: Monitor, label: "Theme: system. Switch to light" },
  { name: "light", icon: Sun, label: "Theme: light. Switch to dark" },
  { name: "dark", icon: Moon, label: "Theme: dark. Switch to system" },
] as const;

/** Cycles through system, light and dark. `public/start.js` acts on the press, for pages without their own scripts too. */
function ThemeSwitch() {
  const t = useText();
  return (
    <IconButton title={t("Theme")} data-theme-switch="">
      {THEMES.map(({ name, icon, label }) => (
        <span key={name} className={`theme-${name}`}>
          <Icon icon={icon} size={19} strokeWidth={1.75} />
          <span className="sr-only">{t(label)}</span>
        </span>
      ))}
    </IconButton>
  );
}

/**
 * The header's search: a toggle expands or collapses the box; focus expands it too. Text that is
 * not blank goes to the search page, and the box collapses and empties. A plain GET form without JavaScript.
 */
function SearchBox({ toggle: plainToggle }: { toggle: ReactNode }) {
  const [expanded, setExpanded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const t = useText();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (!text) return;
    event.currentTarget.reset();
    input.current?.blur();
    setExpanded(false);
    navigate(pageUrl.search(text));
  };

  return (
    <search className="flex items-center">
      <form
        id="site-search"
        action={pageUrl.search()}
        method="get"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          toggle.current?.focus();
          setExpanded(false);
        }}
        className={`max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:z-30 max-lg:bg-paper lg:overflow-hidden lg:transition-[width] ${
          expanded ? "search-open" : "search-closed focus-within:search-open"
        }`}
      >
        <div className="max-lg:page-width max-lg:border-b max-lg:border-rule max-lg:py-3">
          <input
            ref={input}
            id="search-text"
            type="search"
            name="query"
            aria-label={t("Search articles")}
            placeholder={t("Search articles...")}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            onFocus={() => setExpanded(true)}
            className="h-11 w-full border-b-2 border-ink bg-transparent px-3 text-base outline-offset-[-2px] placeholder:text-faint"
          />
        </div>
      </form>
      {plainToggle ?? (
        <IconButton
          ref={toggle}
          label={t(expanded ? "Close search" : "Search")}
          aria-expanded={expanded}
          aria-controls="site-search"
          className="noscript:hidden"
          onClick={() => {
            if (!expanded) input.current?.focus();
            setExpanded(!expanded);
          }}
        >
          {expanded ? (
            <Icon icon={X} size={20} strokeWidth={1.75} />
          ) : (
            <Icon icon={Search} size={20} strokeWidth={1.75} />
          )}
        </IconButton>
      )}
    </search>
  );
}
