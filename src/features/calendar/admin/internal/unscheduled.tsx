import { CalendarClock } from "lucide";
import { Link } from "react-router";
import { FROM_LIST } from "#features/articles/admin/article-handover.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { tableDate } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { unscheduledDrafts } from "../calls.ts";
import { type Handling, MoveHandle } from "./entry-chip.tsx";
import { draftItem, isMovable, keyOfDraft, screenOf } from "./items.ts";

/** Drafts that are shown; the list of articles has all. */
const MAX_DRAFTS = 30;

/** Drafts, those last edited first, to be given a time. `moving` are those that are under way. */
export function Unscheduled({ handling, moving }: { handling: Handling; moving: readonly string[] }) {
  const may = useMay();
  const { data, error, refetch } = useApi(unscheduledDrafts(MAX_DRAFTS));
  const drafts = data?.items.filter(({ id }) => !moving.includes(keyOfDraft(id)));
  return (
    <section aria-labelledby="unscheduled" className="calendar-drafts">
      <h3 id="unscheduled" className="mb-2 text-[0.9375rem] font-semibold">
        Unscheduled
      </h3>
      {error && !data && <FailedNote onRetry={() => void refetch()}>Could not fetch the drafts</FailedNote>}
      {!data && !error && <SkeletonLines lines={6} />}
      {data?.total === 0 && <p className="meta">There are no drafts.</p>}
      <ul className="space-y-1.5">
        {drafts?.map(({ id, title, category, last_edited }) => {
          const item = draftItem({ id, title }, may);
          const canMove = isMovable(item);
          return (
            <li
              key={id}
              className="calendar-entry items-center"
              data-kind="draft"
              draggable={canMove}
              onDragStart={(event) => handling.onDragStart(item, event)}
              onDragEnd={handling.onDragEnd}
            >
              <Link to={screenOf(item)} state={FROM_LIST} draggable={false} className="min-w-0 grow link-quiet">
                <span className="line-clamp-2 text-[0.8125rem] leading-snug font-semibold wrap-anywhere">{title}</span>
                <span className="meta text-xs">
                  {category} <span aria-hidden="true">·</span> {tableDate(last_edited ?? null)}
                </span>
              </Link>
              {canMove && (
                <MoveHandle item={item} when="a draft" handling={handling} className={`${buttonLook("quiet")} px-2`}>
                  <Icon icon={CalendarClock} size={17} />
                </MoveHandle>
              )}
            </li>
          );
        })}
      </ul>
      {data && data.total > MAX_DRAFTS && (
        <p className="meta mt-2">
          The {MAX_DRAFTS} edited last.{" "}
          <Link to={`${pageUrl.admin()}?status=draft`} className="underline hover:text-ink">
            All {data.total} drafts
          </Link>
        </p>
      )}
    </section>
  );
}
