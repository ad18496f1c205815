import { Menu, X } from "lucide";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { CategoryLinks } from "#features/categories/site/category-links.tsx";
import { fullDateOf } from "#shared/dates.ts";
import { useNow, useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { SearchBox } from "./search-box.tsx";

/** The masthead: date, name, search and theme; below it the categories, on small screens behind a toggle. */
export function Header() {
  const site = useSite();
  const now = useNow();
  const [menuOpen, setMenuOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const closeMenu = () => setMenuOpen(false);
  useEffect(() => {
    if (!menuOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setMenuOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [menuOpen]);
  return (
    <header className="relative max-lg:noscript:pb-17">
      <div className="page-width grid min-h-15 grid-cols-[1fr_auto_1fr] items-center max-lg:px-1.5 lg:min-h-24">
        <div className="flex items-center">
          <IconButton
            ref={toggle}
            label={menuOpen ? "Close menu" : "Open menu"}
            aria-expanded={menuOpen}
            aria-controls="site-menu"
            className="lg:hidden noscript:hidden"
            onClick={() => setMenuOpen(!menuOpen)}
          >
            {menuOpen ? (
              <Icon icon={X} size={22} strokeWidth={1.75} />
            ) : (
              <Icon icon={Menu} size={22} strokeWidth={1.75} />
            )}
          </IconButton>
          <time dateTime={new Date(now).toISOString().slice(0, 10)} className="meta max-lg:hidden">
            {fullDateOf(now)}
          </time>
        </div>
        <Link to={pageUrl.home()} onClick={closeMenu} aria-label={`${site.name}, home page`} className="wordmark px-1">
          {site.name}
        </Link>
        <div className="flex items-center justify-end">
          <ThemeSwitch />
          <SearchBox />
        </div>
      </div>
      <nav
        id="site-menu"
        aria-label="Sections"
        className={`border-t border-rule noscript:block lg:block ${menuOpen ? "" : "max-lg:hidden"}`}
      >
        <CategoryLinks onChoose={closeMenu} />
      </nav>
    </header>
  );
}
