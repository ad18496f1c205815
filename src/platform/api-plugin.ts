import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";

/** A feature's routes under `/api`: a Fastify plugin whose schemas are zod. Paths have no trailing slash. */
export type ApiPlugin = FastifyPluginAsyncZod;
