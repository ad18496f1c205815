import { Pause, Play } from "lucide";
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { TICKER_INTERVAL_MS, ticker } from "../calls.ts";
import type { TickerItem } from "../schema.ts";
import { TickerPrice } from "./ticker-price.tsx";

type Tips = Pick<typeof import("#ui/tooltip.tsx"), "Tooltip" | "Tooltips">;

/**
 * One copy of the list. The second copy only closes the loop: it is hidden from assistive technology, and where nothing
 * moves.
 */
function Run(props: { items: TickerItem[]; again?: boolean; tips: Tips | null }) {
  return (
    <ul aria-hidden={props.again} className={`flex shrink-0 ${props.again ? "motion-reduce:hidden" : ""}`}>
      {props.items.map((item) => (
        <TickerPrice key={item.symbol} item={item} Tip={props.tips?.Tooltip} />
      ))}
    </ul>
  );
}

/**
 * The price strip under the header. It keeps its height while there are no prices, and the last ones when a refresh
 * fails. It can be paused; under reduced motion it stands still and can be scrolled.
 */
export function TickerStrip() {
  const { data: items = [] } = useApi(ticker(), { refetchInterval: TICKER_INTERVAL_MS });
  const [paused, setPaused] = useState(false);
  const [tips, setTips] = useState<Tips | null>(null);
  const [isLoop, setIsLoop] = useState(false);
  const track = useRef<HTMLDivElement>(null);
  const position = useRef<CSSNumberish | null>(null);

  // The strip moves once its second copy is there, which first paint and hydration need not include.
  useEffect(() => startTransition(() => setIsLoop(true)), []);

  // The tooltips load with the first pointer. They remount the items, and the strip must not jump to its start.
  const wantTips = () => {
    if (tips) return;
    import("#ui/tooltip.tsx").then(
      ({ Tooltip, Tooltips }) => {
        position.current = track.current?.getAnimations()[0]?.currentTime ?? null;
        setTips({ Tooltip, Tooltips });
      },
      () => undefined,
    );
  };
  useLayoutEffect(() => {
    const animation = tips && track.current?.getAnimations()[0];
    if (animation) animation.currentTime = position.current;
  }, [tips]);

  const runs = (
    <div ref={track} data-paused={paused} className={`flex w-max ${isLoop ? "ticker-track" : ""}`}>
      <Run items={items} tips={tips} />
      {isLoop && <Run items={items} tips={tips} again />}
    </div>
  );
  return (
    <section aria-label="Market prices" className="border-y border-rule print:hidden">
      <div className="page-width flex min-h-11 flex-wrap items-center justify-end gap-x-2 max-lg:pr-1 max-lg:motion-reduce:pr-4 max-lg:noscript:pr-4">
        <section
          aria-label="Prices"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          onPointerEnter={wantTips}
          className="ticker-window scroll-row min-w-0 flex-[1_1_8rem]"
        >
          {tips ? <tips.Tooltips>{runs}</tips.Tooltips> : runs}
        </section>
        {items.some((item) => item.stale) && (
          <p className="meta shrink-0">
            {items.some((item) => item.source === "exchange") ? "Delayed prices" : "Demo prices"}
          </p>
        )}
        <IconButton
          label={paused ? "Play the price ticker" : "Pause the price ticker"}
          className="shrink-0 motion-reduce:hidden noscript:hidden"
          onClick={() => setPaused(!paused)}
        >
          {paused ? <Icon icon={Play} size={15} /> : <Icon icon={Pause} size={15} />}
        </IconButton>
      </div>
    </section>
  );
}
