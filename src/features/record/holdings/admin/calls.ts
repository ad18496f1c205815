import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { HoldingEndpoints } from "../endpoints.ts";
import type { Holding } from "../schema.ts";

const holdings = editorClientOf<HoldingEndpoints>();

/** One's own register. */
export const ownHoldings = () => holdings.query("GET /accounts/holdings");

/** What somebody has registered; for those who manage people. */
export const holdingsOf = (id: number) => holdings.query("GET /accounts/users/:id/holdings", { params: { id } });

/** What is typed of a holding; `to` is empty while it is held. */
export type HoldingValues = Pick<Holding, "symbol" | "from"> & { to: string };

const bodyOf = ({ to, ...values }: HoldingValues) => ({ ...values, to: to === "" ? null : to });

/** Registers a holding, or changes the one of this id. Throws `ApiError` or `NetworkError`, as do all calls here. */
export async function saveHolding(api: EditorApi, id: number | undefined, values: HoldingValues): Promise<Holding> {
  const body = bodyOf(values);
  if (id === undefined) return (await holdings.send(api, "POST /accounts/holdings", { body })).body;
  return (await holdings.send(api, "PATCH /accounts/holdings/:id", { params: { id }, body })).body;
}

/** Says on which day a holding ended. */
export async function endHolding(api: EditorApi, id: number, to: string): Promise<void> {
  await holdings.send(api, "PATCH /accounts/holdings/:id", { params: { id }, body: { to } });
}

export async function removeHolding(api: EditorApi, id: number): Promise<void> {
  await holdings.send(api, "DELETE /accounts/holdings/:id", { params: { id } });
}
