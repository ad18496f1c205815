import type { ReactNode } from "react";
import type { Category } from "#features/categories/endpoints.ts";
import { CategoryLinks } from "#features/categories/site/category-bar.tsx";
import { useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StateText, type StateTextProps } from "#ui/state-screen.tsx";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, NumberedStories } from "./article-card.tsx";

const MAX_READ = 5;
const MAX_NEWEST = 3;

type Props = Omit<StateTextProps, "children"> & {
  message: ReactNode;
  /** Above `articles`. */
  heading: string;
  articles?: readonly ArticleSummary[] | undefined;
  newest?: readonly ArticleSummary[] | undefined;
  categories?: readonly Category[] | undefined;
  /** What the address may have meant. */
  meant?: ReactNode;
};

/** A page for an address that has nothing to show, with the ways on: a search, stories, and the sections. */
export function LostPage({ message, heading, articles = [], newest = [], categories = [], meant, ...state }: Props) {
  const t = useText();
  const read = articles.slice(0, MAX_READ);
  const others = newest.filter(({ id }) => !read.some((one) => one.id === id)).slice(0, MAX_NEWEST);
  return (
    <div className="pt-10 pb-20 sm:pt-16">
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="ruled pt-5">
          <StateText {...state}>
            {message}
            <SearchForm />
          </StateText>
        </div>
        {read.length > 0 && (
          <section aria-labelledby="suggested" className="lg:row-span-2">
            <SectionHeading id="suggested">{heading}</SectionHeading>
            <NumberedStories articles={read} />
          </section>
        )}
        {meant}
      </div>
      {categories.length > 0 && (
        <div className="mt-14">
          <CategoryLinks categories={categories} active="" />
        </div>
      )}
      {others.length > 0 && (
        <section aria-labelledby="newest" className="mt-12">
          <SectionHeading id="newest">{t("Latest Articles")}</SectionHeading>
          <div className="grid grid-cols-1 gap-x-8 gap-y-10 sm:grid-cols-3">
            {others.map((article) => (
              <ArticleCard key={article.id} article={article} brief />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

/** Works without scripts. */
export function SearchForm() {
  const t = useText();
  return (
    <form action={pageUrl.search()} className="mt-6 flex gap-2">
      <input
        type="search"
        name="query"
        aria-label={t("Search articles")}
        placeholder={t("Search articles...")}
        required
        className="corner min-h-11 min-w-0 flex-1 border border-faint bg-paper px-3 text-base text-ink"
      />
      <Button type="submit" variant="outline">
        {t("Search")}
      </Button>
    </form>
  );
}
