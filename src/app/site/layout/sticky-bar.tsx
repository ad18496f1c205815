import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide";
import { useLayoutEffect, useRef, useState } from "react";
import { articleDetail } from "#features/articles/calls.ts";
import type { ArticleResponse } from "#features/articles/schema.ts";
import { Link, usePlace } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { Icon } from "#ui/icon.tsx";
import { matchRoute } from "../match-route.ts";
import { Wordmark } from "./wordmark.tsx";

/** How far the masthead is above the window before the bar may appear, and the smallest scroll that counts, in pixels. */
const GONE = 240;
const MEANT = 8;

/** Whether the reader scrolls up, below the masthead. */
function useScrollsUp(): boolean {
  const [isUp, setIsUp] = useState(false);
  const last = useRef(0);
  // Before the browser shows the bar: no scroll of its first moments is missed.
  useLayoutEffect(() => {
    last.current = scrollY;
    const onScroll = () => {
      const moved = scrollY - last.current;
      if (scrollY < GONE) setIsUp(false);
      else if (Math.abs(moved) < MEANT) return;
      else setIsUp(moved < 0);
      last.current = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, []);
  return isUp;
}

/**
 * A bar at the top of the window while a reader scrolls up in a long page, and in articles a line that shows how far the reader has read
 * (sticky-bar.css, where the browser can tie it to scrolling).
 */
export function StickyBar() {
  const t = useText();
  const { pathname } = usePlace();
  const client = useQueryClient();
  const isShown = useScrollsUp();
  const { id } = matchRoute(pathname).params;
  const article = id === undefined ? undefined : client.getQueryData<ArticleResponse>(articleDetail(id).queryKey);
  return (
    <>
      <nav
        aria-label={t("Shortcuts")}
        inert={!isShown}
        className={`fixed inset-x-0 top-0 z-40 border-b border-rule bg-paper transition-transform print:hidden ${isShown ? "" : "-translate-y-[110%]"}`}
      >
        <div className="page-width flex min-h-12 items-center gap-x-5">
          <Wordmark className="sticky-mark min-w-0" />
          {article?.category_slug && (
            <Link
              to={pageUrl.category(article.category_slug)}
              className="kicker inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
            >
              {article.category}
            </Link>
          )}
          <Link to={pageUrl.search()} className="tap ms-auto -me-3 grid place-items-center">
            <Icon icon={Search} size={20} strokeWidth={1.75} />
            <span className="sr-only">{t("Search")}</span>
          </Link>
        </div>
      </nav>
      {article && <div aria-hidden="true" className="reading-line" />}
    </>
  );
}
