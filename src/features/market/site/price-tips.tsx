import { useEffect, useState } from "react";

const OPEN_DELAY_MS = 700;
/** For this long after a tooltip has closed, the next one opens without a delay. */
const SKIP_DELAY_MS = 300;
/** Half of a wide tooltip, in pixels: it stays within the window. */
const HALF_WIDTH = 96;

type Tip = { text: string; left: number; top: number };

function tipOf(element: HTMLElement): Tip {
  const { left, width, top } = element.getBoundingClientRect();
  const middle = Math.min(Math.max(left + width / 2, HALF_WIDTH), window.innerWidth - HALF_WIDTH);
  return { text: element.dataset.tip ?? "", left: middle, top };
}

/** Follows a mouse over the elements with `data-tip` in `strip`. Returns a function that stops. */
function follow(strip: HTMLElement, show: (tip: Tip | null) => void): () => void {
  let pointed: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  let closedAt = 0;
  const close = () => {
    clearTimeout(timer);
    if (isShown) closedAt = Date.now();
    isShown = false;
    show(null);
  };
  const point = (element: HTMLElement | null) => {
    if (element === pointed) return;
    pointed = element;
    close();
    if (!element) return;
    const open = () => {
      isShown = true;
      show(tipOf(element));
    };
    timer = setTimeout(open, Date.now() - closedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS);
  };
  const done = new AbortController();
  const { signal } = done;
  const onOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "mouse" && target instanceof Element && target.role !== "tooltip")
      point(target.closest<HTMLElement>("[data-tip]"));
  };
  strip.addEventListener("pointerover", onOver, { signal });
  strip.addEventListener("pointerleave", () => point(null), { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && isShown && close(), { signal });
  addEventListener("scroll", () => isShown && close(), { signal, capture: true });
  // The mouse is there already: its movement loaded this.
  point(strip.querySelector<HTMLElement>("[data-tip]:hover"));
  return () => {
    done.abort();
    clearTimeout(timer);
  };
}

/** The tooltips of a price strip, for a mouse alone. */
export function PriceTips({ strip }: { strip: HTMLElement }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => follow(strip, setTip), [strip]);
  return (
    tip && (
      <div
        role="tooltip"
        dir="ltr"
        style={{ left: tip.left, top: tip.top }}
        className="fixed z-50 -translate-x-1/2 -translate-y-full bg-ink px-3 py-1.5 text-[0.8125rem] font-semibold text-paper tabular-nums"
      >
        {tip.text}
      </div>
    )
  );
}
