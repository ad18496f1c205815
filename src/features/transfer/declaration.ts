import type { Declaration } from "#shared/declaration.ts";

/**
 * Moves publications in from other systems, and out of this one. Promises: an import shows readers nothing before its release,
 * raises no visibility, mails nobody, and can be undone; an export holds everything that its format can hold.
 */
export const transfer = {} as const satisfies Declaration;
