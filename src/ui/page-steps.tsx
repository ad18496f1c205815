import { useText } from "#shared/site-context.tsx";

const STEP = "link-quiet inline-flex min-h-11 items-center font-semibold";

/** Links to the next and previous page of a list; `urlOf` returns the address of a page, counted from 1. */
export function PageSteps(props: { page: number; isLast: boolean; urlOf: (page: number) => string }) {
  const t = useText();
  const { page, isLast, urlOf } = props;
  if (page === 1 && isLast) return null;
  return (
    <nav aria-label={t("Pages")} className="mt-6 flex flex-wrap justify-between gap-4">
      {page > 1 && (
        <a href={urlOf(page - 1)} className={STEP}>
          {t("Newer")}
        </a>
      )}
      {!isLast && (
        <a href={urlOf(page + 1)} className={`${STEP} ms-auto`}>
          {t("Older")}
        </a>
      )}
    </nav>
  );
}
