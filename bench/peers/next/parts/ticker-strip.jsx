"use client";

import { useState } from "react";
import { Icon } from "./icon.jsx";
import { ICON_BUTTON } from "./link-classes.js";

const PRICE = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2 });
const CHANGE = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function Coin({ item }) {
  const symbol = item.symbol.replace(/USDT$/, "");
  const price = PRICE.format(item.price);
  const rising = item.change >= 0;
  const change = CHANGE.format(Math.abs(item.change));
  return (
    <li className={`relative shrink-0 ${price.length > 7 ? "w-[13rem]" : "w-[11.75rem]"}`}>
      <span className="sr-only">{`${symbol} ${price}, ${rising ? "up" : "down"} ${change}% in 24 hours, delayed`}</span>
      <span
        aria-hidden="true"
        title={price}
        className="flex items-baseline gap-2 py-3 pr-7 text-[0.8125rem] leading-[1.25rem] tabular-nums"
      >
        <span className="font-bold">{symbol}</span>
        <span>{price}</span>
        <span className={`font-semibold ${rising ? "text-up" : "text-down"}`}>
          <span className="text-[0.625rem]">{rising ? "▲" : "▼"}</span> {`${rising ? "+" : "-"}${change}%`}
        </span>
      </span>
    </li>
  );
}

/** The price strip under the header. */
export function TickerStrip({ items }) {
  const [paused, setPaused] = useState(false);
  return (
    <section aria-label="Market prices" className="border-y border-rule print:hidden">
      <div className="page-width flex min-h-11 flex-wrap items-center justify-end gap-x-2 max-lg:pr-1 max-lg:motion-reduce:pr-4 max-lg:noscript:pr-4">
        <section aria-label="Prices" className="ticker-window scroll-row min-w-0 flex-[1_1_8rem]">
          <div data-paused={paused} className="flex w-max">
            <ul className="flex shrink-0">
              {items.map((item) => (
                <Coin key={item.symbol} item={item} />
              ))}
            </ul>
          </div>
        </section>
        <p className="meta shrink-0">Demo prices</p>
        <button
          type="button"
          aria-label={paused ? "Play the price ticker" : "Pause the price ticker"}
          className={`${ICON_BUTTON} shrink-0 motion-reduce:hidden noscript:hidden`}
          onClick={() => setPaused(!paused)}
        >
          <Icon paths={paused ? ["M5 5l14 7l-14 7z"] : ["M14 3h5v18h-5z", "M5 3h5v18H5z"]} size={15} />
        </button>
      </div>
    </section>
  );
}
