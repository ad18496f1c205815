import { z } from "zod";
import { newPassword, role, tokenPair } from "#features/identity/accounts/endpoints.ts";
import { MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, errorBody, idText, noContent, pageQuery, text } from "#shared/schema.ts";

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
const userList = z.array(user);
const usersQuery = pageQuery;
const userParams = z.object({ id: idText });

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
const invitationList = z.array(invitation);
const invitationParams = z.object({ id: z.string().min(1).max(100) });

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

const managing = { access: "user.manage", tags: ["People"] } as const;

/** `accounts/users/`: who can log in, and what each may do. */
export const peopleEndpoints = endpoints({
  "GET /accounts/users": {
    ...managing,
    summary: "Everybody who can log in, by name; suspended accounts among them",
    query: usersQuery,
    response: { 200: userList },
  },
  "PATCH /accounts/users/:id": {
    ...managing,
    summary: "Change somebody's role, suspend an account or let it log in again",
    description: "A suspended account's sessions end. The only active chief stays one: 409.",
    params: userParams,
    body: userChange,
    response: { 200: user, 404: errorBody, 409: errorBody },
  },
  "DELETE /accounts/users/:id": {
    ...managing,
    summary: "Take somebody's login away; articles and bylines stay",
    description:
      "With `erase=true` all that is kept about the person goes, bylines become 'Former author', and the audit log keeps the number alone; that needs personal_data.manage as well. Refused (409) for the only active chief.",
    params: userParams,
    query: removalQuery,
    response: { 204: noContent, 404: errorBody, 409: errorBody },
  },
  "GET /accounts/invitations": {
    ...managing,
    summary: "Invitations that can still be accepted, the newest first",
    response: { 200: invitationList },
  },
  "POST /accounts/invitations": {
    ...managing,
    summary: "Invite somebody by mail: a link that works once, for 3 days",
    description: "An older invitation to the address ends. Where no mail is sent, the answer has the link.",
    body: invitationBody,
    response: { 201: invitation, 400: errorBody, 409: errorBody },
  },
  "DELETE /accounts/invitations/:id": {
    ...managing,
    summary: "Withdraw an invitation",
    params: invitationParams,
    response: { 204: noContent, 404: errorBody },
  },
  "POST /accounts/invitations/accept": {
    access: "public",
    rateLimit: { max: 60, timeWindow: 10 * 60_000 },
    tags: ["People"],
    summary: "Accept an invitation: makes the account, and logs in",
    body: acceptBody,
    response: { 200: tokenPair, 400: errorBody, 409: errorBody },
  },
});
export type PeopleEndpoints = typeof peopleEndpoints;
