import { ApiError, NetworkError } from "#shared/api-client.ts";

/** Responses that say nothing about what was sent: the server is away for a moment, or the session has ended. */
const PASSING = [401, 429, 502, 503, 504, 507];

/** Whether a call that was not asked for may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && PASSING.includes(error.status));
