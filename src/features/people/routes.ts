import type { Database } from "#db/open.ts";
import { changeUser, removeUser } from "#features/accounts/commands.ts";
import { actorOf } from "#features/accounts/policy.ts";
import { pageUsers } from "#features/accounts/queries.ts";
import { NO_ACCOUNT } from "#features/accounts/rules.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { serve } from "#platform/endpoints.ts";
import type { Actor } from "#shared/actor.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { authorize } from "#shared/permissions.ts";
import { peopleEndpoints } from "./endpoints.ts";
import { presentUser } from "./present.ts";

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, NO_ACCOUNT);

export type PeopleParts = {
  database: Database;
  clock: Clock;
  /** Erases all that is kept about a person, the login included. */
  erase: (by: Actor, accountId: number) => Promise<void>;
};

/** Who can log in, and what each may do. */
export function peopleRoutes({ database, clock, erase }: PeopleParts): ApiPlugin {
  return async (app) =>
    serve(app, peopleEndpoints, {
      "GET /accounts/users": async ({ query }, reply) => {
        const { rows, total } = await pageUsers(database.db, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentUser);
      },

      "PATCH /accounts/users/:id": async (call) =>
        presentUser(await changeUser(database, clock, actorOf(call), idOf(call), call.body)),

      "DELETE /accounts/users/:id": async (call) => {
        const [by, id] = [actorOf(call), idOf(call)];
        if (!call.query.erase) return removeUser(database, clock, by, id);
        authorize(by, "personal_data.manage");
        return erase(by, id);
      },
    });
}
