import { Search } from "lucide";
import type { FormEvent } from "react";
import { useNavigate } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** The search box of the search page. Blank queries do nothing; without scripts the browser submits the form itself. */
export function SearchForm({ query }: { query: string }) {
  const navigate = useNavigate();
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("query") ?? "").trim();
    if (text) navigate(pageUrl.search(text));
  }
  return (
    <search>
      <form action={pageUrl.search()} method="get" onSubmit={onSubmit} className="flex max-w-2xl">
        <label htmlFor="search-page-query" className="sr-only">
          Search articles
        </label>
        <input
          key={query}
          id="search-page-query"
          type="search"
          name="query"
          defaultValue={query}
          maxLength={200}
          placeholder="Search articles..."
          autoComplete="off"
          enterKeyHint="search"
          className="tap min-w-0 flex-1 border border-r-0 border-faint bg-paper px-4 text-base text-ink placeholder:text-faint"
        />
        <Button type="submit" aria-label="Search">
          <Icon icon={Search} size={18} />
          <span aria-hidden="true" className="max-sm:hidden">
            Search
          </span>
        </Button>
      </form>
    </search>
  );
}
