import Link from "next/link";
import { AdSlot } from "./ad-slot.jsx";
import { ArticleCard } from "./article-card.jsx";
import { BUTTON } from "./link-classes.js";
import { TrendingList } from "./trending-list.jsx";

/** As many as our own page has: 24 cards and 7 numbered entries. */
export const PAGE_SIZE = 24;
export const TRENDING = 7;

const ITEM =
  "relative before:absolute before:-inset-x-4 before:inset-y-0 before:content-[''] inline-flex min-h-11 items-center border-b-2 border-transparent text-[0.9375rem] text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink";

/** A category's page. */
export function CategoryScreen({ category, categories, page, items, total, trending, now }) {
  return (
    <div className="page-width pt-6 pb-16">
      <AdSlot type="leaderboard" box="h-[90px] max-w-[728px]" />
      <header className="mt-8 sm:mt-12">
        <h1 className="headline-xl">{category.name}</h1>
        <p className="meta mt-3 tabular-nums">
          {`${total} articles`}
          {page > 1 && `, page ${page}`}
        </p>
      </header>
      <div className="mt-6">
        <CategoryBar active={category.slug} categories={categories} />
      </div>
      <div className="mt-8 gap-x-16 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem]">
        <section aria-label="Articles">
          <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2">
            {items.map((article, place) => (
              <ArticleCard key={article.id} article={article} priority={place < 2} />
            ))}
          </div>
          <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} path={`/category/${category.slug}`} />
        </section>
        <div className="mt-14 space-y-12 lg:mt-0">
          <TrendingList articles={trending} now={now} />
          <AdSlot type="rectangle" box="h-[250px] max-w-[728px]" />
          <AdSlot type="sidebar" box="h-[250px] max-w-[340px]" />
        </div>
      </div>
    </div>
  );
}

function CategoryBar({ active, categories }) {
  return (
    <nav aria-label="Filter by category" className="border-y border-rule print:hidden">
      <ul className="scroll-row -mx-4 flex min-h-12 items-stretch gap-8 px-4">
        <li className="flex">
          <Link href="/" prefetch={false} className={ITEM}>
            All
          </Link>
        </li>
        {categories.map(({ id, name, slug }) => (
          <li key={id} className="flex">
            <Link
              href={`/category/${slug}`}
              prefetch={false}
              aria-current={active === slug ? "page" : undefined}
              className={ITEM}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Pager({ page, pages, path }) {
  return (
    <nav
      aria-label="Pages"
      className="mt-12 flex flex-wrap items-center justify-between gap-4 border-t print:hidden border-rule pt-6"
    >
      <span className="flex-1">
        {page > 1 && (
          <Link href={`${path}?page=${page - 1}`} prefetch={false} rel="prev" className={BUTTON}>
            Previous<span className="sr-only"> page</span>
          </Link>
        )}
      </span>
      <span className="meta tabular-nums">
        Page {page} of {pages}
      </span>
      <span className="flex flex-1 justify-end">
        {page < pages && (
          <Link href={`${path}?page=${page + 1}`} prefetch={false} rel="next" className={BUTTON}>
            Next<span className="sr-only"> page</span>
          </Link>
        )}
      </span>
    </nav>
  );
}
