import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleStore, insertArticle } from "#features/articles/commands.ts";
import { newDraft } from "#features/articles/drafts.ts";
import { findAny } from "#features/articles/queries.ts";
import { MAX_TAGS } from "#features/articles/rules.ts";
import { namesOfCategories, oldestCategory } from "#features/categories/queries.ts";
import { readSiteLanguage } from "#features/settings/facts/queries.ts";
import { linkCard } from "#features/transfer/sources/blocks.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import type { SiteInfo } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import { isHttpsAddress, isWebAddress } from "#shared/web-address.ts";
import type { WireStory } from "./endpoints.ts";
import { findStory } from "./queries.ts";
import { NO_STORY } from "./rules.ts";

type DraftParts = ArticleStore & { site: { language: SiteInfo["language"] } };

const MAX_SOURCES = 20;

/**
 * Makes a draft of a story, unless it has one: with its summary as a quote, a credit, a card of its page, the original address, the
 * topics of rules, and the items as sources. Throws NotFoundError.
 */
export async function draftStory(parts: DraftParts, by: Actor, id: number): Promise<WireStory> {
  const { database, content } = parts;
  const found = await findStory(database.db, id);
  if (!found) throw new NotFoundError("story_not_found", NO_STORY);
  const language = await readSiteLanguage(database.db, parts.site.language);
  const prepared = await content.prepare(bodyOf(found, language));
  return changeContent(database, async (trx) => {
    const row = await trx.selectFrom("wire_story").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new NotFoundError("story_not_found", NO_STORY);
    // A second press, or another editor.
    const before = row.article_id === null ? undefined : await findAny(trx, row.article_id);
    if (before) return { result: await storyOf(trx, id), changed: [] };
    const fields = { ...fieldsOf(found), category: await categoryOf(trx, found) };
    const draft = { ...newDraft(fields, by.accountId ?? 0), content: prepared.content };
    const made = await insertArticle(trx, parts, by, draft);
    await trx.updateTable("wire_story").set({ state: "drafted", article_id: made.id }).where("id", "=", id).execute();
    return { result: await storyOf(trx, id), changed: made.changed };
  });
}

/** The category that the source of a story has for its drafts, or the oldest one. */
async function categoryOf(trx: Transaction<Tables>, { source }: WireStory): Promise<string> {
  const row = await trx.selectFrom("wire_source").select("category_id").where("id", "=", source.id).executeTakeFirst();
  const own = row?.category_id ? (await namesOfCategories(trx, [row.category_id])).get(row.category_id) : undefined;
  return own ?? (await oldestCategory(trx)) ?? FIRST_CATEGORIES[0].name;
}

async function storyOf(...given: Parameters<typeof findStory>): Promise<WireStory> {
  const story = await findStory(...given);
  if (!story) throw new NotFoundError("story_not_found", NO_STORY);
  return story;
}

const fieldsOf = ({ title, address, source, topics, others }: WireStory) => ({
  title,
  canonical_url: isHttpsAddress(address) ? new URL(address).href : "",
  tags: topics.slice(0, MAX_TAGS),
  sources: [{ source, address }, ...others]
    .slice(0, MAX_SOURCES)
    .map((item) => [item.source.title, item.address].filter((part) => part !== "").join(": ")),
});

function bodyOf({ summary, source, address }: WireStory, language: SiteInfo["language"]): string {
  const name = escapeText(source.title);
  const isLinked = isWebAddress(address);
  const credit = textIn(language)("Source: {name}", { name: "\u0000" });
  const linked = isLinked ? `<a href="${escapeValue(address)}">${name}</a>` : name;
  const quote = summary && `<blockquote><p>${escapeText(summary)}</p></blockquote>`;
  return `${quote}<p>${escapeText(credit).replace("\u0000", () => linked)}</p>${isLinked ? linkCard(address) : ""}`;
}
