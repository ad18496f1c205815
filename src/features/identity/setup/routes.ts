import { loginClient } from "#features/identity/accounts/policy.ts";
import { DEVICE_HEADER } from "#features/identity/accounts/rules.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { readSetup, type SetupParts, setUp } from "./commands.ts";
import { setupEndpoints } from "./endpoints.ts";

export function setupRoutes(parts: SetupParts): ApiPlugin {
  return async (app) =>
    serve(app, setupEndpoints, {
      "POST /setup/check": async ({ body }, reply) => {
        reply.header("cache-control", "no-store");
        return readSetup(parts, body.token);
      },
      "POST /setup": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { tokens, device } = await setUp(parts, call.body, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },
    });
}
