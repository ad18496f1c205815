import { ChevronLeft, ChevronRight } from "lucide";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { View } from "./days.ts";

const VIEWS: { view: View; label: string }[] = [
  { view: "week", label: "Week" },
  { view: "month", label: "Month" },
];

type Props = {
  view: View;
  period: string;
  /** The newsroom's time zone, in words. */
  zone: string;
  onView: (view: View) => void;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
};

/** Which stretch of time is shown, and the ways to others. */
export function CalendarBar({ view, period, zone, onView, onStep, onToday }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center">
        <AdminIconButton label={`Previous ${view}`} onClick={() => onStep(-1)} className="-ml-2">
          <Icon icon={ChevronLeft} size={20} />
        </AdminIconButton>
        <AdminIconButton label={`Next ${view}`} onClick={() => onStep(1)}>
          <Icon icon={ChevronRight} size={20} />
        </AdminIconButton>
      </div>
      <h2 aria-live="polite" className="text-lg font-semibold tabular-nums">
        {period}
      </h2>
      <AdminButton onClick={onToday}>Today</AdminButton>
      <p className="meta max-sm:order-last max-sm:w-full sm:ml-auto">Times of the newsroom: {zone}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons of one choice, not a fieldset */}
      <div role="group" aria-label="View" className="flex">
        {VIEWS.map(({ view: each, label }) => (
          <AdminButton
            key={each}
            variant={each === view ? "primary" : "plain"}
            aria-pressed={each === view}
            onClick={() => onView(each)}
            className="not-first:-ml-px"
          >
            {label}
          </AdminButton>
        ))}
      </div>
    </div>
  );
}
