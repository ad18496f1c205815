import type { QueryClient } from "@tanstack/react-query";
import { changeArticles } from "#features/articles/admin/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { FrontPageEndpoints } from "../endpoints.ts";
import { FLAG_OF, HOME_LISTS, type HomeList } from "../rules.ts";
import type { HomeOrder, HomeOrderBody } from "../schema.ts";

const home = editorClientOf<FrontPageEndpoints>();

/** The order as one version of it, which `If-Match` names. */
export type SeenOrder = { order: HomeOrder; etag: string | null };

/** The key under which the order is kept. */
export const ORDER_KEY = home.query("GET /home/order").queryKey;

/** Fetches the order with its version. Throws `ApiError` or `NetworkError`, as do the next calls. */
export async function readOrder(api: EditorApi): Promise<SeenOrder> {
  const { body, etag } = await home.send(api, "GET /home/order");
  return { order: body, etag };
}

/** What is arranged in an order, as it is sent. */
export function arrangedIn(order: HomeOrder): HomeOrderBody {
  const arranged = (list: HomeList) =>
    order[list].filter(({ place }) => place === "arranged").map(({ id, ends_at }) => ({ id, ends_at }));
  const [lead = [], picks = []] = HOME_LISTS.map(arranged);
  return { lead, picks };
}

/** Arranges the lists, unless somebody else has since the version that was seen (409). */
export async function saveOrder(api: EditorApi, body: HomeOrderBody, etag: string | null): Promise<SeenOrder> {
  const answer = await home.send(api, "PUT /home/order", { body, ...(etag !== null && { ifMatch: etag }) });
  return { order: answer.body, etag: answer.etag };
}

/** Makes an article a member of a list, or none. */
export async function setMember(api: EditorApi, list: HomeList, id: number, isMember: boolean): Promise<void> {
  const { failed } = await changeArticles(api, { ids: [id], change: { [FLAG_OF[list]]: isMember } });
  if (failed[0]) throw new ApiError(404, failed[0]);
}

export const refetchOrder = (client: QueryClient) => client.invalidateQueries({ queryKey: ORDER_KEY });
