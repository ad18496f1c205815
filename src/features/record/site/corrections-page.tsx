import { documentUrl, pageUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";
import { LongDate } from "#ui/time.tsx";
import type { Correction } from "../schema.ts";

export type CorrectionsView = { corrections: Correction[]; page: number; isLast: boolean };

/** All corrections, the newest first. */
export function CorrectionsPage({ corrections, page, isLast }: CorrectionsView) {
  return (
    <div className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <h1 className="headline-xl">Corrections</h1>
      <p className="mt-4 text-lg text-pretty text-muted">
        Mistakes we have corrected, newest first. Each article also lists its own changes.
      </p>
      {corrections.length === 0 && <p className="mt-6 text-lg">Nothing has been corrected yet.</p>}
      <ol className="mt-8 border-t border-rule empty:hidden">
        {corrections.map(({ article, n, date, title, text }) => (
          <li key={`${article} ${n}`} className="border-b border-rule py-5">
            <p className="meta">
              <LongDate date={date} />
            </p>
            <h2 className="headline-md mt-1 wrap-anywhere">
              <a href={pageUrl.article(article)} className="link-quiet">
                {title}
              </a>
            </h2>
            <p className="mt-2 whitespace-pre-line text-pretty wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
      <PageSteps page={page} isLast={isLast} urlOf={documentUrl.corrections} />
    </div>
  );
}
