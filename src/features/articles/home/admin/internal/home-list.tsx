import { Plus } from "lucide";
import { type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { HomeList as ListName } from "../../rules.ts";
import type { HomeEntry } from "../../schema.ts";
import { byDateAgain, partsOf, placedAt } from "./arranging.ts";
import { HomeRow } from "./home-row.tsx";
import type { Order } from "./use-order.ts";

type Props = {
  list: ListName;
  title: string;
  hint: string;
  entries: HomeEntry[];
  /** What of it the home page shows. */
  shown: ReadonlySet<number>;
  /** What a section further up shows instead. */
  shownAbove: ReadonlySet<number>;
  zone: string;
  order: Order;
  onAdd: () => void;
  onEnd: (entry: HomeEntry) => void;
};

/** One list of the home page: what is arranged, what follows by date, and what has ended. */
export function HomeList({ list, title, hint, entries, shown, shownAbove, zone, order, onAdd, onEnd }: Props) {
  const section = useRef<HTMLElement>(null);
  const dragged = useRef<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [news, setNews] = useState("");
  const { arranged, byDate, ended } = partsOf(entries);
  /** The browser drops the focus of what is moved: this puts it on the button where it belongs. */
  const focus = (id: number, name: string) =>
    section.current?.querySelector<HTMLElement>(`[data-article="${id}"] [data-does="${name}"]`)?.focus();
  function place(entry: HomeEntry, at: number, button?: string) {
    const next = placedAt(entries, entry.id, at);
    const to = partsOf(next).arranged.findIndex(({ id }) => id === entry.id);
    if (entry.place === "arranged" && arranged[to]?.id === entry.id) return;
    const said = `“${entry.title}” is now ${to + 1} of ${partsOf(next).arranged.length}.`;
    flushSync(() => {
      setNews(said);
      void order.arrange(list, next, "Home page arranged");
    });
    if (button) focus(entry.id, button);
  }
  const dropOn = (at: number) => ({
    "data-over": over === at || undefined,
    onDragOver(event: DragEvent) {
      if (dragged.current === null) return;
      event.preventDefault();
      if (over !== at) setOver(at);
    },
    onDrop(event: DragEvent) {
      const entry = entries.find(({ id }) => id === dragged.current);
      event.preventDefault();
      end();
      if (!entry) return;
      const from = arranged.findIndex(({ id }) => id === entry.id);
      place(entry, from >= 0 && from < at ? at - 1 : at);
    },
  });
  function end() {
    dragged.current = null;
    setOver(null);
  }
  const row = (entry: HomeEntry, index: number) => (
    <HomeRow
      key={entry.id}
      entry={entry}
      position={entry.place === "arranged" ? index + 1 : null}
      isLast={index === arranged.length - 1}
      isShown={shown.has(entry.id)}
      isShownAbove={shownAbove.has(entry.id)}
      zone={zone}
      // Over the rows by date, the end of the arranged ones alone is marked: that is where it lands.
      drop={entry.place === "arranged" ? dropOn(index) : { ...dropOn(arranged.length), "data-over": undefined }}
      onDragStart={(event) => {
        dragged.current = entry.id;
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", entry.title);
      }}
      onDragEnd={end}
      onUp={() => place(entry, entry.place === "arranged" ? index - 1 : arranged.length, "up")}
      onDown={() => place(entry, index + 1, "down")}
      onEnd={() => onEnd(entry)}
      onByDate={() => void order.arrange(list, byDateAgain(entries, entry.id), "Stands by its date again")}
      onRemove={() => void order.remove(list, entry)}
    />
  );
  return (
    <section ref={section} aria-labelledby={`home-${list}`}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 id={`home-${list}`} className="headline-sm font-semibold">
          {title}
        </h2>
        <AdminButton onClick={onAdd}>
          <Icon icon={Plus} size={16} />
          Add<span className="sr-only"> to {title}</span>
        </AdminButton>
      </div>
      <p className="meta mb-3">{hint}</p>
      <h3 className="home-part">Arranged</h3>
      <ol>
        {arranged.map(row)}
        <li className="home-end meta" {...dropOn(arranged.length)}>
          {arranged.length === 0 ? "Nothing is arranged: all stand by their date. Drag one here to put it first." : ""}
        </li>
      </ol>
      <h3 className="home-part">Then by date, the newest first</h3>
      {byDate.length === 0 && <p className="meta py-2">None.</p>}
      <ol>{byDate.map(row)}</ol>
      {ended.length > 0 && (
        <>
          <h3 className="home-part">Ended</h3>
          <ol>{ended.map(row)}</ol>
        </>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </section>
  );
}
