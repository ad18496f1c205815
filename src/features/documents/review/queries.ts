import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { namesOfCategories } from "#features/categories/queries.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { readSetting } from "#features/settings/queries.ts";
import type { DocumentKey } from "#shared/document.ts";
import { columnsOf, newestRevision, readRevision } from "../history/queries.ts";
import type { Snapshot } from "../history/rules.ts";
import { NO_RULE, type ReviewRule } from "./rules.ts";
import type { Review, ReviewSettings } from "./schema.ts";

/** The approved part of an article: everything that readers read, and pictures. */
export type ReviewedText = {
  title: string;
  excerpt: string;
  image_url: string;
  image_alt: string;
  content: string;
} & Partial<Record<(typeof SHOWN_ELSEWHERE)[number], string>>;

/** What other sites show of an article. Hashed only where set: approvals of articles without them must stay valid. */
const SHOWN_ELSEWHERE = ["seo_title", "seo_description", "social_title", "social_text", "social_image"] as const;

/** The texts that other sites show in place of title and excerpt. */
export const textsElsewhere = (text: Pick<ReviewedText, (typeof SHOWN_ELSEWHERE)[number]>): string[] =>
  SHOWN_ELSEWHERE.filter((name) => name !== "social_image").flatMap((name) => text[name] || []);

/** What readers see next to a text and the rule matches, by the kind of thing: tags, the slug, lines of pictures. */
export type MatchedWords = { names?: readonly string[]; others?: readonly (readonly [kind: string, words: string])[] };

const hashedElsewhere = (text: ReviewedText, others: MatchedWords["others"] = []): string[] => {
  const given = [...SHOWN_ELSEWHERE.filter((name) => text[name]).map((name) => [name, text[name]]), ...others];
  return given.length > 0 ? [JSON.stringify(given)] : [];
};

/** SHA-256 of exact texts, in hexadecimal. Stored with approvals, so it must not change. */
export const hashOfTexts = (texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex");

/**
 * The hash of an article's text. `names`: those of its category and authors that match the rule. Anything else that readers
 * see is hashed only where the rule matches it, so that the approvals of other articles stay valid.
 */
export function textHash(text: ReviewedText, { names = [], others = [] }: MatchedWords = {}): string {
  const { title, excerpt, image_url, image_alt, content } = text;
  return hashOfTexts([title, excerpt, image_url, image_alt, content, ...names, ...hashedElsewhere(text, others)]);
}

export const RULE_KEY = "review";

/** The two-person rule; off by default. */
export const readRule = async (db: Kysely<Tables>): Promise<ReviewRule> => ({
  ...NO_RULE,
  ...((await readSetting(db, RULE_KEY)) as Partial<ReviewRule> | undefined),
});

export async function describeRule(
  db: Kysely<Tables>,
  { enabled, words, category_ids, also }: ReviewRule,
): Promise<ReviewSettings> {
  const names = await namesOfCategories(db, category_ids);
  return { enabled, words, categories: category_ids.flatMap((id) => names.get(id) ?? []), also };
}

/** The approvals by an account, in order after an id; at most `limit`. */
export const approvalsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("approval")
    .selectAll()
    .where("approver_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** The newest approval of exactly this text; undefined if there is none. */
export const findApproval = (db: Kysely<Tables>, document: DocumentKey, hash: string) =>
  db
    .selectFrom("approval")
    .selectAll()
    .where((eb) => eb.and(columnsOf(document)))
    .where("text_hash", "=", hash)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Maximum versions of the same text searched for its author. */
const MAX_LOOKED_AT = 100;

/** A text of a document, by its hash and that of a version. */
type ByHash = { hash: string; hashOf: (snapshot: Snapshot) => string };

/**
 * The writers of a document's text, who cannot approve it: its author, and the people whose suggestions were
 * accepted since the last approval. Null stands for the operator or a deleted account. Empty for a document without
 * versions.
 */
export async function writersOf(
  db: Kysely<Tables>,
  document: DocumentKey,
  text: ByHash,
): Promise<readonly (number | null)[]> {
  const authors = await authorsOf(db, document, text);
  return [...new Set([...authors, ...(await suggestersOf(db, document))])];
}

/**
 * The author of a text: of the first of its newest versions with this text. An edit of something else,
 * such as a tag, does not change the author. The newest versions may have another text: of the document next to its working
 * copy, or of a discarded copy. If none has it, because pictures were copied, the newest text counts. If its first
 * version is too far back to be searched for, everyone who saved the document counts.
 */
async function authorsOf(db: Kysely<Tables>, document: DocumentKey, { hash, hashOf }: ByHash) {
  const newest = (await newestRevision(db, document))?.n ?? 0;
  const runs: { hash: string; writer: number | null }[] = [];
  for (let n = newest; n > 0; n--) {
    if (n <= newest - MAX_LOOKED_AT) return everyoneWhoSaved(db, document);
    const revision = await readRevision(db, document, n);
    if (!revision) break;
    const [own, last] = [hashOf(revision.snapshot), runs.at(-1)];
    if (last?.hash === own) last.writer = revision.head.author_id;
    else if (last?.hash === hash) break;
    else runs.push({ hash: own, writer: revision.head.author_id });
  }
  const run = runs.find((one) => one.hash === hash) ?? runs[0];
  return run ? [run.writer] : [];
}

async function everyoneWhoSaved(db: Kysely<Tables>, document: DocumentKey): Promise<(number | null)[]> {
  const rows = await db
    .selectFrom("revision")
    .select("author_id")
    .distinct()
    .where((eb) => eb.and(columnsOf(document)))
    .execute();
  return rows.map(({ author_id }) => author_id);
}

/** The people whose suggestions were accepted since the newest approval, as an approval covers the words before it. */
async function suggestersOf(db: Kysely<Tables>, document: DocumentKey): Promise<number[]> {
  const rows = await db
    .selectFrom("accepted_suggestion")
    .select("owner_id")
    .distinct()
    .where((eb) => eb.and(columnsOf(document)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("approval")
            .select("approval.id")
            .where((approval) => approval.and(columnsOf(document)))
            .whereRef("approved_at", ">", "accepted_at"),
        ),
      ),
    )
    .orderBy("owner_id")
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

export async function reviewOf(
  db: Kysely<Tables>,
  kind: DocumentType,
  id: number,
  reader: number | null,
): Promise<Review> {
  const rule = await readRule(db);
  const { reasons, hash, hasSources, writers } = await kind.newestText(db, rule, id);
  const approval = await findApproval(db, { type: kind.type, id }, hash);
  const names = await accountNames(db, [...writers, approval?.approver_id ?? null]);
  const nameOf = (account: number | null) => (account === null ? null : (names.get(account) ?? null));
  return {
    is_enabled: rule.enabled,
    reasons,
    has_sources: hasSources,
    approval: approval
      ? {
          by: nameOf(approval.approver_id),
          at: new Date(approval.approved_at).toISOString(),
          is_override: approval.is_override === 1,
          reason: approval.reason,
          is_mine: approval.approver_id !== null && approval.approver_id === reader,
        }
      : null,
    written_by: new Intl.ListFormat("en").format(writers.flatMap((writer) => nameOf(writer) ?? [])) || null,
    is_mine: reader !== null && writers.includes(reader),
  };
}
