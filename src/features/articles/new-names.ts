import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { resolveAuthors } from "#features/identity/accounts/authors.ts";
import { ensureTopics } from "#features/topics/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { addCalls } from "#platform/request-counts.ts";
import type { Actor } from "#shared/actor.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { mayAny } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";
import type { AuthorRef } from "./drafts.ts";

/** New categories, authors and topics that the articles of one person may bring within a day. */
export const MAX_NEW_NAMES = 100;

type Names<Category> = { category: Category; authors?: readonly AuthorRef[] | undefined; tags: readonly string[] };
type Ensured<Category> = Category extends string ? Awaited<ReturnType<typeof ensureCategory>> : undefined;

/**
 * The category, authors and topics of an article, added if they are new. Throws TooManyRequestsError if a person who cannot
 * manage them adds many: they are in everybody's lists from then on.
 */
export async function ensureNames<Category extends string | undefined>(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  { category, authors, tags }: Names<Category>,
) {
  let added = 0;
  const onAdded = () => {
    added += 1;
  };
  const ensured = {
    tags: await ensureTopics(trx, tags, onAdded),
    category: (category && (await ensureCategory(trx, category, onAdded))) as Ensured<Category>,
    authors: authors && (await resolveAuthors(trx, clock, authors, onAdded)),
  };
  const { accountId } = actor;
  if (added === 0 || accountId === null || mayAny(actor, "author.manage")) return ensured;
  const now = clock.now();
  const { calls, ends_at } = await addCalls(trx, `new names of ${accountId}`, { calls: added, now, window: DAY });
  if (calls > MAX_NEW_NAMES)
    throw new TooManyRequestsError("too_many_names", TOO_MANY_NAMES, Math.ceil((ends_at - now) / 1000));
  return ensured;
}

const TOO_MANY_NAMES = `You have added ${MAX_NEW_NAMES} categories, authors and topics today. Use existing ones, or ask an editor to add them.`;
