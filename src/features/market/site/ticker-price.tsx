import type { ComponentType, ReactElement } from "react";
import type { TickerItem } from "../schema.ts";
import { priceText } from "./price-text.ts";

type Props = {
  item: TickerItem;
  /** Shows the full price in a tooltip, once tooltips are loaded; until then the browser's own is used. */
  Tip: ComponentType<{ text: string; children: ReactElement }> | undefined;
};

/**
 * One coin: symbol, price and change. Read as one sentence with the full price. Its width is fixed, so that neither a
 * new price nor a late font moves its neighbours.
 */
export function TickerPrice(props: Props) {
  const { Tip } = props;
  const text = priceText(props.item);
  const figures = (
    <span
      aria-hidden="true"
      title={Tip ? undefined : text.full}
      className="flex items-baseline gap-2 py-3 pr-7 text-[0.8125rem] leading-[1.25rem] tabular-nums"
    >
      <span className="font-bold">{text.symbol}</span>
      <span>{text.price}</span>
      <span className={`font-semibold ${text.rising ? "text-up" : "text-down"}`}>
        <span className="text-[0.625rem]">{text.rising ? "▲" : "▼"}</span> {text.change}
      </span>
    </span>
  );
  return (
    <li className={`relative shrink-0 ${text.price.length > 7 ? "w-[13rem]" : "w-[11.75rem]"}`}>
      <span className="sr-only">{text.sentence}</span>
      {Tip ? <Tip text={`${text.symbol} ${text.full}`}>{figures}</Tip> : figures}
    </li>
  );
}
