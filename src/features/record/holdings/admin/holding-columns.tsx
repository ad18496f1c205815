import { longDate } from "#shared/dates.ts";
import type { Column } from "#ui/admin/data-table.tsx";
import type { Holding } from "../schema.ts";

/** What a register shows of each holding. */
export const HOLDING_COLUMNS: Column<Holding>[] = [
  {
    label: "Symbol",
    card: "title",
    cell: ({ symbol, is_current }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{symbol}</span>
        {is_current && <span className="ml-2 whitespace-nowrap text-sm text-up">Held now</span>}
      </span>
    ),
  },
  {
    label: "From",
    className: "tabular-nums as-rows:w-44",
    cell: ({ from }) => <time dateTime={from}>{longDate(from)}</time>,
  },
  {
    label: "Until",
    className: "tabular-nums as-rows:w-44",
    cell: ({ to }) => (to === null ? "Still held" : <time dateTime={to}>{longDate(to)}</time>),
  },
];
