import { Link } from "#shared/router.tsx";
import { buttonClass } from "#ui/button.tsx";

export const PAST_LAST_PAGE = "This page is past the last one";

/** The message for a page beyond a list's last. `what` names the list's items: 'The articles of this category'. */
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
