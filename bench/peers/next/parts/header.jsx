import Link from "next/link";
import { fullDate } from "./dates.js";
import { Icon } from "./icon.jsx";
import { ICON_BUTTON } from "./link-classes.js";
import { SearchBox } from "./search-box.jsx";
import { ThemeSwitch } from "./theme-switch.jsx";

const CATEGORY =
  "flex min-h-11 grow items-center border-transparent text-[0.9375rem] font-semibold hover:text-accent aria-[current]:text-accent max-lg:headline-sm max-lg:min-h-13 lg:border-b-2 lg:pt-0.5 lg:aria-[current]:border-accent";

/** The masthead: date, name, search and theme; below it the categories. */
export function Header({ categories, now }) {
  return (
    <header className="group relative print:hidden max-lg:noscript:pb-17">
      <div className="page-width grid min-h-15 grid-cols-[1fr_auto_1fr] items-center max-lg:px-1.5 lg:min-h-24">
        <div className="flex items-center">
          <button
            type="button"
            popoverTarget="site-menu"
            aria-controls="site-menu"
            className={`${ICON_BUTTON} lg:hidden`}
          >
            <span className="group-has-[:popover-open]:hidden">
              <Icon paths={["M4 5h16", "M4 12h16", "M4 19h16"]} size={22} />
              <span className="sr-only">Open menu</span>
            </span>
            <span className="hidden group-has-[:popover-open]:inline">
              <Icon paths={["M18 6 6 18", "m6 6 12 12"]} size={22} />
              <span className="sr-only">Close menu</span>
            </span>
          </button>
          <time dateTime={new Date(now).toISOString().slice(0, 10)} className="meta max-lg:hidden">
            {fullDate(now)}
          </time>
        </div>
        <Link href="/" prefetch={false} aria-label="Jarida, home page" className="wordmark px-1">
          Jarida
        </Link>
        <div className="flex items-center justify-end">
          <ThemeSwitch />
          <SearchBox />
        </div>
      </div>
      <nav
        id="site-menu"
        popover="auto"
        aria-label="Sections"
        className="w-full border-rule bg-paper text-ink max-lg:inset-x-0 max-lg:top-15 max-lg:bottom-auto max-lg:border-y max-lg:shadow-lg max-lg:[&:popover-open]:absolute lg:static lg:block lg:border-t"
      >
        <ul className="page-width flex flex-col max-lg:py-2 lg:min-h-12 lg:flex-row lg:items-stretch lg:justify-center lg:gap-9">
          {categories.map(({ id, name, slug }) => (
            <li key={id} className="flex max-lg:border-b max-lg:border-rule max-lg:last:border-0">
              <Link href={`/category/${slug}`} prefetch={false} className={CATEGORY}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
