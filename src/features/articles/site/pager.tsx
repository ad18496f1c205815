import { ArrowLeft, ArrowRight } from "lucide";
import { Link } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = { page: number; pages: number; href: (page: number) => string };

export function Pager({ page, pages, href }: Props) {
  const t = useText();
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={t("Pages")}
      className="mt-12 flex flex-wrap items-center justify-between gap-4 border-t print:hidden border-rule pt-6"
    >
      <span className="flex-1">
        {page > 1 && (
          <Link to={href(page - 1)} rel="prev" aria-label={t("Previous page")} className={buttonClass("outline")}>
            <Icon icon={ArrowLeft} size={16} className="rtl:[scale:-1_1]" />
            {t("Previous")}
          </Link>
        )}
      </span>
      <span className="meta tabular-nums">{t("Page {page} of {pages}", { page, pages })}</span>
      <span className="flex flex-1 justify-end">
        {page < pages && (
          <Link to={href(page + 1)} rel="next" aria-label={t("Next page")} className={buttonClass("outline")}>
            {t("Next")}
            <Icon icon={ArrowRight} size={16} className="rtl:[scale:-1_1]" />
          </Link>
        )}
      </span>
    </nav>
  );
}

export const PAST_LAST_PAGE = "This page is past the last one";

/** The message for a page beyond a list's last. `sentence`: which items end before it. */
export function PastLastPage({ sentence, first }: { sentence: string; first: string }) {
  const t = useText();
  return (
    <>
      <h2 className="headline-md">{t(PAST_LAST_PAGE)}</h2>
      <p className="mt-3 max-w-md text-muted">{sentence}</p>
      <Link to={first} className={buttonClass("outline", "mt-6")}>
        {t("Go to the first page")}
      </Link>
    </>
  );
}
