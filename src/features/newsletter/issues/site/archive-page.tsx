import { documentUrl } from "#shared/urls.ts";
import { LongDate } from "#ui/time.tsx";

export type ArchiveView = {
  issues: { id: number; subject: string; preview: string; sentAt: string }[];
  /** The last issue of this page of the list; null if no more follow. */
  next: number | null;
  isFirst: boolean;
};

const STEP = "link-quiet inline-flex min-h-11 items-center font-semibold";

/** The newsletter issues that were sent, the newest first. */
export function ArchivePage({ siteName, archive }: { siteName: string; archive: ArchiveView }) {
  const { issues, next, isFirst } = archive;
  return (
    <div className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <h1 className="headline-xl">The {siteName} newsletter</h1>
      {issues.length === 0 && <p className="mt-6 text-lg text-muted">No issue has been sent yet.</p>}
      <ol className="mt-8 border-t border-rule empty:hidden">
        {issues.map(({ id, subject, preview, sentAt }) => (
          <li key={id} className="relative border-b border-rule py-5">
            <p className="meta">
              <LongDate date={sentAt} />
            </p>
            <h2 className="headline-md mt-1 wrap-anywhere">
              <a href={documentUrl.issue(id)} className="link-quiet stretch">
                {subject}
              </a>
            </h2>
            {preview && <p className="mt-2 text-pretty text-muted wrap-anywhere">{preview}</p>}
          </li>
        ))}
      </ol>
      <nav aria-label="Issues" className="mt-4 flex flex-wrap justify-between gap-4">
        {!isFirst && (
          <a href={documentUrl.issues()} className={STEP}>
            Newest issues
          </a>
        )}
        {next !== null && (
          <a href={documentUrl.issues(next)} className={`${STEP} ml-auto`}>
            Older issues
          </a>
        )}
      </nav>
    </div>
  );
}
