import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listsChanged } from "#features/articles/admin/list-cache.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { HomeList } from "../../rules.ts";
import type { HomeEntry, HomeOrder } from "../../schema.ts";
import { arrangedIn, refetchOrder } from "../calls.ts";
import { useStoredOrder } from "./use-stored-order.ts";

const FAILURE = { title: "Error arranging the home page", fallback: "Could not arrange the home page" };

/** An order that is shown, and the version that it was made of. */
type Shown = { order: HomeOrder; base: string | null };

/** The order of the home page. Each change is shown and stored at once; the toast offers to undo it. */
export function useOrder() {
  const client = useQueryClient();
  const show = useToast();
  const { stored, save, switchMember } = useStoredOrder();
  const [changed, setChanged] = useState<Shown | null>(null);
  const { isBusy, inTurn } = useTurns(() => setChanged(null));
  const shown: Shown | null = changed ?? (stored.data ? { order: stored.data.order, base: stored.data.etag } : null);
  const change = (job: () => Promise<void>) =>
    inTurn(job, { ...FAILURE, onFailed: () => void refetchOrder(client) }, "order");

  /** Shows `next` while `job` runs, and what is stored from then on. */
  async function store(next: Shown, job: () => Promise<void>): Promise<void> {
    setChanged(next);
    await change(job);
  }

  /** Goes back to an order from the one of version `base`; `first` resolves with the version that it leaves. */
  const undoTo =
    (before: HomeOrder, base: string | null, first = async (version: string | null) => version) =>
    () =>
      change(async () => {
        const { hides_repeats } = before;
        await save({ ...arrangedIn(before), hides_repeats }, await first(base));
        show({ title: "Change undone" });
      });

  /** Arranges one list. `title` says it in the toast. */
  async function arrange(list: HomeList, entries: HomeEntry[], title: string): Promise<void> {
    if (!shown) return;
    const { order, base } = shown;
    const next = { ...order, [list]: entries };
    await store({ order: next, base }, async () => {
      const version = await save(arrangedIn(next), base);
      show({ title, action: { label: "Undo", run: undoTo(order, version) } });
    });
  }

  /** Sets whether the page shows each story only once. */
  async function hideRepeats(hides_repeats: boolean): Promise<void> {
    if (!shown) return;
    const { order, base } = shown;
    await store({ order: { ...order, hides_repeats }, base }, async () => {
      const version = await save({ ...arrangedIn(order), hides_repeats }, base);
      const title = hides_repeats ? "Each story is shown only once" : "Sections show their full lists";
      show({ title, action: { label: "Undo", run: undoTo(order, version) } });
    });
  }

  /** Adds an article in the first place of a list, and with it the list's switch. */
  async function add(list: HomeList, id: number): Promise<void> {
    if (!shown) return;
    const { order, base } = shown;
    const wanted = arrangedIn(order);
    const body = { ...wanted, [list]: [{ id }, ...wanted[list].filter((one) => one.id !== id)] };
    const wasMember = order[list].some((entry) => entry.id === id);
    const takeBack = (version: string | null) => switchMember({ list, id, isMember: false }, wanted, version);
    await store(shown, async () => {
      const version = await save(body, base);
      listsChanged(client);
      show({
        title: "Added to the home page",
        action: { label: "Undo", run: undoTo(order, version, wasMember ? undefined : takeBack) },
      });
    });
  }

  /** Takes an article from a list: its switch is cleared. */
  async function remove(list: HomeList, { id, title }: HomeEntry): Promise<void> {
    if (!shown) return;
    const { order, base } = shown;
    const next = { ...order, [list]: order[list].filter((entry) => entry.id !== id) };
    const bringBack = (version: string | null) =>
      switchMember({ list, id, isMember: true }, arrangedIn(order), version);
    await store({ order: next, base }, async () => {
      const version = await switchMember({ list, id, isMember: false }, arrangedIn(next), base);
      listsChanged(client);
      show({
        title: "Removed from the list",
        description: `“${title}”`,
        action: { label: "Undo", run: undoTo(order, version, bringBack) },
      });
    });
  }
  return { stored, order: shown?.order ?? null, isBusy, arrange, hideRepeats, add, remove };
}
export type Order = ReturnType<typeof useOrder>;
