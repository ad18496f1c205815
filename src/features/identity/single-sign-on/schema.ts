import { z } from "zod";
import { text } from "#shared/schema.ts";
import { isStorable } from "#shared/text.ts";

const MAX_CLAIM = 320;
const MAX_GROUPS = 1_000;
const MAX_METHODS = 50;

/** What a provider says of a person (OpenID Connect Core 1.0, 5.1); whatever else it says is not looked at. */
export const claims = z.object({
  sub: z.string().min(1).max(MAX_CLAIM).refine(isStorable),
  email: z.string().max(MAX_CLAIM).optional().catch(undefined),
  // Some send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional()
    .catch(undefined),
  // Of Microsoft Entra: the domain of the address belongs to the tenant.
  xms_edov: z
    .union([z.boolean(), z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1")])
    .optional()
    .catch(undefined),
  name: text({ name: "Name", max: MAX_CLAIM }).optional().catch(undefined),
});
export type Claims = z.infer<typeof claims>;

/** Whether the provider, or the operator where the provider says nothing, vouches for the address. */
export const hasOwnEmail = ({ email_verified, xms_edov }: Claims, trustsEmails: boolean): boolean =>
  email_verified ?? xms_edov ?? trustsEmails;

/** Groups: a list, or one alone. */
export const groupsClaim = z
  .union([z.array(z.string()).max(MAX_GROUPS), z.string().transform((group) => [group])])
  .catch([]);

const methods = z.object({ amr: z.array(z.string()).max(MAX_METHODS) });

/**
 * Whether a provider says that it has asked for two factors (`mfa` of RFC 8176). Where it says nothing, it is taken to
 * have asked for a password alone (decision 74).
 */
export const isStrong = (answer: unknown): boolean => methods.safeParse(answer).data?.amr.includes("mfa") ?? false;
