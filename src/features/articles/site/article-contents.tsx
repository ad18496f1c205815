import { useEffect, useState } from "react";
import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import type { ShownArticle } from "./complete-article.ts";

type Props = Pick<ShownArticle, "contents" | "language">;

const LINK =
  "block py-2 text-[0.9375rem] leading-snug text-muted hover:text-accent aria-[current]:font-semibold aria-[current]:text-ink";

/** Whether a heading is above the middle third of the window. One that a preview hides is nowhere. */
const isPassed = (heading: Element) =>
  heading.getClientRects().length > 0 && heading.getBoundingClientRect().top < innerHeight / 3;

/** The id of the heading that is read: the last one above the middle third of the window. */
function useCurrent(contents: Props["contents"]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const headings = (contents ?? []).flatMap(({ id }) => document.getElementById(id) ?? []);
    const watcher = new IntersectionObserver(() => setCurrent(headings.findLast(isPassed)?.id), {
      rootMargin: "0px 0px -67%",
    });
    for (const heading of headings) watcher.observe(heading);
    return () => watcher.disconnect();
  }, [contents]);
  return current;
}

function ContentsList({ contents = [], language, current }: Props & { current?: string | undefined }) {
  const siteLanguage = useLanguage();
  return (
    <ol className="divide-y divide-rule">
      {contents.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? "location" : undefined} className={LINK}>
            <bdi {...inLanguage(language, siteLanguage, text)}>{text}</bdi>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The sections of a longer text, next to it on wide screens. In pages without a sidebar the toggle replaces it. */
export function ContentsBox({ contents, language }: Props) {
  const t = useText();
  const current = useCurrent(contents);
  if (!contents) return null;
  return (
    <nav
      aria-labelledby="contents-heading"
      className="max-lg:hidden lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto"
    >
      <h2 id="contents-heading" className="ruled pt-2.5 pb-1 text-[0.9375rem] font-bold">
        {t("In this article")}
      </h2>
      <ContentsList contents={contents} language={language} current={current} />
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
