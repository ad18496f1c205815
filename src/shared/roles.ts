/** What an account may be, from who may do most to who may do least. What each may do: permissions.ts. */
export const ROLES = ["chief", "editor", "writer", "contributor"] as const;
export type Role = (typeof ROLES)[number];
