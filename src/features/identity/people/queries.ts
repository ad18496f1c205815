import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";

/** Invitations that can still be accepted, the newest first. */
export const listInvitations = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom("invitation")
    .select(["id", "email", "role", "created_at", "expires_at"])
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];
