import { ChevronDown, Search } from "lucide";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { AuthorEndpoints } from "#features/articles/authors/endpoints.ts";
import { allCategories } from "#features/categories/rules.ts";
import type { TopicEndpoints } from "#features/topics/endpoints.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { GENRE_LABELS } from "#shared/genres.ts";
import { useNavigate, usePlace } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Button } from "#ui/button.tsx";
import { CONTROL } from "#ui/control.tsx";
import { Icon } from "#ui/icon.tsx";
import { type Filters, filtersIn, SEARCHED_GENRES, searchUrl } from "../rules.ts";

type Asked = { query: string; filters: Filters };

/** How long after the last letter a search starts, in milliseconds. */
const DEBOUNCE = 200;
const MAX_OFFERED = 50;
const FIELD = `${CONTROL} min-h-12`;

/** The address of what a form asks for; undefined without words. */
function addressOf(form: HTMLFormElement): string | undefined {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.set(name, String(value));
  const query = (fields.get("query") ?? "").trim();
  return query ? searchUrl(query, filtersIn(fields)) : undefined;
}

/** Whether a name is still being typed: it is not among the offered ones. */
const isUnfinished = ({ list, value }: HTMLInputElement): boolean =>
  !!list && value !== "" && ![...list.options].some((option) => option.value === value);

/**
 * The words and the filters of a search. Works without scripts; with them the results follow while the reader types, under an
 * address that replaces the former one.
 */
export function SearchForm({ query, filters }: Asked) {
  const t = useText();
  const navigate = useNavigate();
  const { key, action } = usePlace();
  // A search from elsewhere fills the fields again; the reader's own typing does not.
  const [shown, setShown] = useState(key);
  if (action !== "stay" && key !== shown) setShown(key);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    stop();
    const to = addressOf(event.currentTarget);
    if (to) navigate(to);
  }
  function onInput({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
    stop();
    if (target instanceof HTMLInputElement && isUnfinished(target)) return;
    timer.current = setTimeout(() => {
      const to = addressOf(form);
      if (to && to !== location.pathname + location.search) navigate(to, { replace: true, stay: true });
    }, DEBOUNCE);
  }
  return (
    <search>
      <form key={shown} action={pageUrl.search()} method="get" onSubmit={onSubmit} onInput={onInput}>
        <div className="flex max-w-2xl gap-2">
          <label htmlFor="search-page-query" className="sr-only">
            {t("Search articles")}
          </label>
          <input
            id="search-page-query"
            type="search"
            name="query"
            defaultValue={query}
            maxLength={200}
            placeholder={t("Search articles...")}
            autoComplete="off"
            enterKeyHint="search"
            className="tap corner min-w-0 flex-1 border border-faint bg-paper px-4 text-base text-ink placeholder:text-faint"
          />
          <Button type="submit" aria-label={t("Search")}>
            <Icon icon={Search} size={18} />
            <span aria-hidden="true" className="max-sm:hidden">
              {t("Search")}
            </span>
          </Button>
        </div>
        <FilterFields {...{ query, filters }} />
      </form>
    </search>
  );
}

function FilterFields({ query, filters }: Asked) {
  const t = useText();
  const id = useId();
  const count = Object.keys(filters).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  const { data: categories = [] } = useApi(allCategories());
  const offered = { enabled: isOpen };
  const { data: topics = [] } = useApi(
    clientOf<TopicEndpoints>().query("GET /topics", { query: { sort: "count", limit: MAX_OFFERED } }),
    offered,
  );
  const { data: authors = [] } = useApi(
    clientOf<AuthorEndpoints>().query("GET /authors", { query: { limit: MAX_OFFERED } }),
    offered,
  );
  const label = "mb-1 block text-sm font-semibold";
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="group mt-3">
      <summary className="tap inline-flex cursor-pointer items-center gap-1.5 font-semibold">
        {count > 0 ? t("Filters ({count})", { count: String(count) }) : t("Filters")}
        <Icon icon={ChevronDown} size={18} className="group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid max-w-5xl gap-4 sm:grid-cols-2 lg:grid-cols-3 large-text:grid-cols-1">
        <div>
          <label htmlFor={`${id}-category`} className={label}>
            {t("Section")}
          </label>
          <select id={`${id}-category`} name="category" defaultValue={filters.category ?? ""} className={FIELD}>
            <option value="">{t("All sections")}</option>
            {categories.map(({ name, slug }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Named name="topic" label={t("Topic")} value={filters.topic} offered={topics} />
        <Named name="author" label={t("Author")} value={filters.author} offered={authors} />
        <div>
          <label htmlFor={`${id}-genre`} className={label}>
            {t("Kind of article")}
          </label>
          <select id={`${id}-genre`} name="genre" defaultValue={filters.genre ?? ""} className={FIELD}>
            <option value="">{t("All kinds")}</option>
            {SEARCHED_GENRES.map((genre) => (
              <option key={genre} value={genre}>
                {t(genre === "news" ? "News" : GENRE_LABELS[genre])}
              </option>
            ))}
          </select>
        </div>
        {(["from", "until"] as const).map((name) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} className={label}>
              {t(name === "from" ? "Published from" : "Published until")}
            </label>
            <input id={`${id}-${name}`} type="date" name={name} defaultValue={filters[name] ?? ""} className={FIELD} />
          </div>
        ))}
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-4">
        <Button type="submit" variant="outline">
          {t("Apply filters")}
        </Button>
        {count > 0 && (
          <a href={pageUrl.search(query)} className="tap link-quiet inline-flex items-center font-semibold underline">
            {t("Clear filters")}
          </a>
        )}
      </p>
    </details>
  );
}

type NamedProps = { name: string; label: string; value: string | undefined; offered: readonly { name: string }[] };

/** A field for a name, with those that are offered. */
function Named({ name, label, value = "", offered }: NamedProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        list={`${id}-offered`}
        maxLength={200}
        autoComplete="off"
        className={FIELD}
      />
      <datalist id={`${id}-offered`}>
        {offered.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
    </div>
  );
}
