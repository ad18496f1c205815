import type { ApiError } from "#shared/api-client.ts";

/** Number of times that an autosave is repeated after faults of the server, before words typed since may replace it. */
export const MAX_FAULTS = 3;

/** The event of a permanent rejection. */
export const rejectedBy = ({ code, detail = "The server rejected it." }: ApiError) => ({
  kind: "rejected" as const,
  code,
  detail,
});
