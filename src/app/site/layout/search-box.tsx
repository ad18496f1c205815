import { Search, X } from "lucide";
import { type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/**
 * The header's search: a toggle expands or collapses the box; focus expands it too. Text that is
 * not blank goes to the search page, and the box collapses and empties. A plain GET form without JavaScript.
 */
export function SearchBox() {
  const [expanded, setExpanded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();

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
      <IconButton
        ref={toggle}
        label={expanded ? "Close search" : "Search"}
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
    </search>
  );
}
