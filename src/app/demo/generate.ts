import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type ArticleDraft, createArticles } from "#features/articles/commands.ts";
import { FIRST_CATEGORIES } from "#features/categories/rules.ts";
import { operator } from "#shared/actor.ts";
import { createRandom, type Random } from "./art/random.ts";
import { readEdition } from "./edition.ts";
import { learnProse, type Prose } from "./prose.ts";
import type { SeedParts } from "./seed.ts";

/** Articles of one transaction: large enough to be fast, small enough for other writers to get their turn. */
const BATCH = 1_000;
/** Generated articles go back this far, so that an archive looks like one. Milliseconds. */
const SPAN = 5 * 365 * 24 * 60 * 60 * 1000;
const LONGEST_TITLE = 70;

/**
 * Adds `count` generated articles of realistic lengths (300 to 900 words) and unique text, spread over the last five
 * years, in the language of the first edition in `folder`. For measuring.
 */
export async function generateArticles(parts: SeedParts, folder: string, count: number): Promise<void> {
  const prose = learnProse(readEdition(folder).articles.map((article) => article.content));
  const { top } = await parts.database.db
    .selectFrom("article")
    .select((eb) => eb.fn.max("id").as("top"))
    .executeTakeFirstOrThrow();
  const start = Number(top ?? 0);
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    await createArticles(parts, operator, async (trx) => {
      const authors = await authorIds(trx);
      return Array.from({ length: size }, (_, index) => {
        const random = createRandom(`generated-${start + done + index}`);
        return generateArticle(random, prose, parts.clock.now(), authors);
      });
    });
  }
}

async function authorIds(trx: Transaction<Tables>): Promise<number[]> {
  const rows = await trx.selectFrom("account").select("id").where("password_hash", "is", null).orderBy("id").execute();
  return rows.map((row) => row.id);
}

function generateArticle(random: Random, prose: Prose, now: number, authors: number[]): ArticleDraft {
  const excerpt = `${prose.sentence(random)} ${prose.sentence(random)}`;
  return {
    title: generateTitle(random, prose),
    excerpt: excerpt.slice(0, 300),
    category: random.pick(FIRST_CATEGORIES).name,
    content: generateContent(random, prose),
    imageUrl: "",
    imageAlt: "",
    authorId: authors.length > 0 ? random.pick(authors) : null,
    tags: [...new Set([prose.word(random), prose.word(random), prose.word(random)])],
    status: "published",
    publishedAt: Math.round(now - random.next() * SPAN),
    isAutoUpdate: false,
    isFeatured: random.chance(0.002),
    isEditorsPick: random.chance(0.005),
  };
}

function generateTitle(random: Random, prose: Prose): string {
  const sentence = prose.sentence(random).replace(/[.?!:;,]+$/, "");
  if (sentence.length <= LONGEST_TITLE) return sentence;
  return sentence.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, "");
}

/** Paragraphs under headings, until the chosen number of words is reached. Already clean: nothing is to be escaped. */
function generateContent(random: Random, prose: Prose): string {
  const target = random.integer(300, 900);
  const blocks: string[] = [];
  let words = 0;
  while (words < target) {
    if (blocks.length % 4 === 3) blocks.push(`<h2>${escapeText(generateTitle(random, prose))}</h2>`);
    const text = Array.from({ length: random.integer(2, 5) }, () => prose.sentence(random)).join(" ");
    words += text.split(" ").length;
    blocks.push(`<p>${escapeText(text)}</p>`);
  }
  return blocks.join("\n");
}

const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
