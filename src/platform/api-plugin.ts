import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { ReadCost } from "#shared/endpoint.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The cost of a call that is counted per client, where it is not an ordinary read. */
    cost?: ReadCost;
  }
}

/** A feature's routes under `/api`: a Fastify plugin whose schemas are zod. Paths have no trailing slash. */
export type ApiPlugin = FastifyPluginAsyncZod;

/** Parses an id from a path. One that is invalid does not exist: throws NotFoundError with the sentence `unknown`. */
export function idIn(text: string, unknown: string): number {
  const id = parseId(text);
  if (id === null) throw new NotFoundError(unknown);
  return id;
}
