import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { createStreams } from "./internal/streams.ts";
import { presenceJobs } from "./jobs.ts";
import { presenceRoutes } from "./routes.ts";

type Deps = { database: Database; clock: Clock; log: FastifyBaseLogger };

/** Who has which article open. */
export function presenceFeature({ database, clock, log }: Deps): Feature {
  const streams = createStreams({ database, clock, log });
  return {
    routes: [presenceRoutes({ database, clock, streams, log })],
    jobs: presenceJobs(streams),
    close: streams.closeAll,
  };
}
