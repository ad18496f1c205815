import { setImmediate as otherTasks } from "node:timers/promises";
import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { namedIn } from "#db/stored-names.ts";
import type { Tables } from "#db/tables.ts";
import { addressScope, requireFreeAddress } from "#features/addresses/register.ts";
import { isPublishedElsewhere, ownedBy } from "#features/articles/policy.ts";
import { guardNames } from "#features/articles/review.ts";
import { recordAccount, recordEvent } from "#features/events/commands.ts";
import { addAuthor, forwardAuthor, removeAuthor } from "#features/identity/accounts/authors.ts";
import { requireFreeName } from "#features/identity/accounts/commands.ts";
import { writeProfile } from "#features/identity/accounts/profiles.ts";
import {
  authorScope,
  type DescribedAuthor,
  findOwn,
  findProfiles,
  mergedNames,
} from "#features/identity/accounts/queries.ts";
import { NO_AUTHOR } from "#features/identity/authors/rules.ts";
import {
  findAuthorKey,
  freeAuthorSlug,
  lockAuthors,
  mergedFrom,
  moveAuthorSlug,
} from "#features/identity/authors/slugs.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { nameKey } from "#shared/text.ts";
import { creditOther } from "./commands.ts";
import type { AuthorBody, ListedAuthor } from "./endpoints.ts";
import { authorInUse, authorVersion, HAS_ACCOUNT, OWN_PROFILE, SAME_AUTHOR, STALE_AUTHOR } from "./rules.ts";

export type AuthorStore = { database: Database; clock: Clock };
type Reference = number | string;
/** Reads an author as the caller sees it, in the transaction of the change. */
type ReadAuthor = (trx: Transaction<Tables>, id: number) => Promise<ListedAuthor>;

/** An author with a page, or who will have one. */
type Known = DescribedAuthor & { id: number; slug: string; hasAccount: boolean };

/** Adds an author without an account. Throws ConflictError for a taken name or slug. */
export function createAuthor(
  { database, clock }: AuthorStore,
  by: Actor,
  { name, slug = "", bio = "", image_url = "", links = [] }: AuthorBody,
  { note, read }: { note: NoteCreated; read: ReadAuthor },
): Promise<ListedAuthor> {
  return changeContent(database, async (trx) => {
    await requireFreeName(trx, { name });
    if (slug !== "") await requireFreeAddress(trx, { kind: "author", id: 0 }, slug);
    const id = await addAuthor(trx, clock, { name, slug, bio, imageUrl: image_url, links });
    await note(trx, id);
    await recordAccount(trx, clock, by, "author.create", id, { name: { to: name } });
    return {
      result: await read(trx, id),
      changed: [authorScope(id), ...(slug === "" ? [] : [addressScope("author", slug)])],
    };
  });
}

/**
 * Changes the given fields of an author. Articles follow a new name, and a former slug redirects. Throws
 * NotFoundError, and ConflictError if a name or the slug is taken, the stored version is not `isCurrent`, or the author
 * has an account and more than the slug changes.
 */
export function updateAuthor(
  store: AuthorStore,
  by: Actor,
  reference: Reference,
  { slug, ...given }: AuthorBody,
  { isCurrent, read }: { isCurrent: (version: string) => boolean; read: ReadAuthor },
): Promise<ListedAuthor> {
  return changeContent(store.database, async (trx) => {
    const before = await lockAuthor(trx, reference);
    const { id } = before;
    if (!isCurrent(authorVersion(before))) throw new ConflictError("stale_version", STALE_AUTHOR);
    const { name, bio = before.bio, image_url = before.image_url, links = before.links } = given;
    const change = { name, bio, links, imageUrl: image_url };
    if (authorVersion({ ...before, name, bio, image_url, links }) !== authorVersion(before)) {
      if (before.hasAccount) throw new ConflictError("author_has_account", OWN_PROFILE);
      await writeProfile(trx, store, by, { id, before, change });
    }
    const isMoved = slug !== undefined && (await changeSlug(trx, store.clock, by, { ...before, name }, slug));
    return { result: await read(trx, id), changed: isMoved || name !== before.name ? [EVERYTHING] : [authorScope(id)] };
  });
}

/** Gives an author another slug; an empty one is made of the name. Returns whether it changed. */
async function changeSlug(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  { id, slug: former, name }: Known,
  given: string,
): Promise<boolean> {
  // It may have followed the name.
  const now = (await findAuthorKey(trx, id))?.slug ?? former;
  const slug = given || (await freeAuthorSlug(trx, name, id));
  if (slug === now) return now !== former;
  await requireFreeAddress(trx, { kind: "author", id }, slug);
  await moveAuthorSlug(trx, id, slug);
  const changes = { slug: { from: former, to: slug } };
  const subject = { kind: "account", id };
  await recordEvent(trx, clock, { by, action: "author.address", subject, changes, shown: { slug } });
  return true;
}

/**
 * Merges an author without an account into another author, or into an account, which gets the articles and addresses. Moves
 * the articles in parts, between which others write: a merge that is interrupted can be repeated. Returns the other.
 * Throws NotFoundError, InvalidError for the same author twice, ConflictError if the first one has an account, and
 * ForbiddenError for a name or biography that may not become public.
 */
export async function mergeAuthors(
  store: AuthorStore,
  by: Actor,
  { from, into }: { from: Reference; into: Reference },
  read: ReadAuthor,
): Promise<ListedAuthor> {
  for (;;) {
    const done = await changeContent(store.database, async (trx) => {
      const gone = await lockAuthor(trx, from);
      const kept = await lockAuthor(trx, into);
      if (gone.id === kept.id) throw new InvalidError("same_author", SAME_AUTHOR, { into: SAME_AUTHOR });
      if (gone.hasAccount) throw new ConflictError("author_has_account", HAS_ACCOUNT);
      await guardMerge(trx, gone, kept);
      const areMoved = await creditOther(trx, store, by, { from: gone.id, into: { id: kept.id, name: kept.name } });
      if (areMoved) {
        await forwardAuthor(trx, gone, kept);
        const merged = { merged: { from: `${gone.name} (${gone.id})`, to: kept.name } };
        await recordAccount(trx, store.clock, by, "author.merge", kept.id, merged);
      }
      return { result: areMoved ? await read(trx, kept.id) : undefined, changed: [EVERYTHING] };
    });
    if (done !== undefined) return done;
    await otherTasks();
  }
}

/** Checks the words of a profile that a merge makes public, before its first part: all of an author who is not shown yet, else what it fills. */
async function guardMerge(trx: Transaction<Tables>, gone: Known, { id, name, slug, hasAccount, ...kept }: Known) {
  const isShown = (accountId: number) => isPublishedElsewhere(trx, null, { accountId });
  const isKeptShown = await isShown(id);
  if (!isKeptShown && !(await isShown(gone.id))) return;
  const labels = (links: Known["links"]) => links.map(({ label }) => label).join("\n");
  const filled = {
    bio: kept.bio || hasAccount ? "" : gone.bio,
    links: kept.links.length > 0 || hasAccount ? "" : labels(gone.links),
  };
  await guardNames(
    trx,
    isKeptShown ? filled : { name, slug, bio: kept.bio || filled.bio, links: labels(kept.links) || filled.links },
  );
}

/** Deletes an author without account and articles. Throws NotFoundError and ConflictError. */
export function deleteAuthor({ database, clock }: AuthorStore, by: Actor, reference: Reference): Promise<void> {
  return changeContent(database, async (trx) => {
    const { id, name, hasAccount } = await lockAuthor(trx, reference);
    if (hasAccount) throw new ConflictError("author_has_account", HAS_ACCOUNT);
    const owned = await ownedBy(trx, id).execute();
    const isNamed = (ref: number | string) => (typeof ref === "number" ? ids.has(ref) : names.has(nameKey(ref)));
    const ids = new Set([id, ...(await mergedFrom(trx, id))]);
    const names = new Set([name, ...((await mergedNames(trx, [id])).get(id) ?? [])].map(nameKey));
    const copies = await namedIn(trx, "copy", "authors", ({ authors = [] }) => authors.some(isNamed));
    const count = new Set([...owned.map(({ article_id }) => article_id), ...copies]).size;
    if (count > 0) throw new ConflictError("author_in_use", authorInUse(count));
    await removeAuthor(trx, id);
    await recordAccount(trx, clock, by, "author.delete", id, { name: { from: name } });
    return { result: undefined, changed: [authorScope(id)] };
  });
}

/** An author that is about to be changed, locked until the commit with all others, as names and slugs are unique. */
async function lockAuthor(trx: Transaction<Tables>, reference: Reference): Promise<Known> {
  await lockAuthors(trx);
  const key = await findAuthorKey(trx, reference);
  const profile = key && (await findProfiles(trx, [key.id])).get(key.id);
  if (!key?.slug || !profile) throw new NotFoundError("author_not_found", NO_AUTHOR);
  const hasAccount = (await findOwn(trx, key.id))?.email != null;
  return { ...profile, id: key.id, slug: key.slug, hasAccount };
}
