import { findUser } from "#features/identity/accounts/queries.ts";
import { NO_ACCOUNT } from "#features/identity/accounts/rules.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { NotFoundError } from "#shared/errors.ts";
import { accountOf, actorOf, type WithViewer } from "#shared/viewer.ts";
import { addHolding, changeHolding, type HoldingStore, removeHolding } from "./commands.ts";
import type { Holding } from "./endpoints.ts";
import { holdingEndpoints } from "./endpoints.ts";
import { type HoldingRow, listHoldings, newsroomDay, presentHolding } from "./queries.ts";
import { NO_HOLDING } from "./rules.ts";

export const presentHoldings = (rows: HoldingRow[], day: string): Holding[] =>
  rows
    .map((row) => presentHolding(row, day))
    .toSorted((one, other) => Number(other.is_current) - Number(one.is_current));

const ownerOf = (call: WithViewer) => ({ by: actorOf(call), accountId: accountOf(call) });
const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, "holding_not_found", NO_HOLDING);

/** Users manage their own register; those who manage people read all. */
export function holdingRoutes(store: HoldingStore): ApiPlugin {
  const { db } = store.database;
  const today = () => newsroomDay(db, store.clock.now());
  return async (app) =>
    serve(app, holdingEndpoints, {
      "GET /accounts/holdings": async (call) => presentHoldings(await listHoldings(db, accountOf(call)), await today()),

      "POST /accounts/holdings": (call) => addHolding(store, ownerOf(call), call.body),

      "PATCH /accounts/holdings/:id": (call) => changeHolding(store, ownerOf(call), idOf(call), call.body),

      "DELETE /accounts/holdings/:id": (call) => removeHolding(store, ownerOf(call), idOf(call)),

      "GET /accounts/users/:id/holdings": async ({ params }) => {
        const id = idIn(params.id, "account_not_found", NO_ACCOUNT);
        if (!(await findUser(db, id))) throw new NotFoundError("account_not_found", NO_ACCOUNT);
        return presentHoldings(await listHoldings(db, id), await today());
      },
    });
}
