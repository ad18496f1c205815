import { ArrowDown, ArrowUp, GripVertical, X } from "lucide";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { FailedNote, FormCard } from "#ui/admin/panel.tsx";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Series, SeriesPart } from "../endpoints.ts";
import { AddPart } from "./add-part.tsx";
import { movedTo, useSeriesOrder } from "./use-series-order.ts";

type Props = { series: Series; onClose: () => void };

/** The articles of a series, put in order by dragging or by buttons. Each change is saved. */
export function SeriesParts({ series, onClose }: Props) {
  const order = useSeriesOrder(series.id);
  const { parts, stored } = order;
  const [news, setNews] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const card = useRef<HTMLElement>(null);
  // The button that opened it is below, perhaps far down in the list.
  useEffect(() => card.current?.focus(), []);
  const focus = (id: number, name: string) =>
    list.current?.querySelector<HTMLElement>(`[data-article="${id}"] [data-does="${name}"]`)?.focus();

  function place(part: SeriesPart, at: number, button?: string) {
    if (!parts) return;
    const next = movedTo(parts, part.id, at);
    const to = next.findIndex(({ id }) => id === part.id);
    if (parts[to]?.id === part.id) return;
    flushSync(() => {
      setNews(`“${part.title}” is now ${to + 1} of ${next.length}.`);
      void order.arrange(next, "Series arranged");
    });
    if (button) focus(part.id, button);
  }
  function remove(part: SeriesPart, at: number) {
    if (!parts) return;
    const others = parts.filter(({ id }) => id !== part.id);
    const next = others[at] ?? others.at(-1);
    flushSync(() => {
      setNews(`“${part.title}” was removed.`);
      void order.arrange(others, "Removed from the series");
    });
    if (next) focus(next.id, "remove");
    else card.current?.focus();
  }
  const drag = useDrag(parts ?? [], place);

  return (
    <FormCard ref={card} title={`Articles of “${series.name}”`}>
      {!parts && stored.error && (
        <FailedNote onRetry={() => void stored.refetch()}>Could not load the articles.</FailedNote>
      )}
      {!parts && !stored.error && (
        <p role="status" className="meta">
          Loading the articles...
        </p>
      )}
      {parts && (
        <>
          <p className="meta mb-3">
            Drag an article to its place, or use the arrows. Readers see only the published ones, and their parts are
            counted without the others.
          </p>
          {parts.length === 0 && <p className="meta py-2">No articles yet. Add the first one below.</p>}
          <ol ref={list}>
            {parts.map((part, at) => (
              <PartRow
                key={part.id}
                part={part}
                at={at}
                isLast={at === parts.length - 1}
                drag={drag}
                onUp={() => place(part, at - 1, "up")}
                onDown={() => place(part, at + 1, "down")}
                onRemove={() => remove(part, at)}
              />
            ))}
            {parts.length > 1 && <li aria-hidden="true" className="home-end" {...drag.dropOn(parts.length)} />}
          </ol>
          <AddPart parts={parts} onAdd={(part) => void order.arrange([...parts, part], "Added to the series")} />
          <div className="mt-6">
            <AdminButton onClick={onClose}>Close</AdminButton>
          </div>
        </>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </FormCard>
  );
}

type Drag = ReturnType<typeof useDrag>;

/** Drag and drop of an article to the place of another. */
function useDrag(parts: readonly SeriesPart[], place: (part: SeriesPart, at: number) => void) {
  const dragged = useRef<SeriesPart | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    dragged.current = null;
    setOver(null);
  };
  return {
    end,
    start(part: SeriesPart, event: DragEvent) {
      dragged.current = part;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", part.title);
    },
    dropOn: (at: number) => ({
      "data-over": over === at || undefined,
      onDragOver(event: DragEvent) {
        if (!dragged.current) return;
        event.preventDefault();
        if (over !== at) setOver(at);
      },
      onDrop(event: DragEvent) {
        const part = dragged.current;
        event.preventDefault();
        end();
        if (!part) return;
        const from = parts.findIndex(({ id }) => id === part.id);
        // The places after its own move up when it leaves.
        place(part, from < at ? at - 1 : at);
      },
    }),
  };
}

type RowProps = {
  part: SeriesPart;
  at: number;
  isLast: boolean;
  drag: Drag;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
};

function PartRow({ part, at, isLast, drag, onUp, onDown, onRemove }: RowProps) {
  const { id } = part;
  const title = part.title || "Untitled";
  const zone = useNewsroomZone();
  // At an end the button stays focusable, but does nothing.
  const end = "aria-disabled:opacity-40";
  return (
    <li
      data-article={id}
      data-shown={isPublic(part) || undefined}
      className="home-row"
      draggable
      onDragStart={(event) => drag.start(part, event)}
      onDragEnd={drag.end}
      {...drag.dropOn(at)}
    >
      <Icon icon={GripVertical} size={16} className="shrink-0 text-faint" />
      <span className="w-5 shrink-0 text-right font-semibold tabular-nums">{at + 1}</span>
      <Link
        to={adminUrl.article(id)}
        state={FROM_LIST}
        draggable={false}
        className="min-w-0 grow basis-40 text-[0.9375rem] font-semibold wrap-anywhere link-quiet"
      >
        {title}
        <span className="meta block font-normal">{noteOf(part, zone ?? "UTC")}</span>
      </Link>
      <span className="flex">
        <AdminIconButton
          label={`Move up: ${title}`}
          data-does="up"
          aria-disabled={at === 0}
          className={end}
          onClick={onUp}
        >
          <Icon icon={ArrowUp} size={17} />
        </AdminIconButton>
        <AdminIconButton
          label={`Move down: ${title}`}
          data-does="down"
          aria-disabled={isLast}
          className={end}
          onClick={onDown}
        >
          <Icon icon={ArrowDown} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Remove: ${title}`} data-does="remove" onClick={onRemove}>
          <Icon icon={X} size={17} />
        </AdminIconButton>
      </span>
    </li>
  );
}

const isPublic = ({ status, published_date: date }: SeriesPart) =>
  status === "published" && date !== null && Date.parse(date) <= Date.now();

function noteOf(part: SeriesPart, zone: string): string {
  const { status, published_date: date } = part;
  if (status === "draft") return "Draft: readers do not see it";
  if (status === "ready") return "Ready: readers do not see it";
  const time = date === null ? "" : tableTime(date, zone);
  return isPublic(part) ? time : `Scheduled · ${time}`;
}
