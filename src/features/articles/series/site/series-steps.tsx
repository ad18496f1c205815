import type { ArticlePage } from "#features/articles/schema.ts";
import { articlePath } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useSite, useText } from "#shared/site-context.tsx";
import { documentUrl } from "#shared/urls.ts";

type Place = NonNullable<ArticlePage["series"]>;

/** The place of an article in its series, with links to the parts before and after it. */
export function SeriesSteps({ series }: { series: Place | undefined }) {
  const t = useText();
  if (!series) return null;
  const { name, slug, part, total, previous, next } = series;
  return (
    <nav aria-label={t("Series")} className="ruled pt-6">
      <p className="kicker">{t("Part {part} of {total}", { part: String(part), total: String(total) })}</p>
      <p className="headline-sm mt-1 wrap-anywhere">
        <a href={documentUrl.series(slug)} className="link-quiet">
          {name}
        </a>
      </p>
      {(previous || next) && (
        <ul className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {previous && <Step label={t("Previous part")} article={previous} rel="prev" />}
          {next && <Step label={t("Next part")} article={next} rel="next" />}
        </ul>
      )}
    </nav>
  );
}

type StepProps = { label: string; article: NonNullable<Place["next"]>; rel: string };

function Step({ label, article, rel }: StepProps) {
  const site = useSite();
  return (
    <li className={rel === "next" ? "sm:col-start-2 sm:text-end" : ""}>
      <p className="meta">{label}</p>
      <Link
        to={articlePath(site, article)}
        rel={rel}
        className="link-quiet mt-1 inline-block font-semibold wrap-anywhere"
      >
        {article.title}
      </Link>
    </li>
  );
}
