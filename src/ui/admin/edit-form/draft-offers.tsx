import { type RefObject, useLayoutEffect, useRef } from "react";
import { AdminButton } from "../controls.tsx";
import { exactTime } from "../local-time.ts";
import { forgetSession, type StoredSession } from "../session/kept-sessions.ts";
import { useDiscarded } from "../session/kept-work.ts";

type Props = {
  /** What it is work on, for example "ad space". */
  what: string;
  kept: readonly StoredSession[];
  onRestore: (work: StoredSession) => void;
  /** Whether the content below is already visible, so that it must not move when an offer is added. */
  isLate?: boolean;
};

const heightOf = (region: HTMLElement | null): number =>
  region ? region.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(region).marginBottom) : 0;

/**
 * Scrolls by as much as a region grows, so that a click still hits the row that it was meant for. Only at the top of the
 * page: everywhere else the browser does so itself.
 */
function useStillBelow(region: RefObject<HTMLElement | null>, isLate: boolean): void {
  const known = useRef(0);
  useLayoutEffect(() => {
    const height = heightOf(region.current);
    const grown = height - known.current;
    known.current = height;
    if (isLate && grown > 0 && window.scrollY === 0) window.scrollBy({ top: grown, behavior: "instant" });
  });
}

const nameOf = ({ title }: StoredSession) => title.trim() || "Untitled";

function kindOf({ aside, id, type }: StoredSession, what: string): string {
  if (aside === "theirs") return "The overwritten version of";
  if (aside === "mine") return "Your unchosen version of";
  if (type === `${what}-suggestion`) return "Unsaved suggestions for";
  return id === null ? `An unsaved new ${what},` : "Unsaved changes to";
}

/** Offers unsaved work stored in this browser, for example after a crash or an expired session. */
export function DraftOffers({ what, kept, onRestore, isLate = false }: Props) {
  const region = useRef<HTMLElement>(null);
  useStillBelow(region, isLate);
  const onDiscarded = useDiscarded();
  const discard = (work: StoredSession) => {
    void forgetSession(work.key);
    onDiscarded(work);
  };
  if (kept.length === 0) return null;
  return (
    <section ref={region} aria-label="Unsaved work" className="mb-6 border-l-4 border-accent bg-surface px-4 py-2">
      <ul className="divide-y divide-rule">
        {kept.map((work) => (
          <li key={work.key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <p className="min-w-0 text-[0.9375rem] [overflow-wrap:anywhere]">
              {kindOf(work, what)} <strong>“{nameOf(work)}”</strong>
              <span className="meta block">Stored in this browser on {exactTime(work.savedAt)}</span>
            </p>
            <span className="flex gap-2">
              <AdminButton variant="primary" onClick={() => onRestore(work)}>
                {work.session.conflict ? "Compare" : "Restore"}
                <span className="sr-only"> “{nameOf(work)}”</span>
              </AdminButton>
              <AdminButton onClick={() => discard(work)}>
                Discard<span className="sr-only"> “{nameOf(work)}”</span>
              </AdminButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
