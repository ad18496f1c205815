import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { ReadCost } from "#shared/endpoint.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a call costs, where that is not an ordinary read: counted for each client, if it does cost. */
    cost?: ReadCost;
  }
}

/** A feature's routes under `/api`: a Fastify plugin whose schemas are zod. Paths have no trailing slash. */
export type ApiPlugin = FastifyPluginAsyncZod;

/** The id that stands in a path. What cannot be one is not there: throws NotFoundError with the sentence `unknown`. */
export function idIn(text: string, unknown: string): number {
  const id = parseId(text);
  if (id === null) throw new NotFoundError(unknown);
  return id;
}
