import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { serve } from "#platform/endpoints.ts";
import { InvalidError } from "#shared/errors.ts";
import { actorOf } from "#shared/viewer.ts";
import { calendarEndpoints } from "./endpoints.ts";
import { presentCalendar } from "./present.ts";
import { listPlanned } from "./queries.ts";
import { MAX_RANGE_MS } from "./rules.ts";

export type CalendarStore = { database: Database; clock: Clock };

/** Throws InvalidError unless it is a stretch of time, and no longer than one call shows. */
function rangeOf(query: { from: string; to: string }) {
  const range = { from: Date.parse(query.from), to: Date.parse(query.to) };
  const refuse = (detail: string) => new InvalidError(detail, { to: detail });
  if (range.to <= range.from) throw refuse("To must be later than from.");
  if (range.to - range.from > MAX_RANGE_MS) throw refuse("To must be at most 50 days after from.");
  return range;
}

export function calendarRoutes({ database, clock }: CalendarStore): ApiPlugin {
  return async (app) =>
    serve(app, calendarEndpoints, {
      "GET /calendar": async (call) => {
        const range = rangeOf(call.query);
        const now = clock.now();
        return presentCalendar(await listPlanned(database.db, actorOf(call), range, now), now);
      },
    });
}
