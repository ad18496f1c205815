import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { FrontEndpoints } from "../endpoints.ts";
import type { FrontKind } from "../rules.ts";
import type { Front, FrontBody } from "../schema.ts";

const fronts = editorClientOf<FrontEndpoints>();

/** A front page: all pages of a kind, or the one of a category, topic or series. */
export type Page = { kind: FrontKind; slug?: string | undefined };

type Seen = { front: Front; etag: string | null };

const keyOf = ({ kind, slug }: Page) => ["front", kind, slug ?? null];

async function read(api: EditorApi, { kind, slug }: Page): Promise<Seen> {
  const { body, etag } =
    slug === undefined
      ? await fronts.send(api, "GET /settings/fronts/:kind", { params: { kind } })
      : await fronts.send(api, "GET /settings/fronts/:kind/:slug", { params: { kind, slug } });
  return { front: body, etag };
}

async function write(api: EditorApi, { kind, slug }: Page, body: FrontBody, ifMatch: string | null): Promise<Seen> {
  const base = ifMatch !== null && { ifMatch };
  const saved =
    slug === undefined
      ? await fronts.send(api, "PUT /settings/fronts/:kind", { params: { kind }, body, ...base })
      : await fronts.send(api, "PUT /settings/fronts/:kind/:slug", { params: { kind, slug }, body, ...base });
  return { front: saved.body, etag: saved.etag };
}

export const versionsOf = ({ kind, slug }: Page) =>
  fronts.query("GET /fronts/versions", { query: { kind, limit: 50, ...(slug !== undefined && { slug }) } });

export async function previewOf(api: EditorApi, id: number): Promise<string> {
  return (await fronts.send(api, "POST /fronts/versions/:id/preview", { params: { id: String(id) } })).body.url;
}

const FAILURE = { title: "Error arranging the page", fallback: "Could not arrange the page" };

/** The arrangement of a page. Changes are sent in turn, each based on the version that the last one made. */
export function useFront(page: Page) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const stored = useQuery({ queryKey: keyOf(page), queryFn: () => read(api, page) });
  const [typed, setTyped] = useState<FrontBody | null>(null);
  const { isBusy, inTurn } = useTurns(() => setTyped(null));
  const refetch = () => client.invalidateQueries({ queryKey: keyOf(page) });
  const seen = () => client.getQueryData<Seen>(keyOf(page));

  const change = (body: FrontBody, title?: string) => {
    setTyped((before) => ({ ...before, ...body }));
    return inTurn(
      async () => {
        const before = seen();
        const saved = await write(api, page, body, before?.etag ?? null);
        client.setQueryData(keyOf(page), saved);
        await client.invalidateQueries({ queryKey: versionsOf(page).queryKey });
        if (!title || !before) return true;
        const { blocks, one_place_per_story } = before.front;
        const former: FrontBody = { blocks, one_place_per_story, status: "draft" };
        const undo = { label: "Undo", run: () => change(former, "Change undone") };
        show({ title, ...(body.status === "draft" && { action: undo }) });
        return true;
      },
      { ...FAILURE, onFailed: () => void refetch() },
      "front",
    );
  };

  const reset = () =>
    inTurn(
      async () => {
        const { kind, slug } = page;
        await (slug === undefined
          ? fronts.send(api, "DELETE /settings/fronts/:kind", { params: { kind } })
          : fronts.send(api, "DELETE /settings/fronts/:kind/:slug", { params: { kind, slug } }));
        await refetch();
        await client.invalidateQueries({ queryKey: versionsOf(page).queryKey });
        show({ title: "The page has its default arrangement" });
        return true;
      },
      { ...FAILURE, onFailed: () => void refetch() },
      "front",
    );
  const front = stored.data && { ...stored.data.front, ...(typed as Partial<Front> | null) };
  return { stored, front, isBusy, change, reset };
}
