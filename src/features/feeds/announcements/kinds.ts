/** The kinds of tasks that send changes. Stored, so they must not change. */
export const INDEXNOW_TASK = "indexnow";
export const WEBSUB_TASK = "websub";

/** The result of such a task: the content version and the time in epoch milliseconds that it reached. */
export type Announced = { version: number; at: number /** Addresses. */; sent: number };
