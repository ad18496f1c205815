import { type Kysely, sql, type Transaction } from "kysely";
import { up as publication } from "../../migrations/0001-publication.ts";
import { up as audience } from "../../migrations/0002-audience.ts";
import { up as search } from "../../migrations/0003-search.ts";
import { up as accounts } from "../../migrations/0004-accounts.ts";
import { up as desk } from "../../migrations/0005-desk.ts";
import { up as adCounts } from "../../migrations/0006-ad-counts.ts";
import { up as mail } from "../../migrations/0007-mail.ts";
import { up as mailUpkeep } from "../../migrations/0008-mail-upkeep.ts";
import { up as tasks } from "../../migrations/0010-tasks.ts";
import { up as knownClients } from "../../migrations/0011-known-clients.ts";
import { up as derivedContent } from "../../migrations/0012-derived-content.ts";
import { up as removedPictures } from "../../migrations/0013-removed-pictures.ts";
import { up as categorySlugs } from "../../migrations/0014-category-slugs.ts";
import { up as articleStatus } from "../../migrations/0015-article-status.ts";
import { up as contentChanges } from "../../migrations/0017-content-changes.ts";
import { up as siteState } from "../../migrations/0018-site-state.ts";
import { up as articleList } from "../../migrations/0020-article-list.ts";
import { up as pictures } from "../../migrations/0021-pictures.ts";
import { up as columnNames } from "../../migrations/0022-column-names.ts";
import { up as listSpans } from "../../migrations/0023-list-spans.ts";
import { up as searchHead } from "../../migrations/0024-search-head.ts";
import { up as sitemapIndex } from "../../migrations/0025-sitemap-index.ts";
import { up as requestCounts } from "../../migrations/0029-request-counts.ts";
import { up as jobLease } from "../../migrations/0030-job-lease.ts";
import { up as searchFields } from "../../migrations/0033-search-fields.ts";
import { up as sitemapBlocks } from "../../migrations/0034-sitemap-blocks.ts";
import { up as revisions } from "../../migrations/0035-revisions.ts";
import { up as previewLinks } from "../../migrations/0036-preview-links.ts";
import { up as notesAndPresence } from "../../migrations/0037-notes-and-presence.ts";
import { up as trash } from "../../migrations/0038-trash.ts";
import { up as pictureDetails } from "../../migrations/0040-picture-details.ts";
import { up as articlePictures } from "../../migrations/0041-article-pictures.ts";
import { up as coAuthors } from "../../migrations/0044-co-authors.ts";
import { up as settings } from "../../migrations/0046-settings.ts";
import { up as remoteItems } from "../../migrations/0047-remote-items.ts";
import { up as placements } from "../../migrations/0048-placements.ts";
import { up as issueBodies } from "../../migrations/0049-issue-bodies.ts";
import { up as issueRevisions } from "../../migrations/0050-issue-revisions.ts";
import { up as pictureVocabulary } from "../../migrations/0051-picture-vocabulary.ts";
import { up as roles } from "../../migrations/0052-roles.ts";
import { up as sessionsAndResets } from "../../migrations/0054-sessions-and-resets.ts";
import { up as audit } from "../../migrations/0056-audit.ts";
import { up as publishedVersions } from "../../migrations/0057-published-versions.ts";
import { up as corrections } from "../../migrations/0058-corrections.ts";
import { up as secondFactors } from "../../migrations/0060-second-factors.ts";
import { up as singleSignOn } from "../../migrations/0061-single-sign-on.ts";
import { up as invitations } from "../../migrations/0062-invitations.ts";
import { up as holdings } from "../../migrations/0063-holdings.ts";
import { up as articleBylines } from "../../migrations/0064-article-bylines.ts";
import { up as requiredSecondFactors } from "../../migrations/0065-required-second-factors.ts";
import { up as profileLinks } from "../../migrations/0066-profile-links.ts";
import { up as emailChanges } from "../../migrations/0067-email-changes.ts";
import { up as retention } from "../../migrations/0068-retention.ts";
import { up as authorsByAccount } from "../../migrations/0069-authors-by-account.ts";
import { up as review } from "../../migrations/0070-review.ts";
import { up as notifications } from "../../migrations/0071-notifications.ts";
import { up as indexOfVersions } from "../../migrations/0072-index-of-versions.ts";
import { up as accountNameKeys } from "../../migrations/0075-account-name-keys.ts";
import { up as mailKeysAndFiles } from "../../migrations/0076-mail-keys-and-files.ts";
import { up as mailsOfAccounts } from "../../migrations/0077-mails-of-accounts.ts";
import { up as subscriberName } from "../../migrations/0079-subscriber-name.ts";
import { up as rejectedSenders } from "../../migrations/0080-rejected-senders.ts";
import { up as pictureWords } from "../../migrations/0081-picture-words.ts";
import { up as articleLanguage } from "../../migrations/0082-article-language.ts";
import { up as readingMinutes } from "../../migrations/0083-reading-minutes.ts";
import { type Engine, engineOf } from "./engine.ts";
import { holdLock } from "./locks.ts";
import type { Database } from "./open.ts";
import type { Tables } from "./tables.ts";

type EngineMigration = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

/** The one numbered sequence. A migration that has landed is never changed; a mistake is corrected by a new one. */
const SEQUENCE: Record<string, EngineMigration> = {
  "0001-publication": publication,
  "0002-audience": audience,
  "0003-search": search,
  "0004-accounts": accounts,
  "0005-desk": desk,
  "0006-ad-counts": adCounts,
  "0007-mail": mail,
  "0008-mail-upkeep": mailUpkeep,
  "0010-tasks": tasks,
  "0011-known-clients": knownClients,
  "0012-derived-content": derivedContent,
  "0013-removed-pictures": removedPictures,
  "0014-category-slugs": categorySlugs,
  "0015-article-status": articleStatus,
  "0017-content-changes": contentChanges,
  "0018-site-state": siteState,
  "0020-article-list": articleList,
  "0021-pictures": pictures,
  "0022-column-names": columnNames,
  "0023-list-spans": listSpans,
  "0024-search-head": searchHead,
  "0025-sitemap-index": sitemapIndex,
  "0029-request-counts": requestCounts,
  "0030-job-lease": jobLease,
  "0033-search-fields": searchFields,
  "0034-sitemap-blocks": sitemapBlocks,
  "0035-revisions": revisions,
  "0036-preview-links": previewLinks,
  "0037-notes-and-presence": notesAndPresence,
  "0038-trash": trash,
  "0040-picture-details": pictureDetails,
  "0041-article-pictures": articlePictures,
  "0044-co-authors": coAuthors,
  "0046-settings": settings,
  "0047-remote-items": remoteItems,
  "0048-placements": placements,
  "0049-issue-bodies": issueBodies,
  "0050-issue-revisions": issueRevisions,
  "0051-picture-vocabulary": pictureVocabulary,
  "0052-roles": roles,
  "0054-sessions-and-resets": sessionsAndResets,
  "0056-audit": audit,
  "0057-published-versions": publishedVersions,
  "0058-corrections": corrections,
  "0060-second-factors": secondFactors,
  "0061-single-sign-on": singleSignOn,
  "0062-invitations": invitations,
  "0063-holdings": holdings,
  "0064-article-bylines": articleBylines,
  "0065-required-second-factors": requiredSecondFactors,
  "0066-profile-links": profileLinks,
  "0067-email-changes": emailChanges,
  "0068-retention": retention,
  "0069-authors-by-account": authorsByAccount,
  "0070-review": review,
  "0071-notifications": notifications,
  "0072-index-of-versions": indexOfVersions,
  "0075-account-name-keys": accountNameKeys,
  "0076-mail-keys-and-files": mailKeysAndFiles,
  "0077-mails-of-accounts": mailsOfAccounts,
  "0079-subscriber-name": subscriberName,
  "0080-rejected-senders": rejectedSenders,
  "0081-picture-words": pictureWords,
  "0082-article-language": articleLanguage,
  "0083-reading-minutes": readingMinutes,
};

/**
 * Migrates the database to the latest schema. Several processes may do so at once, and each may be killed at any
 * moment.
 */
export async function migrate(database: Database): Promise<void> {
  // A database that is up to date is not locked, so that a start next to a busy server does not wait.
  if ((await nextMigration(database.db, database.engine)) === undefined) return;
  await database.maintenance(async ({ db, engine }) => {
    while (await migrateOnce(db, engine));
  });
}

/** One migration with its entry in the list, in one transaction that excludes other processes; false: none is left. */
function migrateOnce(db: Database["db"], engine: Engine): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdLock(trx, "migrations");
    return applyNext(trx, engine);
  });
}

/**
 * Migrates an empty database to the latest schema in the caller's transaction. Others that would migrate wait for its
 * end. `check` runs first, with nothing changed.
 */
export async function migrateWithin(
  trx: Transaction<Tables>,
  check: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await holdLock(trx, "migrations");
  await check(trx);
  while (await applyNext(trx, engineOf(trx)));
}

async function applyNext(trx: Transaction<Tables>, engine: Engine): Promise<boolean> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
  const next = await nextMigration(trx, engine);
  if (next === undefined) return false;
  await SEQUENCE[next]?.(trx as unknown as Kysely<unknown>, engine);
  const timestamp = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${next}, ${timestamp})`.execute(trx);
  return true;
}

/** Throws where a newer program has changed the database. */
async function nextMigration(db: Database["db"], engine: Engine): Promise<string | undefined> {
  const applied = (await hasList(db, engine)) ? await appliedMigrations(db) : [];
  const unknown = applied.find((name) => !isKnownMigration(name));
  if (unknown) throw new Error(`The database was changed by a newer version of this program (migration ${unknown}).`);
  return Object.keys(SEQUENCE).find((name) => !applied.includes(name));
}

async function hasList(db: Database["db"], engine: Engine): Promise<boolean> {
  const { rows } =
    engine === "postgres"
      ? await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(db)
      : await sql<{ found: string }>`select name as found from sqlite_master
          where type = 'table' and name = 'kysely_migration'`.execute(db);
  return Boolean(rows[0]?.found);
}

/** The names of the migrations applied to a database, in order. */
export async function appliedMigrations<Shape>(db: Kysely<Shape>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether this program has a migration: not if a newer program applied it. */
export const isKnownMigration = (name: string): boolean => name in SEQUENCE;
