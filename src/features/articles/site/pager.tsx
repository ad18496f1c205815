import { ArrowLeft, ArrowRight } from "lucide";
import { Link } from "#shared/router.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = { page: number; pages: number; href: (page: number) => string };

export function Pager({ page, pages, href }: Props) {
  if (pages <= 1) return null;
  return (
    <nav
      aria-label="Pages"
      className="mt-12 flex flex-wrap items-center justify-between gap-4 border-t print:hidden border-rule pt-6"
    >
      <span className="flex-1">
        {page > 1 && (
          <Link to={href(page - 1)} rel="prev" className={buttonClass("outline")}>
            <Icon icon={ArrowLeft} size={16} />
            <span>
              Previous<span className="sr-only"> page</span>
            </span>
          </Link>
        )}
      </span>
      <span className="meta tabular-nums">
        Page {page} of {pages}
      </span>
      <span className="flex flex-1 justify-end">
        {page < pages && (
          <Link to={href(page + 1)} rel="next" className={buttonClass("outline")}>
            <span>
              Next<span className="sr-only"> page</span>
            </span>
            <Icon icon={ArrowRight} size={16} />
          </Link>
        )}
      </span>
    </nav>
  );
}

export const PAST_LAST_PAGE = "This page is past the last one";

/** The message for a page beyond a list's last. `what` names the items: 'The articles of this category'. */
export function PastLastPage({ what, first }: { what: string; first: string }) {
  return (
    <>
      <h2 className="headline-md">{PAST_LAST_PAGE}</h2>
      <p className="mt-3 max-w-md text-muted">{what} end before it.</p>
      <Link to={first} className={buttonClass("outline", "mt-6")}>
        Go to the first page
      </Link>
    </>
  );
}
