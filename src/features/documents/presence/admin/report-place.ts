import { PLACE_INTERVAL_MS } from "../rules.ts";
import type { Place } from "../schema.ts";

/**
 * Reports the user's position at most once per interval, and only while others have the document open. `send` rejects
 * if the report did not arrive.
 */
export function reportPlaces(send: (place: Place) => Promise<unknown>) {
  let latest: Place | null = null;
  let sent = "";
  let hasOthers = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const text = JSON.stringify(latest);
    if (!latest || !hasOthers || text === sent) return;
    sent = text;
    // The next move tries again.
    send(latest).catch(() => {
      sent = "";
    });
  };
  const soon = () => {
    timer ??= setTimeout(flush, PLACE_INTERVAL_MS);
  };
  return {
    moveTo(place: Place): void {
      // Typing in a block does not change the position.
      if (latest?.field === place.field && latest.block?.at === place.block?.at && isAround(latest, place)) return;
      latest = place;
      soon();
    },
    setHasOthers(is: boolean): void {
      hasOthers = is;
      soon();
    },
    /** Called when the server has lost the position, to send it again. */
    restart(): void {
      sent = "";
      soon();
    },
    close: () => clearTimeout(timer),
  };
}

/** Whether the blocks around two positions are equal. */
const isAround = (one: Place, other: Place) =>
  one.block?.near[0] === other.block?.near[0] && one.block?.near[2] === other.block?.near[2];
