import type { RequestStore } from "#features/documents/requests/commands.ts";
import { ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { actorOf } from "#shared/viewer.ts";
import { approveText, type RuleStore, updateRule, withdrawApprovals } from "./commands.ts";
import { type ApprovalTable, approvalEndpoints, ruleEndpoints } from "./endpoints.ts";
import { describeRule, readRule, reviewOf } from "./queries.ts";

export function reviewRoutes(store: RuleStore): ApiPlugin {
  const { database, clock, kinds } = store;
  const { db } = database;
  return async (app) => {
    serve(app, ruleEndpoints, {
      "GET /settings/review": async (_call, reply) => {
        const rule = await describeRule(db, await readRule(db));
        return tagged(reply, settingVersion(rule), rule);
      },
      "PUT /settings/review": async (call, reply) => {
        const { held, ...rule } = await updateRule(store, actorOf(call), call.body, isCurrentFor(call));
        return tagged(reply, settingVersion(rule), { ...rule, held });
      },
    });
    for (const kind of kinds)
      serve(
        app,
        ofDocuments(kind, approvalEndpoints(kind.permissions)),
        ofDocuments(kind, approvals({ database, clock, kind })),
      );
  };
}

function approvals(store: RequestStore): Handlers<ApprovalTable> {
  const { database, kind } = store;
  const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, `${kind.type}_not_found`, kind.unknown);
  return {
    "GET /:id/review": async (call) => {
      const [actor, id] = [actorOf(call), idOf(call)];
      await kind.authorize(database.db, actor, "read", id);
      return reviewOf(database.db, kind, id, actor.accountId);
    },
    "POST /:id/approvals": (call) =>
      approveText(store, actorOf(call), idOf(call), {
        ifMatch: call.headers["if-match"],
        override: call.body?.override_reason,
      }),
    "DELETE /:id/approvals": (call) => withdrawApprovals(store, actorOf(call), idOf(call)),
  };
}
