import { ApiError, NetworkError } from "#shared/api-client.ts";

/** Responses of a proxy, or of the server itself, while it is away for a moment. */
const AWAY = [502, 503, 504];
/** Those that say nothing about what was sent either: the session has ended, or there is no room just now. */
const PASSING = [...AWAY, 401, 429, 507];

const isOneOf = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && statuses.includes(error.status));

/** Whether the server could not be reached: the failure says nothing about what was sent. */
export const isAway = (error: unknown): boolean => isOneOf(error, AWAY);

/** Whether a call that was not asked for may succeed later. */
export const isPassing = (error: unknown): boolean => isOneOf(error, PASSING);
