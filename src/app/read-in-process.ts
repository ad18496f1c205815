import type { FastifyInstance } from "fastify";
import { ApiError, pagedAnswer, type ReadApi } from "#shared/api-client.ts";
import { IN_PROCESS } from "./read-limits.ts";

/** Asks the API without a network: the same handlers and shapes that a browser gets. */
export function readInProcess(app: FastifyInstance): ReadApi {
  return async (url, shape) => {
    const response = await app.inject({ method: "GET", url, remoteAddress: IN_PROCESS });
    const body = response.json();
    if (response.statusCode >= 400) throw new ApiError(response.statusCode, body);
    return shape === "body" ? body : pagedAnswer(body, (name) => response.headers[name]);
  };
}
