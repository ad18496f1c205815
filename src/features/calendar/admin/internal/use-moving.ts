import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { calendarChanged, type Moved, moveBack, moveTo } from "../calls.ts";
import { dayTime } from "../day-time.ts";
import { type Item, isMovable, whyFixed } from "./items.ts";
import { whenWords } from "./words.ts";

/** An item that is shown at another place than the one that is stored. */
export type Shifted = { item: Item; instant: number };

/** Moves items, each at once; the toast offers to undo it. `zone` is the newsroom's. */
export function useMoving(zone: string) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { run } = useCall();
  const [moving, setMoving] = useState<Shifted | null>(null);

  const undo = (moved: Moved) =>
    run(
      async () => {
        const { instant } = moved.item;
        if (instant !== null && instant <= Date.now())
          return show({
            title: "Not undone",
            description: "The time that it had is past now.",
            variant: "destructive",
          });
        await moveBack(api, moved);
        show({ title: "Move undone" });
        await calendarChanged(client);
      },
      {
        ...{ title: "Error undoing the move", fallback: "Could not undo the move" },
        onFailed: () => void calendarChanged(client),
      },
    );

  /** Moves an item to a time (epoch milliseconds); resolves when the calendar shows what is stored. */
  async function move(item: Item, at: number): Promise<void> {
    if (at === item.instant) return;
    if (!isMovable(item)) return show({ title: "It cannot be moved", description: whyFixed(item) });
    if (at <= Date.now()) {
      const description = `${whenWords(dayTime(at, zone))} has gone by. Choose a time to come.`;
      return show({ title: "This time is past", description, variant: "destructive" });
    }
    setMoving({ item, instant: at });
    await run(
      async () => {
        const moved = await moveTo(api, item, at);
        show({
          title: item.kind === "draft" ? "Article scheduled" : "Moved",
          description: `“${item.title}”: ${whenWords(dayTime(at, zone))}`,
          action: { label: "Undo", run: () => void undo(moved) },
        });
      },
      { title: "Error moving", fallback: "Could not move it" },
    );
    await calendarChanged(client);
    setMoving(null);
  }
  return { move, moving };
}
