import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { recordAccount } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import { followName } from "#features/identity/authors/slugs.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { named, requireFreeName } from "./commands.ts";
import type { Profile, ProfileBody } from "./endpoints.ts";
import { authorScope, findProfile } from "./queries.ts";
import { NO_ACCOUNT, profileVersion } from "./rules.ts";

const STALE = "This profile has been changed since you opened it.";

/** Called in the transaction that renames an author, to update copies of the name. */
export type NameListener = (trx: Transaction<Tables>, author: { id: number; name: string }) => Promise<void>;
/** Checks new words of an account's public profile before they are written. Throws ForbiddenError. */
export type ProfileGuard = (
  db: Kysely<Tables>,
  profile: { id: number } & Partial<Record<"name" | "bio" | "links" | "slug", string>>,
) => Promise<void>;
export type ProfileTools = { nameListeners: readonly NameListener[]; guardProfile: ProfileGuard };
type ProfileStore = ProfileTools & { database: Database; clock: Clock };

/**
 * Changes the given fields of the caller's profile and returns the profile. Throws NotFoundError, and ConflictError if
 * the stored version is not `isCurrent`.
 */
export async function updateProfile(
  store: ProfileStore,
  by: Actor,
  accountId: number,
  change: ProfileBody,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Profile> {
  return changeContent(store.database, async (trx) => {
    await trx.selectFrom("account").select("id").where("id", "=", accountId).forUpdate().execute();
    const before = await findProfile(trx, accountId);
    if (!before) throw new NotFoundError("account_not_found", NO_ACCOUNT);
    if (!isCurrent(profileVersion(before))) throw new ConflictError("stale_version", STALE);
    const { profile, isRenamed } = await writeProfile(trx, store, by, { id: accountId, before, change });
    return { result: profile, changed: isRenamed ? [EVERYTHING] : [authorScope(accountId)] };
  });
}

type ProfileChange = { id: number; before: Profile; change: ProfileBody };

/** Writes the given fields of a profile whose row is locked. Throws ConflictError for a taken name, and ForbiddenError. */
export async function writeProfile(
  trx: Transaction<Tables>,
  { clock, nameListeners, guardProfile }: Omit<ProfileStore, "database">,
  by: Actor,
  { id, before, change: { name = before.name, bio, imageUrl, links } }: ProfileChange,
): Promise<{ profile: Profile; isRenamed: boolean }> {
  const isRenamed = name !== before.name;
  if (isRenamed) await requireFreeName(trx, { id, name });
  const newBio = bio === before.bio ? "" : (bio ?? "");
  const former = new Set(before.links.map(({ label }) => label));
  const labels = (links ?? []).map(({ label }) => label).filter((label) => !former.has(label));
  await guardProfile(trx, { id, name: isRenamed ? name : "", bio: newBio, links: labels.join("\n") });
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
  if (Object.keys(changes).length > 0) await recordAccount(trx, clock, by, "account.profile", id, changes);
  if (isRenamed) await followName(trx, id, before.name, name);
  if (isRenamed) for (const listener of nameListeners) await listener(trx, { id, name });
  return { profile, isRenamed };
}

const auditedProfile = ({ name, bio, image_url, links }: Profile) => ({
  name,
  bio,
  image_url,
  links: JSON.stringify(links),
});
