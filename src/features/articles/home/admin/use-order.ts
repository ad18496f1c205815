import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeArticles, listsChanged } from "#features/articles/admin/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { ownVersions } from "#ui/admin/own-versions.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { FrontPageEndpoints, HomeEntry, HomeOrder, HomeOrderBody } from "../endpoints.ts";
import { FLAG_OF, HOME_LISTS, type HomeList, partSections, SHOWN } from "../rules.ts";

const FAILURE = { title: "Error arranging the home page", fallback: "Could not arrange the home page" };

type Shown = { order: HomeOrder; base: string | null };

export function useOrder() {
  const client = useQueryClient();
  const show = useToast();
  const { stored, save, switchMember } = useStoredOrder();
  const [changed, setChanged] = useState<Shown | null>(null);
  const { isBusy, inTurn } = useTurns(() => setChanged(null));
  const shown: Shown | null = changed ?? (stored.data ? { order: stored.data.order, base: stored.data.etag } : null);
  const change = (job: () => Promise<void>) =>
    inTurn(job, { ...FAILURE, onFailed: () => void refetchOrder(client) }, "order");

  async function store(next: Shown, job: () => Promise<void>): Promise<void> {
    setChanged(next);
    await change(job);
  }

  /** Restores an order from the one of version `base`; `first` resolves with the version that it replaces. */
  const undoTo =
    (before: HomeOrder, base: string | null, first = async (version: string | null) => version) =>
    () =>
      change(async () => {
        const { hides_repeats } = before;
        await save({ ...arrangedIn(before), hides_repeats }, await first(base));
        show({ title: "Change undone" });
      });

  async function arrange(list: HomeList, entries: HomeEntry[], title: string): Promise<void> {
    if (!shown) return;
    const { order, base } = shown;
    const next = { ...order, [list]: entries };
    await store({ order: next, base }, async () => {
      const version = await save(arrangedIn(next), base);
      show({ title, action: { label: "Undo", run: undoTo(order, version) } });
    });
  }

  async function hideRepeats(hides_repeats: boolean): Promise<void> {
    if (!shown) return;
    const { order, base } = shown;
    await store({ order: { ...order, hides_repeats }, base }, async () => {
      const version = await save({ ...arrangedIn(order), hides_repeats }, base);
      const title = hides_repeats ? "Each story is shown only once" : "Sections show their full lists";
      show({ title, action: { label: "Undo", run: undoTo(order, version) } });
    });
  }

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

/**
 * The stored order. A change is based on a version, `base`, and resolves with the new one, so that it never overwrites
 * another user's order that was fetched in between.
 */
function useStoredOrder() {
  const api = useEditorApi();
  const client = useQueryClient();
  const stored = useQuery({ queryKey: KEY, queryFn: () => readOrder(api) });
  const [versions] = useState(ownVersions);
  const orderAt = (etag: string | null) => ({ key: "order", etag });

  async function save(body: HomeOrderBody, base: string | null): Promise<string | null> {
    const etag = versions.newestOf(orderAt(base));
    const next = await saveOrder(api, body, etag);
    versions.note(orderAt(etag), next.etag);
    client.setQueryData(KEY, next);
    return next.etag;
  }

  /**
   * Sets an article's switch. Keeps the version `base` unless the result is `expected`: other differences are another
   * user's.
   */
  async function switchMember(
    { list, id, isMember }: { list: HomeList; id: number; isMember: boolean },
    expected: HomeOrderBody,
    base: string | null,
  ): Promise<string | null> {
    await setMember(api, list, id, isMember);
    await refetchOrder(client);
    const now = client.getQueryData<SeenOrder>(KEY);
    if (!now || JSON.stringify(arrangedIn(now.order)) !== JSON.stringify(expected)) return base;
    versions.note(orderAt(base), now.etag);
    return now.etag;
  }
  return { stored, save, switchMember };
}

const home = editorClientOf<FrontPageEndpoints>();

/** A version of the order, for `If-Match`. */
export type SeenOrder = { order: HomeOrder; etag: string | null };

export const ORDER_KEY = home.query("GET /home/order").queryKey;
const KEY = [...ORDER_KEY, "with version"];

export async function readOrder(api: EditorApi): Promise<SeenOrder> {
  const { body, etag } = await home.send(api, "GET /home/order");
  return { order: body, etag };
}

export function arrangedIn(order: HomeOrder): HomeOrderBody {
  const arranged = (list: HomeList) =>
    order[list].filter(({ place }) => place === "arranged").map(({ id, ends_at }) => ({ id, ends_at }));
  const [lead = [], picks = []] = HOME_LISTS.map(arranged);
  return { lead, picks };
}

/** Arranges the lists; 409 if another user has changed them since that version. */
export async function saveOrder(api: EditorApi, body: HomeOrderBody, etag: string | null): Promise<SeenOrder> {
  const response = await home.send(api, "PUT /home/order", { body, ...(etag !== null && { ifMatch: etag }) });
  return { order: response.body, etag: response.etag };
}

export async function setMember(api: EditorApi, list: HomeList, id: number, isMember: boolean): Promise<void> {
  const { failed } = await changeArticles(api, { ids: [id], change: { [FLAG_OF[list]]: isMember } });
  if (failed[0]) throw new ApiError(404, failed[0]);
}

export const refetchOrder = (client: QueryClient) => client.invalidateQueries({ queryKey: ORDER_KEY });

export function partsOf(entries: readonly HomeEntry[]) {
  const of = (place: HomeEntry["place"]) => entries.filter((entry) => entry.place === place);
  return { arranged: of("arranged"), byDate: of("by_date"), ended: of("ended") };
}

export function placedAt(entries: readonly HomeEntry[], id: number, at: number): HomeEntry[] {
  const entry = entries.find((one) => one.id === id);
  if (!entry) return [...entries];
  const { arranged, byDate, ended } = partsOf(entries.filter((one) => one.id !== id));
  const hasEnded = entry.place === "ended";
  const placed = { ...entry, place: "arranged" as const, ends_at: hasEnded ? null : entry.ends_at };
  return [...arranged.toSpliced(Math.max(0, Math.min(at, arranged.length)), 0, placed), ...byDate, ...ended];
}

export function byDateAgain(entries: readonly HomeEntry[], id: number): HomeEntry[] {
  const entry = entries.find((one) => one.id === id);
  if (!entry) return [...entries];
  const { arranged, byDate, ended } = partsOf(entries.filter((one) => one.id !== id));
  const rest = [...byDate, { ...entry, place: "by_date" as const, ends_at: null }];
  const dateOf = ({ published_date: date }: HomeEntry) => Date.parse(date ?? "") || 0;
  return [...arranged, ...rest.sort((a, b) => dateOf(b) - dateOf(a) || b.id - a.id), ...ended];
}

export const endingAt = (entries: readonly HomeEntry[], id: number, endsAt: string | null): HomeEntry[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ends_at: endsAt } : entry));

/** The stories of each section, in order. */
export function sectionsOf({ lead, picks, hides_repeats }: HomeOrder): Record<"lead" | "choice" | "picks", number[]> {
  const visible = { lead: publicIds(lead), picks: publicIds(picks) };
  if (hides_repeats) return partSections({ ...visible, latest: [] });
  // Each list separately: both sections of picks start with the same story.
  return {
    lead: partSections({ lead: visible.lead, picks: [], latest: [] }).lead,
    choice: partSections({ lead: [], picks: visible.picks, latest: [] }).choice,
    picks: visible.picks.slice(0, SHOWN.picks),
  };
}

export function shownOf(order: HomeOrder): Record<HomeList, Set<number>> {
  const { lead, choice, picks } = sectionsOf(order);
  return { lead: new Set(lead), picks: new Set([...choice, ...picks]) };
}

const publicIds = (entries: readonly HomeEntry[]) =>
  entries
    .filter(
      ({ status, published_date: date, place }) =>
        status === "published" && place !== "ended" && date !== null && Date.parse(date) <= Date.now(),
    )
    .map(({ id }) => id);
