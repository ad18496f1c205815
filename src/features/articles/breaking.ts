import type { Kysely } from "kysely";
import { publicAt, scheduled } from "#db/readable.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { BreakingStory } from "#shared/page.ts";
import { HOUR } from "#shared/time.ts";
import { isUnpaid } from "./internal/placed.ts";
import { articleScope } from "./scopes.ts";
import { shownSlug } from "./slug.ts";

/** How long a breaking story stays on top of all pages. */
const BREAKING_MS = 6 * HOUR;

/** The newest breaking story while it is young enough for all pages to show it; never what was paid for. */
export async function readBreaking(db: Kysely<Tables>, now: number): Promise<BreakingStory | undefined> {
  shows(articleScope.breaking);
  const row = await db
    .selectFrom("article")
    .select(["id", "title", "slug", "language", "published_at"])
    .where(publicAt(now))
    .where(scheduled(now - BREAKING_MS))
    .where("is_breaking", "=", 1)
    .where(isUnpaid)
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, title, language } = row;
  return { id, title, slug: shownSlug(row), language, until: (row.published_at ?? 0) + BREAKING_MS };
}

/** When time alone changes the breaking story, in epoch milliseconds; null for never. */
export async function nextBreaking(db: Kysely<Tables>, now: number): Promise<number | null> {
  const current = await readBreaking(db, now);
  const { next } = await db
    .selectFrom("article")
    .where(scheduled(now))
    .where("is_breaking", "=", 1)
    .select((eb) => eb.fn.min("published_at").as("next"))
    .executeTakeFirstOrThrow();
  const times = [current?.until ?? null, next].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}
