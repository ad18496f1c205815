import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { OrderedRows } from "#ui/admin/ordered-rows.tsx";
import { FailedNote, FormCard } from "#ui/admin/panel.tsx";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import type { Series, SeriesPart } from "../endpoints.ts";
import { AddPart } from "./add-part.tsx";
import { useSeriesOrder } from "./use-series-order.ts";

type Props = { series: Series; onClose: () => void };

/** The articles of a series, put in order by dragging or by buttons. Each change is saved. */
export function SeriesParts({ series, onClose }: Props) {
  const order = useSeriesOrder(series.id);
  const { parts, stored } = order;
  const zone = useNewsroomZone() ?? "UTC";
  const card = useRef<HTMLElement>(null);
  // The button that opened it is below, perhaps far down in the list.
  useEffect(() => card.current?.focus(), []);
  return (
    <FormCard ref={card} level={2} title={`Articles of “${series.name}”`}>
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
          <OrderedRows
            label="Articles"
            items={parts}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title || "Untitled"}
            dragsRow
            onChange={(changed, did) => {
              void order.arrange(changed, did === "moved" ? "Series arranged" : "Removed from the series");
              if (changed.length === 0) card.current?.focus();
            }}
          >
            {(part, at) => (
              <div className="flex gap-2">
                <span className="w-5 shrink-0 text-right font-semibold tabular-nums">{at + 1}</span>
                <Link
                  to={adminUrl.article(part.id)}
                  state={FROM_LIST}
                  draggable={false}
                  className={`min-w-0 text-[0.9375rem] font-semibold wrap-anywhere link-quiet ${isPublic(part) ? "" : "text-muted"}`}
                >
                  {part.title || "Untitled"}
                  <span className="meta block font-normal">{noteOf(part, zone)}</span>
                </Link>
              </div>
            )}
          </OrderedRows>
          <AddPart parts={parts} onAdd={(part) => void order.arrange([...parts, part], "Added to the series")} />
          <div className="mt-6">
            <AdminButton onClick={onClose}>Close</AdminButton>
          </div>
        </>
      )}
    </FormCard>
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
