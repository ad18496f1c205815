import { trustedPolicy } from "#shared/trusted-types.ts";

/** For content and other HTML of the backend, which has sanitised it. */
export const contentPolicy = trustedPolicy("jarida-content", { createHTML: (html) => html });
