import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { removalQuery, user, userChange, userList, userParams, usersQuery } from "./schema.ts";

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
});
export type PeopleEndpoints = typeof peopleEndpoints;
