import type { Generated } from "kysely";
import type { Role } from "#shared/actor.ts";

declare module "#db/tables.ts" {
  interface Tables {
    api_key: ApiKeyTable;
  }
}

/** A key with which a program uses the API on behalf of an account. Revoked ones are deleted. */
export type ApiKeyTable = {
  id: Generated<number>;
  name: string;
  /** The first characters of its random part, by which it is found and recognised. */
  start: string;
  /** SHA-256 of the key, which itself is not stored. */
  hash: string;
  /** Its role as long as its owner's role is not weaker. */
  role: Role;
  /** JSON: names of permissions, and `read`. */
  scopes: string;
  /** JSON: origins of web pages that may use it. */
  origins: string;
  account_id: number;
  /** Whether the provider of single sign-on verified two factors of its owner when it was created. */
  is_strong: 0 | 1;
  created_at: number;
  expires_at: number;
  /** The day of its last use (UTC), and the network, too coarse to identify a person; null and empty before. */
  used_on: Generated<string | null>;
  used_from: Generated<string>;
};
