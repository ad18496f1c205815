import { tokenPair } from "#features/identity/accounts/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import {
  acceptBody,
  invitation,
  invitationBody,
  invitationList,
  invitationParams,
  removalQuery,
  user,
  userChange,
  userList,
  userParams,
  usersQuery,
} from "./schema.ts";

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
