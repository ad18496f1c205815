import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import type { ShownArticle } from "./complete-article.ts";

type Props = Pick<ShownArticle, "contents" | "language">;

const LINK = "block py-2 text-[0.9375rem] leading-snug text-muted hover:text-accent";

function ContentsList({ contents = [], language }: Props) {
  const siteLanguage = useLanguage();
  return (
    <ol className="divide-y divide-rule">
      {contents.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} className={LINK}>
            <bdi {...inLanguage(language, siteLanguage, text)}>{text}</bdi>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The sections of a longer text, next to its start on wide screens. A full picture replaces it by the toggle. */
export function ContentsBox({ contents, language }: Props) {
  const t = useText();
  if (!contents) return null;
  return (
    <nav aria-labelledby="contents-heading" className="contents-box max-lg:hidden">
      <h2 id="contents-heading" className="ruled pt-2.5 pb-1 text-[0.9375rem] font-bold">
        {t("In this article")}
      </h2>
      <ContentsList contents={contents} language={language} />
    </nav>
  );
}

/** The same on small screens: above the text, and closed. */
export function ContentsToggle({ contents, language }: Props) {
  const t = useText();
  if (!contents) return null;
  return (
    <details className="contents-toggle mb-6 border-y border-rule lg:hidden print:hidden">
      <summary className="min-h-11 py-2.5 text-[0.9375rem] font-bold">{t("In this article")}</summary>
      <nav aria-label={t("In this article")} className="pb-2">
        <ContentsList contents={contents} language={language} />
      </nav>
    </details>
  );
}
