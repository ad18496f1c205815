import { ArrowLeft, ArrowRight } from "lucide";
import { RowButton } from "#ui/admin/ordered-rows.tsx";
import type { Block, BlockPlace } from "../rules.ts";
import { KIND_LABELS, PLACE_LABELS } from "./names.ts";

/** From start to end, as pages have them. */
const COLUMNS: readonly BlockPlace[] = ["main", "wide", "side"];
/** Moves a block to the column before or after its own, by keys as well. */
export function ColumnButtons({ block, onChange }: { block: Block; onChange: (place: BlockPlace) => void }) {
  const name = KIND_LABELS[block.kind];
  const at = COLUMNS.indexOf(block.place);
  const button = (to: BlockPlace | undefined, side: "start" | "end") => (
    <RowButton
      label={to ? `${PLACE_LABELS[to]}: ${name}` : `Already at the ${side}: ${name}`}
      icon={side === "start" ? ArrowLeft : ArrowRight}
      isOff={to === undefined}
      onClick={() => to && onChange(to)}
    />
  );
  return (
    <span className="flex min-h-11.5 items-center">
      {button(COLUMNS[at - 1], "start")}
      {button(COLUMNS[at + 1], "end")}
    </span>
  );
}
