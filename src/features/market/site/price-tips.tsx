import { type PointerEvent, useEffect, useRef, useState } from "react";

const OPEN_DELAY_MS = 700;
/** For this long after a tooltip has closed, the next one opens without a delay. */
const SKIP_DELAY_MS = 300;
/** Half of a wide tooltip, in pixels: it stays within the window. */
const HALF_WIDTH = 96;

type Tip = { text: string; left: number; top: number };

/** Tooltips for elements with `data-tip`: handlers for an element around them, and what it shows. For a mouse alone. */
export function usePriceTips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const pointed = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closedAt = useRef(0);
  function point(element: HTMLElement | null) {
    if (element === pointed.current) return;
    pointed.current = element;
    clearTimeout(timer.current);
    if (tip) closedAt.current = Date.now();
    setTip(null);
    if (!element) return;
    const isSoon = Date.now() - closedAt.current < SKIP_DELAY_MS;
    timer.current = setTimeout(
      () => {
        const { left, width, top } = element.getBoundingClientRect();
        const middle = Math.min(Math.max(left + width / 2, HALF_WIDTH), window.innerWidth - HALF_WIDTH);
        setTip({ text: element.dataset.tip ?? "", left: middle, top });
      },
      isSoon ? 0 : OPEN_DELAY_MS,
    );
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!tip) return;
    const close = (event: Event) => (!(event instanceof KeyboardEvent) || event.key === "Escape") && setTip(null);
    addEventListener("keydown", close);
    addEventListener("scroll", close, true);
    return () => {
      removeEventListener("keydown", close);
      removeEventListener("scroll", close, true);
    };
  }, [tip]);
  return {
    handlers: {
      onPointerOver({ target, pointerType }: PointerEvent) {
        if (pointerType !== "mouse" || !(target instanceof Element) || target.role === "tooltip") return;
        point(target.closest<HTMLElement>("[data-tip]"));
      },
      onPointerLeave: () => point(null),
    },
    shown: tip && (
      <div
        role="tooltip"
        dir="ltr"
        style={{ left: tip.left, top: tip.top }}
        className="fixed z-50 -translate-x-1/2 -translate-y-full bg-ink px-3 py-1.5 text-[0.8125rem] font-semibold text-paper tabular-nums"
      >
        {tip.text}
      </div>
    ),
  };
}
