import { ArrowLeft, ArrowRight } from "lucide";
import { type FormEvent, useId } from "react";
import { Icon } from "../icon.tsx";
import { AdminButton } from "./controls.tsx";

type Props = {
  /** What is paged, for assistive technology: for example 'Pages of articles'. */
  label: string;
  page: number;
  pages: number;
  onOpen: (page: number) => void;
};

/** Leads through the pages of a list, one by one or to a page by its number. Nothing where all stands on one page. */
export function ListPager({ label, page, pages, onOpen }: Props) {
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
