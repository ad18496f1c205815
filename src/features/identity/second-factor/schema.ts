import { z } from "zod";
import { ROLES } from "#shared/actor.ts";
import { text } from "#shared/schema.ts";
import { MAX_PASSKEY_NAME_LENGTH, SECOND_FACTORS } from "./rules.ts";

/** The largest field of a passkey's response, in characters; attestations are a few kB. */
const MAX_FIELD = 20_000;
const base64url = z
  .string()
  .regex(/^[\w-]*$/, { error: "This is not the response of a passkey." })
  .max(MAX_FIELD, { error: "This is not the response of a passkey." });
/** WebAuthn Level 3, section 7.1: an id has at most 1,023 bytes. */
const MAX_ID = Math.ceil((1_023 * 4) / 3);
const credential = {
  id: base64url.max(MAX_ID, { error: "This is not the response of a passkey." }),
  rawId: base64url,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
  // No extensions are requested, so their results are ignored.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A browser's response with a signature (WebAuthn Level 3, `AuthenticationResponseJSON`). */
export const passkeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type PasskeyResponse = z.output<typeof passkeyResponse>;

/** A browser's response with a new passkey (`RegistrationResponseJSON`). */
export const newPasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type NewPasskeyResponse = z.output<typeof newPasskeyResponse>;

/** Options for the browser (`PublicKeyCredentialCreationOptionsJSON`, `…RequestOptionsJSON`). */
export const passkeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: "PasskeyOptions" });

export const passkeyName = text({ name: "Name", max: MAX_PASSKEY_NAME_LENGTH });

/** The response to a correct password if the account has a second step. */
export const secondStep = z
  .object({
    second_factor: z.array(z.enum(SECOND_FACTORS)).describe("The available second factors"),
    ticket: z.string().describe("For `token/second-factor/`: once, within 5 minutes"),
    passkey: passkeyOptions.optional().describe("Options for the browser, if the account has a passkey"),
  })
  .meta({ id: "SecondStep" });
export type SecondStep = z.infer<typeof secondStep>;

/** The roles that need a second factor, in the order of all roles, each once. */
export const requirement = z.object({ roles: z.array(z.enum(ROLES)) }).meta({ id: "SecondFactorRequirement" });
export type Requirement = z.infer<typeof requirement>;

const NO_ROLES = `Roles must be a list of ${ROLES.join(", ")}.`;
const roles = z
  .array(z.enum(ROLES, { error: NO_ROLES }), { error: NO_ROLES })
  .max(ROLES.length, { error: NO_ROLES })
  .transform((given) => ROLES.filter((role) => given.includes(role)));

export const requirementBody = z.strictObject({ roles }, { error: "The body must be a JSON object with roles." });
