import { ArrowLeft, ArrowRight } from "lucide";
import { type FormEvent, type ReactNode, useId, useRef } from "react";
import { Icon } from "../icon.tsx";
import { AdminButton } from "./controls.tsx";
import type { PagedList } from "./paged-list.ts";

type Props = {
  /** Its accessible name, for example 'Pages of articles'. */
  label: string;
  page: number;
  pages: number;
  onOpen: (page: number) => void;
};

/** Space above a list that is scrolled to, in pixels. */
const ROOM_ABOVE = 12;

type ListProps = {
  /** The items' name for assistive technology, for example 'articles'. */
  noun: string;
  list: Pick<PagedList<unknown>, "page" | "pages" | "open">;
  children: ReactNode;
};

/**
 * A list with its pager below. Opening a page scrolls to its top and focuses it; Back returns to the previous position.
 */
export function PagedRegion({ noun, list, children }: ListProps) {
  const region = useRef<HTMLElement>(null);
  function open(page: number) {
    list.open(page);
    if (region.current) goToTop(region.current);
  }
  return (
    <section ref={region} tabIndex={-1} aria-label={`List of ${noun}`} className="outline-none">
      {children}
      <ListPager label={`Pages of ${noun}`} page={list.page} pages={list.pages} onOpen={open} />
    </section>
  );
}

/** Scrolls to the top of the page if the list begins near it, with its heading and filters; otherwise to the list. */
function goToTop(list: HTMLElement): void {
  const top = list.getBoundingClientRect().top + window.scrollY;
  window.scrollTo({ top: top < window.innerHeight / 2 ? 0 : top - ROOM_ABOVE, behavior: "instant" });
  list.focus({ preventScroll: true });
}

/** Steps through the pages of a list, or jumps to a page by number. Renders nothing if there is only one page. */
function ListPager({ label, page, pages, onOpen }: Props) {
  const id = useId();
  if (pages <= 1) return null;
  function jump(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = Math.trunc(Number(new FormData(event.currentTarget).get("page")));
    if (wanted >= 1) onOpen(Math.min(wanted, pages));
  }
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <AdminButton disabled={page <= 1} aria-label="Previous page" onClick={() => onOpen(page - 1)}>
        <Icon icon={ArrowLeft} size={16} />
        Previous
      </AdminButton>
      <form onSubmit={jump} className="meta flex items-center gap-2 tabular-nums">
        <label htmlFor={id}>Page</label>
        <input
          key={page}
          id={id}
          name="page"
          type="number"
          min={1}
          max={pages}
          required
          defaultValue={page}
          className="min-h-9 w-20 border border-faint bg-paper px-2 text-sm text-ink pointer-coarse:min-h-11"
        />
        <span>of {pages}</span>
      </form>
      <AdminButton disabled={page >= pages} aria-label="Next page" onClick={() => onOpen(page + 1)}>
        Next
        <Icon icon={ArrowRight} size={16} />
      </AdminButton>
    </nav>
  );
}
