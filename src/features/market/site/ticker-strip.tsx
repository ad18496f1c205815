import { Pause, Play } from "lucide";
import { type ComponentType, type PointerEvent, startTransition, useEffect, useRef, useState } from "react";
import { clientOf } from "#shared/endpoint-client.ts";
import { afterLoad, useText } from "#shared/site-context.tsx";
import type { Translate } from "#shared/translate.ts";
import { useApi } from "#shared/use-api.ts";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { MarketEndpoints, TickerItem } from "../endpoints.ts";

type PriceProps = {
  item: TickerItem;
  /** Whether a tooltip shows the full price. Without scripts the browser's own does. */
  hasTip: boolean;
};

/**
 * One coin: symbol, price and change, read as one sentence with the full price. The fixed width keeps neighbours in
 * place when a price or the font changes.
 */
function TickerPrice(props: PriceProps) {
  const t = useText();
  const text = priceText(props.item);
  return (
    <li className={`relative shrink-0 ${text.price.length > 7 ? "w-[13rem]" : "w-[11.75rem]"}`}>
      <span className="sr-only">{priceSentence(props.item, t)}</span>
      <span
        aria-hidden="true"
        data-tip={`${text.symbol} ${text.full}`}
        title={props.hasTip ? undefined : text.full}
        className="flex items-baseline gap-2 py-3 pr-7 text-[0.8125rem] leading-[1.25rem] tabular-nums"
      >
        <span className="font-bold">{text.symbol}</span>
        <span>{text.price}</span>
        <span className={`font-semibold ${text.rising ? "text-up" : "text-down"}`}>
          <span className="text-[0.625rem]">{text.rising ? "▲" : "▼"}</span> {text.change}
        </span>
      </span>
    </li>
  );
}

/**
 * One copy of the list. The second copy only closes the loop: it is hidden from assistive technology, and where nothing
 * moves.
 */
function Run(props: { items: TickerItem[]; again?: boolean; hasTips: boolean }) {
  return (
    <ul aria-hidden={props.again} className={`flex shrink-0 ${props.again ? "motion-reduce:hidden" : ""}`}>
      {props.items.map((item) => (
        <TickerPrice key={item.symbol} item={item} hasTip={props.hasTips} />
      ))}
    </ul>
  );
}

/** The tooltips of the prices, whose code is loaded by the first mouse over them. */
function useTips() {
  const strip = useRef<HTMLElement>(null);
  const [Tips, setTips] = useState<ComponentType<{ strip: HTMLElement }>>();
  const onPointerOver = ({ pointerType }: PointerEvent) => {
    if (Tips || pointerType !== "mouse") return;
    // The page works without them.
    import("./price-tips.tsx").then(
      ({ PriceTips }) => setTips(() => PriceTips),
      () => undefined,
    );
  };
  return { props: { ref: strip, onPointerOver }, shown: Tips && strip.current && <Tips strip={strip.current} /> };
}

/**
 * The price strip under the header. It keeps its height without prices, and the last prices when a refresh fails. It
 * can be paused; with reduced motion it stands still and scrolls.
 */
export function TickerStrip() {
  const t = useText();
  const { data } = useApi(ticker(), { refetchInterval: TICKER_INTERVAL_MS });
  const items = data ?? [];
  const [paused, setPaused] = useState(false);
  const tips = useTips();
  const [isLoop, setIsLoop] = useState(false);

  // The second copy, and with it the motion, comes when nothing else is loading: each frame takes time of two threads.
  useEffect(() => afterLoad(() => startTransition(() => setIsLoop(true))), []);

  const runs = (
    <div data-paused={paused} className={`flex w-max ${isLoop ? "ticker-track" : ""}`}>
      <Run items={items} hasTips={isLoop} />
      {isLoop && <Run items={items} hasTips again />}
    </div>
  );
  return (
    <section aria-label={t("Market prices")} {...tips.props} className="border-y border-rule print:hidden">
      <div className="page-width flex min-h-11 flex-wrap items-center justify-end gap-x-2 max-lg:pe-1 max-lg:motion-reduce:pe-4 max-lg:noscript:pe-4">
        {data?.length === 0 ? (
          <p className="meta flex-1">{t("No prices yet")}</p>
        ) : (
          <>
            <section
              aria-label={t("Prices")}
              // Symbols and amounts are read from left to right in every language.
              dir="ltr"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
              tabIndex={0}
              className="ticker-window scroll-row min-w-0 flex-[1_1_8rem]"
            >
              {runs}
            </section>
            {items.some((item) => item.stale) && <p className="meta shrink-0">{t(noteOf(items))}</p>}
            <IconButton
              label={t(paused ? "Play the price ticker" : "Pause the price ticker")}
              className="shrink-0 motion-reduce:hidden noscript:hidden"
              onClick={() => setPaused(!paused)}
            >
              {paused ? <Icon icon={Play} size={15} /> : <Icon icon={Pause} size={15} />}
            </IconButton>
          </>
        )}
      </div>
      {tips.shown}
    </section>
  );
}

/** Prices that are not current are old, or the demo edition's, but never both. */
const noteOf = (items: TickerItem[]) =>
  items.some(({ source }) => source === "demo") ? "Demo prices" : "Delayed prices";

type PriceText = {
  symbol: string;
  price: string;
  change: string;
  rising: boolean;
  /** The price with all digits, so that 0.00001234 does not read as zero. */
  full: string;
};

/**
 * A decimal number as Americans write it, with at least two decimals: '1234.5' is '1,234.50'. The platform's own formats
 * read data of all languages at their first use, which blocks a phone for a tenth of a second.
 */
function amountOf(decimal: string): string {
  const [whole = "", decimals = ""] = decimal.split(".");
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  let shown = decimals.length;
  while (shown > 2 && decimals[shown - 1] === "0") shown--;
  return `${groups.join(",")}.${decimals.slice(0, shown).padEnd(2, "0")}`;
}

/** A decimal number without an exponent. Other backends may send prices as numbers. */
const PLAIN = /^\d{1,20}(?:\.\d{1,20})?$/;

/** Many pages show the same prices. */
const texts = new WeakMap<TickerItem, PriceText>();

/** Formats one ticker item for the strip: the symbol without USDT; a change of zero counts as rising. */
export function priceText(item: TickerItem): PriceText {
  const text = texts.get(item) ?? format(item);
  texts.set(item, text);
  return text;
}

function format(item: TickerItem): PriceText {
  const symbol = item.symbol.replace(/USDT$/, "");
  const price = Number(item.lastPrice);
  const change = Number(item.priceChangePercent);
  const rising = change >= 0;
  const amount = amountOf(Math.abs(change).toFixed(2));
  return {
    symbol,
    price: `$${amountOf(price.toFixed(2))}`,
    change: `${rising ? "+" : "-"}${amount}%`,
    rising,
    full: `$${amountOf(PLAIN.test(item.lastPrice) ? `${item.lastPrice}` : price.toFixed(12))}`,
  };
}

/** One ticker item as a sentence with the full price, for screen readers. */
export function priceSentence(item: TickerItem, t: Translate): string {
  const { symbol, full, rising, change } = priceText(item);
  const values = { symbol, price: full, change: change.slice(1) };
  const sentence = rising
    ? t("{symbol} {price}, up {change} in 24 hours", values)
    : t("{symbol} {price}, down {change} in 24 hours", values);
  return item.stale ? t("{sentence}, delayed", { sentence }) : sentence;
}

const TICKER_INTERVAL_MS = 10_000;

const market = clientOf<MarketEndpoints>();

export const ticker = () => market.query("GET /market/ticker");

/** The coins as a row of its own, on a page that editors have arranged. */
export function CoinRow() {
  const { data = [] } = useApi(ticker());
  if (data.length === 0) return null;
  return (
    <ul className="scroll-row flex border-y border-rule">
      {data.map((item) => (
        <TickerPrice key={item.symbol} item={item} hasTip={false} />
      ))}
    </ul>
  );
}
