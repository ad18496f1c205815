import { z } from "zod";
import { MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import { newPassword, role } from "#features/identity/accounts/schema.ts";
import { emailAddress } from "#shared/email.ts";
import { idText, pageQuery, text } from "#shared/schema.ts";

/** Somebody who can log in, or could until the account was suspended. */
export const user = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    email: z.string(),
    image_url: z.string().describe("Empty if there is none"),
    role,
    is_active: z.boolean().describe("False for a suspended account"),
    created: z.iso.datetime(),
    last_sign_in: z.iso.datetime().nullable(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;
export const userList = z.array(user);
export const usersQuery = pageQuery;
export const userParams = z.object({ id: idText });

export const removalQuery = z.object({
  erase: z
    .enum(["true", "false"], { error: "Erase must be true or false." })
    .default("false")
    .transform((erase) => erase === "true"),
});

/** `PATCH accounts/users/{id}/`: omitted fields keep their value. */
export const userChange = z
  .object(
    { role, is_active: z.boolean({ error: "Is active must be true or false." }) },
    { error: "The body must be a JSON object." },
  )
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Name what is to be changed: role or is_active.",
  });

const NO_OBJECT = "The body must be a JSON object.";
const MAX_TOKEN_CHARS = 200;

/** `POST accounts/invitations/`. */
export const invitationBody = z.object({ email: emailAddress, role }, { error: NO_OBJECT });

/** Somebody who is asked to join. `link` is there once, where no mail brings it. */
export const invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
    link: z.string().optional().describe("Only in the answer to inviting, and only where no mail is sent"),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;
export const invitationList = z.array(invitation);
export const invitationParams = z.object({ id: z.string().min(1).max(100) });

/** `POST accounts/invitations/accept/`. */
export const acceptBody = z.object(
  {
    token: z
      .string({ error: "The token is missing." })
      .min(1, { error: "The token is missing." })
      .max(MAX_TOKEN_CHARS, { error: "This is not a token of an invitation." }),
    name: text({ name: "Name", min: 1, max: MAX_NAME_LENGTH }),
    password: newPassword,
  },
  { error: NO_OBJECT },
);
