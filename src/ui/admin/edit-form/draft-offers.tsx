import { type RefObject, useLayoutEffect, useRef } from "react";
import { AdminButton } from "../controls.tsx";
import { exactTime } from "../local-time.ts";
import type { FormKind } from "./form-kind.ts";
import type { UnsavedForm } from "./stored-forms.ts";

/** Unsaved work to offer. `restore` is the label of the button that opens it. */
type Offer<Values extends object> = Pick<
  UnsavedForm<Values>,
  "key" | "subject" | "values" | "savedAt" | "isReplaced" | "isLeftOut"
> & { restore?: string; isSuggestion?: boolean };

type Props<Values extends object, Draft extends Offer<Values>> = {
  kind: Pick<FormKind<never, Values>, "what" | "titleOf">;
  drafts: Draft[];
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
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

/** Offers unsaved work stored in this browser, for example after a crash or an expired session. */
export function DraftOffers<Values extends object, Draft extends Offer<Values> = UnsavedForm<Values>>(
  props: Props<Values, Draft>,
) {
  const { kind, drafts, onRestore, onDiscard, isLate = false } = props;
  const region = useRef<HTMLElement>(null);
  useStillBelow(region, isLate);
  if (drafts.length === 0) return null;
  const nameOf = (draft: Draft) => kind.titleOf(draft.values).trim() || "Untitled";
  const kindOf = ({ isReplaced, isLeftOut, subject, isSuggestion }: Draft) => {
    if (isReplaced) return "The overwritten version of";
    if (isLeftOut) return "Your unchosen version of";
    if (isSuggestion) return "Unsaved suggestions for";
    return subject === null ? `An unsaved new ${kind.what},` : "Unsaved changes to";
  };
  return (
    <section ref={region} aria-label="Unsaved work" className="mb-6 border-l-4 border-accent bg-surface px-4 py-2">
      <ul className="divide-y divide-rule">
        {drafts.map((draft) => (
          <li key={draft.key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <p className="min-w-0 text-[0.9375rem] [overflow-wrap:anywhere]">
              {kindOf(draft)} <strong>“{nameOf(draft)}”</strong>
              <span className="meta block">Stored in this browser on {exactTime(draft.savedAt)}</span>
            </p>
            <span className="flex gap-2">
              <AdminButton variant="primary" onClick={() => onRestore(draft)}>
                {draft.restore ?? "Restore"}
                <span className="sr-only"> “{nameOf(draft)}”</span>
              </AdminButton>
              <AdminButton onClick={() => onDiscard(draft)}>
                Discard<span className="sr-only"> “{nameOf(draft)}”</span>
              </AdminButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
