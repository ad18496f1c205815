import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listsChanged } from "#features/articles/admin/list-cache.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { HomeList } from "../../rules.ts";
import type { HomeEntry, HomeOrder } from "../../schema.ts";
import { arrangedIn, ORDER_KEY, readOrder, refetchOrder, type SeenOrder, saveOrder, setMember } from "../calls.ts";

const FAILURE = { title: "Error arranging the home page", fallback: "Could not arrange the home page" };

/** The order of the home page. Each change is shown and stored at once; the toast offers to undo it. */
export function useOrder() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const stored = useQuery({ queryKey: [...ORDER_KEY, "with version"], queryFn: () => readOrder(api) });
  const [shown, setShown] = useState<HomeOrder | null>(null);
  const seen = () => client.getQueryData<SeenOrder>([...ORDER_KEY, "with version"]) ?? null;
  const keep = (next: SeenOrder) => client.setQueryData([...ORDER_KEY, "with version"], next);

  /** Shows `next` while `job` runs, and what is stored from then on. */
  async function store(next: HomeOrder, job: () => Promise<void>, failure = FAILURE): Promise<void> {
    setShown(next);
    await run(job, { ...failure, onFailed: () => void refetchOrder(client) });
    setShown(null);
  }

  const undoTo = (before: HomeOrder, first?: () => Promise<void>) => async () => {
    await run(
      async () => {
        await first?.();
        keep(await saveOrder(api, arrangedIn(before), seen()?.etag ?? null));
        show({ title: "Change undone" });
      },
      { ...FAILURE, onFailed: () => void refetchOrder(client) },
    );
  };

  /** Arranges one list. `title` says it in the toast. */
  async function arrange(list: HomeList, entries: HomeEntry[], title: string): Promise<void> {
    const before = seen();
    if (!before) return;
    const next = { ...before.order, [list]: entries };
    await store(next, async () => {
      keep(await saveOrder(api, arrangedIn(next), before.etag));
      show({ title, action: { label: "Undo", run: undoTo(before.order) } });
    });
  }

  /** Adds an article in the first place of a list, and with it the list's switch. */
  async function add(list: HomeList, id: number): Promise<void> {
    const before = seen();
    if (!before) return;
    const wanted = arrangedIn(before.order);
    const body = { ...wanted, [list]: [{ id }, ...wanted[list].filter((one) => one.id !== id)] };
    const wasMember = before.order[list].some((entry) => entry.id === id);
    const takeBack = () => setMember(api, list, id, false).then(() => refetchOrder(client));
    await store(before.order, async () => {
      keep(await saveOrder(api, body, before.etag));
      listsChanged(client);
      show({
        title: "Added to the home page",
        action: { label: "Undo", run: undoTo(before.order, wasMember ? undefined : takeBack) },
      });
    });
  }

  /** Takes an article from a list: its switch is cleared. */
  async function remove(list: HomeList, { id, title }: HomeEntry): Promise<void> {
    const before = seen();
    if (!before) return;
    const next = { ...before.order, [list]: before.order[list].filter((entry) => entry.id !== id) };
    const bringBack = () => setMember(api, list, id, true).then(() => refetchOrder(client));
    await store(next, async () => {
      await setMember(api, list, id, false);
      await refetchOrder(client);
      listsChanged(client);
      show({
        title: "Removed from the list",
        description: `“${title}”`,
        action: { label: "Undo", run: undoTo(before.order, bringBack) },
      });
    });
  }
  return { stored, order: shown ?? stored.data?.order ?? null, isBusy, arrange, add, remove };
}
export type Order = ReturnType<typeof useOrder>;
