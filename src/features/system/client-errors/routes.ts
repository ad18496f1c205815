import type { FastifyBaseLogger } from "fastify";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { clientErrorEndpoints } from "./endpoints.ts";

/** Writes errors of the admin area, which happen in browsers, to the server's log. */
export const clientErrorRoutes =
  (log: Pick<FastifyBaseLogger, "error">): ApiPlugin =>
  async (app) =>
    serve(app, clientErrorEndpoints, {
      "POST /system/client-errors": async (call) => {
        log.error({ account: actorOf(call).accountId, browserError: call.body }, "a screen of the admin area failed");
        return null;
      },
    });
