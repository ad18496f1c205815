"use client";

import { useRef, useState } from "react";
import { Icon } from "./icon.jsx";
import { ICON_BUTTON } from "./link-classes.js";

/** The header's search: a toggle expands or collapses the box. */
export function SearchBox() {
  const [expanded, setExpanded] = useState(false);
  const input = useRef(null);
  return (
    <search className="flex items-center">
      <form
        id="site-search"
        action="/search"
        method="get"
        className={`noscript:search-open max-lg:noscript:top-auto max-lg:noscript:bottom-0 max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:z-30 max-lg:bg-paper lg:overflow-hidden lg:transition-[width] ${
          expanded ? "search-open" : "search-closed focus-within:search-open"
        }`}
      >
        <div className="max-lg:page-width max-lg:border-b max-lg:border-rule max-lg:py-3">
          <input
            ref={input}
            type="search"
            name="query"
            aria-label="Search articles"
            placeholder="Search articles..."
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            onFocus={() => setExpanded(true)}
            className="h-11 w-full border-b-2 border-ink bg-transparent px-3 text-base outline-offset-[-2px] placeholder:text-faint"
          />
        </div>
      </form>
      <button
        type="button"
        aria-label={expanded ? "Close search" : "Search"}
        aria-expanded={expanded}
        aria-controls="site-search"
        className={`${ICON_BUTTON} noscript:hidden`}
        onClick={() => {
          if (!expanded) input.current?.focus();
          setExpanded(!expanded);
        }}
      >
        <Icon paths={["m21 21-4.34-4.34", "M11 3a8 8 0 1 0 0 16a8 8 0 1 0 0-16"]} size={20} />
      </button>
    </search>
  );
}
