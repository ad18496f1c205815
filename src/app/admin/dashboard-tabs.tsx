import { type KeyboardEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { AdsTab } from "#features/ads/admin/ads-tab.tsx";
import { ArticlesTab } from "#features/articles/admin/articles-tab.tsx";
import { CategoriesTab } from "#features/categories/admin/categories-tab.tsx";
import { currentQuery } from "#ui/admin/address.tsx";
import { useInView } from "#ui/admin/in-view.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { TAB_KEYS } from "#ui/tabs.tsx";
import { ProfileTab } from "./profile-tab.tsx";

/**
 * The tabs in their order; the first one is the default. Anything else gets a place of its own next to the dashboard.
 */
const TABS = [
  { value: "articles", label: "Articles", Panel: ArticlesTab, needs: "article.read" },
  { value: "categories", label: "Categories", Panel: CategoriesTab, needs: "category.manage" },
  { value: "ads", label: "Ad Management", Panel: AdsTab, needs: "ad.manage" },
  { value: "profile", label: "Author Profile", Panel: ProfileTab, needs: "account.own" },
] as const;

/**
 * The tab list. The open tab is in the address, so that a reload and the browser's Back keep it. A tab that was opened
 * stays mounted but hidden, so that nothing typed in it is lost.
 */
export function DashboardTabs() {
  const [search, setSearch] = useSearchParams();
  const may = useMay();
  const tabs = TABS.filter(({ needs }) => may(needs));
  const index = Math.max(
    0,
    tabs.findIndex(({ value }) => value === search.get("tab")),
  );
  const opened = tabs[index]?.value ?? TABS[0].value;
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([opened]));
  if (!visited.has(opened)) setVisited(new Set([...visited, opened]));
  const triggers = useRef<(HTMLButtonElement | null)[]>([]);
  const row = useRef<HTMLDivElement>(null);
  useInView(row, String(index), "[aria-selected=true]");
  // Other parameters belong to one tab and are kept until the user returns to it.
  const open = (to: number) => {
    const next = currentQuery();
    next.delete("tab");
    if (to > 0) next.set("tab", tabs[to]?.value ?? "");
    setSearch(next);
  };
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    // From the tab with the focus: the one that is shown follows a moment later.
    const from = triggers.current.indexOf(event.currentTarget);
    const to = TAB_KEYS[event.key]?.(from, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    open(to);
    triggers.current[to]?.focus();
  };
  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label="Admin sections"
        className="scroll-row mb-6 flex gap-6 border-b border-rule"
      >
        {tabs.map(({ value, label }, at) => (
          <button
            key={value}
            ref={(button) => {
              triggers.current[at] = button;
            }}
            type="button"
            role="tab"
            id={`tab-${value}`}
            aria-controls={`panel-${value}`}
            aria-selected={at === index}
            tabIndex={at === index ? 0 : -1}
            onClick={() => open(at)}
            onKeyDown={move}
            className="-mb-px min-h-12 shrink-0 border-b-2 border-transparent text-[0.9375rem] font-semibold text-muted outline-offset-[-2px] hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ value, Panel }, at) => (
        <div key={value} role="tabpanel" id={`panel-${value}`} aria-labelledby={`tab-${value}`} hidden={at !== index}>
          {visited.has(value) && <Panel />}
        </div>
      ))}
    </>
  );
}
