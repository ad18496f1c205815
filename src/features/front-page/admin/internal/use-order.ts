import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listsChanged } from "#features/articles/admin/list-cache.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-turns.ts";
import type { HomeList } from "../../rules.ts";
import type { HomeEntry, HomeOrder, HomeOrderBody } from "../../schema.ts";
import { arrangedIn, ORDER_KEY, readOrder, refetchOrder, type SeenOrder, saveOrder, setMember } from "../calls.ts";

const FAILURE = { title: "Error arranging the home page", fallback: "Could not arrange the home page" };

/** The order of the home page. Each change is shown and stored at once; the toast offers to undo it. */
export function useOrder() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const stored = useQuery({ queryKey: [...ORDER_KEY, "with version"], queryFn: () => readOrder(api) });
  const [shown, setShown] = useState<HomeOrder | null>(null);
  const seen = () => client.getQueryData<SeenOrder>([...ORDER_KEY, "with version"]) ?? null;
  const keep = (next: SeenOrder) => client.setQueryData([...ORDER_KEY, "with version"], next);
  const order = shown ?? stored.data?.order ?? null;
  const { isBusy, inTurn } = useTurns(() => setShown(null));
  const change = (job: () => Promise<void>) =>
    inTurn(job, { ...FAILURE, onFailed: () => void refetchOrder(client) }, "order");

  /** Shows `next` while `job` runs, and what is stored from then on. */
  async function store(next: HomeOrder, job: () => Promise<void>): Promise<void> {
    setShown(next);
    await change(job);
  }

  const save = async (body: HomeOrderBody) => keep(await saveOrder(api, body, seen()?.etag ?? null));

  const undoTo = (before: HomeOrder, first?: () => Promise<void>) => () =>
    change(async () => {
      await first?.();
      await save(arrangedIn(before));
      show({ title: "Change undone" });
    });

  /** Arranges one list. `title` says it in the toast. */
  async function arrange(list: HomeList, entries: HomeEntry[], title: string): Promise<void> {
    if (!order) return;
    const next = { ...order, [list]: entries };
    await store(next, async () => {
      await save(arrangedIn(next));
      show({ title, action: { label: "Undo", run: undoTo(order) } });
    });
  }

  /** Adds an article in the first place of a list, and with it the list's switch. */
  async function add(list: HomeList, id: number): Promise<void> {
    if (!order) return;
    const wanted = arrangedIn(order);
    const body = { ...wanted, [list]: [{ id }, ...wanted[list].filter((one) => one.id !== id)] };
    const wasMember = order[list].some((entry) => entry.id === id);
    const takeBack = () => setMember(api, list, id, false).then(() => refetchOrder(client));
    await store(order, async () => {
      await save(body);
      listsChanged(client);
      show({
        title: "Added to the home page",
        action: { label: "Undo", run: undoTo(order, wasMember ? undefined : takeBack) },
      });
    });
  }

  /** Takes an article from a list: its switch is cleared. */
  async function remove(list: HomeList, { id, title }: HomeEntry): Promise<void> {
    if (!order) return;
    const next = { ...order, [list]: order[list].filter((entry) => entry.id !== id) };
    const bringBack = () => setMember(api, list, id, true).then(() => refetchOrder(client));
    await store(next, async () => {
      await setMember(api, list, id, false);
      await refetchOrder(client);
      listsChanged(client);
      show({
        title: "Removed from the list",
        description: `“${title}”`,
        action: { label: "Undo", run: undoTo(order, bringBack) },
      });
    });
  }
  return { stored, order, isBusy, arrange, add, remove };
}
export type Order = ReturnType<typeof useOrder>;
