import { useEffect, useState } from "react";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import type { ArticleForm } from "../article-type.ts";
import { roomState } from "./room-state.ts";

/** How often the words are compared with the clock: a scheduled article becomes public, a time another day's. */
const TICK_MS = 30_000;

/** The state of the work in words. Not announced: toasts tell what was saved, and what was not. */
export function StateLine({ form, savedAt }: { form: ArticleForm; savedAt: number | null }) {
  const { base, draft, autosave, isBusy, isUnsaved, isWaiting } = form;
  const { isRefused } = draft;
  const zone = useNewsroomZone() ?? "UTC";
  const state = roomState(
    { stored: base, savedAt, autosave, isBusy, isUnsaved, isWaiting, isKept: draft.keptAt !== null, isRefused, zone },
    useNow(),
  );
  return (
    <>
      <p className={`text-sm tabular-nums ${state.isWarning ? "font-medium text-down" : "text-faint"}`}>
        {state.words}
      </p>
      <p role="alert" className="text-sm font-medium text-down empty:hidden">
        {isRefused &&
          !isWaiting &&
          "This browser keeps no unsaved text: its storage is full or turned off. Save your work often."}
      </p>
    </>
  );
}

/** The time of this rendering, and of one more every tick: what was published just now is not ahead of an older time. */
function useNow(): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
