import Link from "next/link";
import { notFound } from "next/navigation";
import { article, trending } from "../../../data/database.js";
import { AdSlot } from "../../../parts/ad-slot.jsx";
import { ArticleCard } from "../../../parts/article-card.jsx";
import { TRENDING } from "../../../parts/category-screen.jsx";
import { fullDate } from "../../../parts/dates.js";
import { headOf } from "../../../parts/head.js";
import { BADGE } from "../../../parts/link-classes.js";
import { Picture } from "../../../parts/picture.jsx";
import { TrendingList } from "../../../parts/trending-list.jsx";

/** Rendered at the first visit, then from Next's own page cache. */
export const revalidate = 60;
export const generateStaticParams = () => [];
const RELATED = 3;

export async function generateMetadata({ params }) {
  const found = article(Number((await params).id));
  return found ? headOf({ name: found.title, slug: found.category_slug }, 1) : {};
}

export default async function Page({ params }) {
  const found = article(Number((await params).id));
  if (!found) notFound();
  return (
    <div className="page-width pt-6 pb-16">
      <AdSlot type="leaderboard" box="h-[90px] max-w-[728px]" />
      <article className="mt-8 sm:mt-12">
        <header>
          <Link href={`/category/${found.category_slug}`} prefetch={false} className={BADGE}>
            {found.category}
          </Link>
          <h1 className="headline-xl mt-3 max-w-[22em]">{found.title}</h1>
          <p className="mt-4 max-w-[38em] text-lg text-muted">{found.excerpt}</p>
          <p className="meta mt-5">
            {found.author} <span aria-hidden="true">·</span>{" "}
            <time dateTime={found.published_date}>{fullDate(Date.parse(found.published_date))}</time>
          </p>
        </header>
        <div className="mt-7 lg:mt-9 lg:grid lg:grid-cols-[minmax(0,46rem)_21rem] lg:justify-between lg:gap-x-10">
          <div>
            <Picture src={found.image_url} priority ratio="aspect-video" />
            <div
              className="prose-article article-text mt-7 max-w-[41.5rem] sm:mt-10"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the site sanitised it when it was written
              dangerouslySetInnerHTML={{ __html: found.content }}
            />
          </div>
          <div className="mt-14 space-y-12 lg:mt-0">
            <TrendingList articles={trending(TRENDING)} now={Date.now()} />
            <AdSlot type="sidebar" box="h-[250px] max-w-[340px]" />
          </div>
        </div>
      </article>
      <section aria-label="Related Articles" className="mt-16 grid gap-x-8 gap-y-12 sm:grid-cols-3">
        {trending(RELATED).map((related) => (
          <ArticleCard key={related.id} article={related} />
        ))}
      </section>
    </div>
  );
}
