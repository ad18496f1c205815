import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { ownVersions } from "#ui/admin/own-versions.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { SeriesPart } from "../endpoints.ts";
import { series } from "./series-form.ts";

const FAILURE = { title: "Error arranging the series", fallback: "Could not arrange the series" };

/** The articles of a series with their version, for `If-Match`. */
type Seen = { parts: SeriesPart[]; etag: string | null };

const keyOf = (id: number) => [
  ...series.query("GET /series/:slug/order", { params: { slug: id } }).queryKey,
  "with version",
];

async function readOrder(api: EditorApi, id: number): Promise<Seen> {
  const { body, etag } = await series.send(api, "GET /series/:slug/order", { params: { slug: id } });
  return { parts: body.articles, etag };
}

/** The articles of a series, shown as arranged while they are saved. Changes are saved in turn and can be undone. */
export function useSeriesOrder(id: number) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const stored = useQuery({ queryKey: keyOf(id), queryFn: () => readOrder(api, id) });
  const [versions] = useState(ownVersions);
  const [changed, setChanged] = useState<Seen | null>(null);
  const { isBusy, inTurn } = useTurns(() => setChanged(null));
  const shown = changed ?? stored.data ?? null;
  const versionAt = (etag: string | null) => ({ key: "order", etag });

  async function save(parts: readonly SeriesPart[], base: string | null): Promise<string | null> {
    const etag = versions.newestOf(versionAt(base));
    const response = await series.send(api, "PUT /series/:slug/order", {
      params: { slug: id },
      body: { articles: parts.map((part) => part.id) },
      ...(etag !== null && { ifMatch: etag }),
    });
    versions.note(versionAt(etag), response.etag);
    client.setQueryData<Seen>(keyOf(id), { parts: response.body.articles, etag: response.etag });
    countsChanged(client, id);
    return response.etag;
  }

  const change = (job: () => Promise<void>) =>
    inTurn(job, { ...FAILURE, onFailed: () => void client.invalidateQueries({ queryKey: keyOf(id) }) }, "order");

  async function arrange(parts: SeriesPart[], title: string): Promise<void> {
    if (!shown) return;
    const { parts: before, etag } = shown;
    setChanged({ parts, etag });
    await change(async () => {
      const version = await save(parts, etag);
      const undo = () =>
        change(async () => {
          await save(before, version);
          show({ title: "Change undone" });
        });
      show({ title, action: { label: "Undo", run: undo } });
    });
  }
  return { stored, parts: shown?.parts ?? null, isBusy, arrange };
}

/** Refetches all about series except this order, which is known. */
const countsChanged = (client: QueryClient, id: number) =>
  void client.invalidateQueries({
    predicate: ({ queryKey }) =>
      JSON.stringify(queryKey).includes("/series") && JSON.stringify(queryKey) !== JSON.stringify(keyOf(id)),
  });
