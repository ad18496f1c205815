import { z } from "zod";
import { newPassword, role, tokenPair } from "#features/identity/accounts/endpoints.ts";
import { MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, idText, noContent, pageQuery, text } from "#shared/schema.ts";

/** An account that can log in, or is suspended. */
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
const userList = z.array(user);
const usersQuery = pageQuery;
const userParams = z.object({ id: idText });

export const removalQuery = z.object({
  erase: z
    .enum(["true", "false"], { error: "Erase must be true or false." })
    .transform((erase) => erase === "true")
    .pipe(z.boolean())
    .default(false),
});

/** Omitted fields keep their value. */
export const userChange = z
  .object(
    { role, is_active: z.boolean({ error: "Is active must be true or false." }) },
    { error: "The body must be a JSON object." },
  )
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Send role or is_active.",
  });

const NO_OBJECT = "The body must be a JSON object.";
const MAX_TOKEN_CHARS = 200;

export const invitationBody = z.object({ email: emailAddress, role }, { error: NO_OBJECT });

/** A pending invitation. `link` is only in the response that creates it, and only if no mail is sent. */
export const invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
    link: z.string().optional().describe("Only in the response that creates it, and only if no mail is sent"),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;
const invitationList = z.array(invitation);
const invitationParams = z.object({ id: z.string().min(1).max(100) });

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

const managing = { access: "user.manage", tags: ["People"] } as const;

export const peopleEndpoints = endpoints({
  "GET /accounts/users": {
    ...managing,
    summary: "Everyone who can log in, by name, including suspended accounts",
    query: usersQuery,
    response: { 200: userList },
  },
  "PATCH /accounts/users/:id": {
    ...managing,
    summary: "Change the role of a user, or suspend or reactivate the account",
    description: "Suspending revokes its sessions. The only active chief cannot be changed: 409.",
    params: userParams,
    body: userChange,
    errors: ["last_chief"],
    response: { 200: user },
  },
  "DELETE /accounts/users/:id": {
    ...managing,
    summary: "Remove a login; articles and bylines stay",
    description:
      "With `erase=true` all data about the person is erased, bylines become 'Former author', and the audit log keeps only the number; this needs personal_data.manage too. 409 for the only active chief.",
    params: userParams,
    query: removalQuery,
    errors: ["last_chief"],
    response: { 204: noContent },
  },
  "GET /accounts/invitations": {
    ...managing,
    summary: "Pending invitations, newest first",
    response: { 200: invitationList },
  },
  "POST /accounts/invitations": {
    ...managing,
    summary: "Invite a person by mail: a link that works once, for 3 days",
    description: "Replaces an older invitation to the address. If no mail is sent, the response has the link.",
    body: invitationBody,
    errors: ["email_taken", "too_many_invitations"],
    response: { 201: invitation },
  },
  "DELETE /accounts/invitations/:id": {
    ...managing,
    summary: "Withdraw an invitation",
    params: invitationParams,
    response: { 204: noContent },
  },
  "POST /accounts/invitations/accept": {
    access: "public",
    rateLimit: { max: 60, timeWindow: 10 * 60_000 },
    tags: ["People"],
    summary: "Accept an invitation: creates the account and logs in",
    body: acceptBody,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["invalid_link", "weak_password", "email_taken", "name_taken"],
    response: { 200: tokenPair },
  },
});
export type PeopleEndpoints = typeof peopleEndpoints;
