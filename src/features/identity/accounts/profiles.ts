import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import { followName } from "#features/identity/authors/slugs.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { newWords } from "#shared/fields/fields.ts";
import { named, requireFreeName } from "./commands.ts";
import type { Profile, ProfileBody } from "./endpoints.ts";
import { authorScope, findProfile } from "./queries.ts";
import { NO_ACCOUNT, PROFILE_FIELDS, profileVersion } from "./rules.ts";

const STALE = "This profile has been changed since you opened it.";

declare module "#features/events/types.ts" {
  interface EventFacts {
    /** An author has another name, which others have copies of. */
    "author.renamed": { name: string };
  }
}

export const authorRenamed = (
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { id, name }: { id: number; name: string },
): Promise<unknown> =>
  recordEvent(trx, clock, {
    by,
    action: "author.renamed",
    subject: { kind: "account", id },
    facts: { name },
    isPassing: true,
  });

type ProfileStore = { database: Database; clock: Clock };

/**
 * Changes the given fields of the caller's profile, and returns what `read` makes of it in the transaction. Throws
 * NotFoundError, and ConflictError if the stored version is not `isCurrent`.
 */
export async function updateProfile<Read>(
  store: ProfileStore,
  { by, accountId }: { by: Actor; accountId: number },
  change: ProfileBody,
  isCurrent: (version: string) => boolean,
  read: (trx: Transaction<Tables>, profile: Profile) => Promise<Read>,
): Promise<Read> {
  return changeContent(store.database, async (trx) => {
    await trx.selectFrom("account").select("id").where("id", "=", accountId).forUpdate().execute();
    const before = await findProfile(trx, accountId);
    if (!before) throw new NotFoundError("account_not_found", NO_ACCOUNT);
    if (!isCurrent(profileVersion(before))) throw new ConflictError("stale_version", STALE);
    const { profile, isRenamed } = await writeProfile(trx, store, by, { id: accountId, before, change });
    return { result: await read(trx, profile), changed: isRenamed ? [EVERYTHING] : [authorScope(accountId)] };
  });
}

type ProfileChange = { id: number; before: Profile; change: ProfileBody };

/** Writes the given fields of a profile whose row is locked. Throws ConflictError for a taken name, and ForbiddenError. */
export async function writeProfile(
  trx: Transaction<Tables>,
  { clock }: Omit<ProfileStore, "database">,
  by: Actor,
  { id, before, change: { name = before.name, bio, imageUrl, links } }: ProfileChange,
): Promise<{ profile: Profile; isRenamed: boolean }> {
  const isRenamed = name !== before.name;
  if (isRenamed) await requireFreeName(trx, { id, name });
  // Only given fields are written, so that concurrent changes do not overwrite each other; the id keeps the update
  // non-empty.
  const written = {
    id,
    ...(isRenamed && named(name)),
    bio,
    image_url: imageUrl,
    links: links && JSON.stringify(links),
  };
  await trx.updateTable("account").set(written).where("id", "=", id).execute();
  const profile = justWritten(await findProfile(trx, id));
  const changes = changedFields(auditedProfile(before), auditedProfile(profile));
  const shown = newWords(PROFILE_FIELDS, before, profile);
  const event = { by, action: "account.profile", subject: { kind: "account", id }, changes, shown } as const;
  if (Object.keys(changes).length > 0) await recordEvent(trx, clock, event);
  if (isRenamed) await followName(trx, id, before.name, name);
  if (isRenamed) await authorRenamed(trx, clock, by, { id, name });
  return { profile, isRenamed };
}

const auditedProfile = ({ name, bio, image_url, links }: Profile) => ({
  name,
  bio,
  image_url,
  links: JSON.stringify(links),
});
