import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ownVersions } from "#ui/admin/own-versions.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Failure } from "#ui/admin/use-call.ts";
import { useTurns } from "#ui/admin/use-call.ts";
import { calendarChanged, moveBack, moveTo } from "../calls.ts";
import { dayTime } from "../day-time.ts";
import { type Item, isMovable, whyFixed } from "./items.ts";
import { whenWords } from "./words.ts";

/** An item that is shown at another place than the one that is stored. */
export type Shifted = { item: Item; instant: number };

const FAILURE = { title: "Error moving", fallback: "Could not move it" };
const UNDO_FAILURE = { title: "Error undoing the move", fallback: "Could not undo the move" };

/**
 * Moves items: each is shown at once, they are stored one after another, and the toast offers to undo it. `zone` is the
 * newsroom's.
 */
export function useMoving(zone: string) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { inTurn } = useTurns();
  const [versions] = useState(ownVersions);
  const [moving, setMoving] = useState<readonly Shifted[]>([]);

  /** Changes an item at its newest version, when those before it are stored. */
  const change = (item: Item, job: (item: Item) => Promise<string | null>, failure: Failure) =>
    inTurn(
      async () => {
        const etag = versions.newestOf(item);
        versions.note({ ...item, etag }, await job({ ...item, etag }));
      },
      failure,
      item.key,
    );

  /** `item` is as it was before the move, at the version that the move left it at. */
  async function undo(item: Item): Promise<void> {
    await change(
      item,
      async (newest) => {
        if (item.instant !== null && item.instant <= Date.now()) {
          show({ title: "Not undone", description: "The time that it had is past now.", variant: "destructive" });
          return newest.etag;
        }
        const etag = await moveBack(api, newest);
        show({ title: "Move undone" });
        return etag;
      },
      UNDO_FAILURE,
    );
    await calendarChanged(client);
  }

  /** Moves an item to a time (epoch milliseconds); resolves when the calendar shows what is stored. */
  async function move(item: Item, at: number): Promise<void> {
    if (at === item.instant) return;
    if (!isMovable(item)) return show({ title: "It cannot be moved", description: whyFixed(item) });
    if (at <= Date.now()) {
      const description = `${whenWords(dayTime(at, zone))} has gone by. Choose a time to come.`;
      return show({ title: "This time is past", description, variant: "destructive" });
    }
    const shifted = { item, instant: at };
    setMoving((before) => [...before.filter((one) => one.item.key !== item.key), shifted]);
    await change(
      item,
      async (newest) => {
        const etag = await moveTo(api, newest, at);
        show({
          title: item.kind === "draft" ? "Article scheduled" : "Moved",
          description: `“${item.title}”: ${whenWords(dayTime(at, zone))}`,
          action: { label: "Undo", run: () => void undo({ ...item, etag }) },
        });
        return etag;
      },
      FAILURE,
    );
    await calendarChanged(client);
    setMoving((before) => before.filter((one) => one !== shifted));
  }
  return { move, moving };
}
