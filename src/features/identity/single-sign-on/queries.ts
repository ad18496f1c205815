import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";

/** Who an account is at providers of single sign-on. */
export const identitiesOf = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("oidc_identity").select(["issuer", "subject"]).where("account_id", "=", accountId).execute();
