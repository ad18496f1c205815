import { ArrowDown, ArrowUp, X } from "lucide";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { articleDetail } from "#features/articles/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = { ids: number[]; error?: string | undefined; onChange: (ids: number[]) => void };

/** The articles of an issue in order, with buttons to reorder them. */
export function ChosenArticles({ ids, error, onChange }: Props) {
  const list = useRef<HTMLElement>(null);
  const [news, setNews] = useState("");
  /**
   * The browser drops the focus of an element that is moved or removed: this puts it on the button where it belongs.
   */
  const focus = (id: number | undefined, name: string) => {
    const button = list.current?.querySelector<HTMLElement>(`[data-article="${id}"] [data-does="${name}"]`);
    (button ?? list.current?.querySelector<HTMLElement>("h3"))?.focus();
  };
  function move(id: number, title: string, by: -1 | 1) {
    const from = ids.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= ids.length) return;
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id);
    flushSync(() => {
      onChange(next);
      setNews(`“${title}” is now ${to + 1} of ${ids.length}.`);
    });
    focus(id, by < 0 ? "up" : "down");
  }
  function remove(id: number, title: string) {
    const at = ids.indexOf(id);
    const next = ids.toSpliced(at, 1);
    flushSync(() => {
      onChange(next);
      setNews(`“${title}” was removed.`);
    });
    focus(next[Math.min(at, next.length - 1)], "remove");
  }
  return (
    <section ref={list} aria-label="Articles of the issue">
      <h3 tabIndex={-1} className="mb-1.5 text-sm font-semibold outline-none">
        Articles of the issue
      </h3>
      {ids.length === 0 && <p className="text-[0.9375rem] text-muted">No articles chosen yet.</p>}
      <ol className="border-t border-rule empty:hidden">
        {ids.map((id, at) => (
          <ChosenArticle
            key={id}
            id={id}
            isFirst={at === 0}
            isLast={at === ids.length - 1}
            onMove={(title, by) => move(id, title, by)}
            onRemove={(title) => remove(id, title)}
          />
        ))}
      </ol>
      {error && <p className="mt-1.5 text-sm font-medium text-down">{error}</p>}
      <p role="status" className="sr-only">
        {news}
      </p>
    </section>
  );
}

type RowProps = {
  id: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (title: string, by: -1 | 1) => void;
  onRemove: (title: string) => void;
};

function ChosenArticle({ id, isFirst, isLast, onMove, onRemove }: RowProps) {
  const { data, error } = useApi(articleDetail(String(id)));
  const isGone = error instanceof ApiError && error.status === 404;
  const title = data?.title ?? `Article ${id}`;
  const isAhead = data?.published_date != null && Date.parse(data.published_date) > Date.now();
  const isHidden = data !== undefined && (data.status !== "published" || isAhead);
  // At an end the button stays, so that it keeps the focus, but does nothing.
  const end = "aria-disabled:opacity-40";
  return (
    <li data-article={id} className="flex items-center gap-2 border-b border-rule py-1.5">
      <span className="min-w-0 grow text-[0.9375rem] wrap-anywhere">
        {title}
        {isGone && <span className="block text-sm text-down">Deleted: the mail leaves it out.</span>}
        {isHidden && <span className="block text-sm text-down">Not published: the mail leaves it out.</span>}
      </span>
      <AdminIconButton
        label={`Move up: ${title}`}
        data-does="up"
        aria-disabled={isFirst}
        className={end}
        onClick={() => onMove(title, -1)}
      >
        <Icon icon={ArrowUp} size={17} />
      </AdminIconButton>
      <AdminIconButton
        label={`Move down: ${title}`}
        data-does="down"
        aria-disabled={isLast}
        className={end}
        onClick={() => onMove(title, 1)}
      >
        <Icon icon={ArrowDown} size={17} />
      </AdminIconButton>
      <AdminIconButton label={`Remove: ${title}`} data-does="remove" onClick={() => onRemove(title)}>
        <Icon icon={X} size={17} />
      </AdminIconButton>
    </li>
  );
}
