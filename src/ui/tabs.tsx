import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

/** Which tab each key moves to, among `count` tabs (ARIA Authoring Practices, tabs with automatic activation). */
export const TAB_KEYS: Record<string, (from: number, count: number) => number> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
};

/** Arrow keys point at what they move to: where tabs run from right to left, they are exchanged. */
const MIRRORED: Record<string, string> = { ArrowRight: "ArrowLeft", ArrowLeft: "ArrowRight" };

export type Tab = { value: string; label: string; panel: ReactNode };

/**
 * Tabs with panels, initially the first. The tab list is one tab stop, with arrow keys inside. Every panel is in the
 * page: without scripts they are shown one below the other, each with a heading, without the tab list. Our own, because
 * Radix's costs a reader 8 kB of script for the only place with tabs.
 */
export function Tabs(props: { label: string; tabs: Tab[]; className?: string }) {
  const { tabs } = props;
  const id = useId();
  const [chosen, setOpen] = useState(0);
  // The open tab may have disappeared.
  const open = Math.min(chosen, tabs.length - 1);
  const triggers = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const isRtl = document.dir === "rtl";
    const to = TAB_KEYS[(isRtl && MIRRORED[event.key]) || event.key]?.(open, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    setOpen(to);
    triggers.current[to]?.focus();
  };
  return (
    <div className={`flex flex-col ${props.className ?? ""}`}>
      <div
        role="tablist"
        aria-label={props.label}
        className="ruled flex gap-6 border-b border-b-rule noscript:hidden print:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            ref={(button) => {
              triggers.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-${tab.value}-panel`}
            aria-selected={index === open}
            tabIndex={index === open ? 0 : -1}
            onClick={() => setOpen(index)}
            onKeyDown={move}
            className="-mb-px min-h-11 border-b-2 border-transparent text-[0.9375rem] font-bold text-faint hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          // The attribute `hidden` would also hide it from readers without scripts.
          className={index === open ? "grow" : "hidden grow noscript:block print:block"}
        >
          <h2 className="ruled hidden border-b border-b-rule py-2.5 text-[0.9375rem] font-bold noscript:block print:block">
            {tab.label}
          </h2>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
