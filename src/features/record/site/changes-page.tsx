import { useTimeZone } from "#shared/site-context.tsx";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";
import { ChangeList, type ShownChange } from "./changes.tsx";

/** `title`: of the article; null where readers do not see it any more. */
export type ChangesView = { title: string | null; changes: ShownChange[]; page: number; isLast: boolean };

/** All that was published of an article, the newest first. It stays when the article is removed. */
export function ChangesPage({ id, title, changes, page, isLast }: ChangesView & { id: number }) {
  return (
    <div className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <p className="kicker">Changes</p>
      <h1 className="headline-lg mt-4 wrap-anywhere">
        {title === null ? (
          "This article has been removed"
        ) : (
          <a href={pageUrl.article(id)} className="link-quiet">
            {title}
          </a>
        )}
      </h1>
      <ChangeList articleId={id} changes={changes} zone={useTimeZone()} />
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.changes(id, step)} />
    </div>
  );
}
