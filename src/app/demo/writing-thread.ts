import { parentPort, workerData } from "node:worker_threads";
import { NEW_ARTICLE, type PreparedDraft } from "#features/articles/drafts.ts";
import { deriveContent } from "#features/content/derive.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { escapeText } from "#shared/html.ts";
import { createRandom, type Random } from "#shared/random.ts";
import { DAY } from "#shared/time.ts";
import { learnProse, type Prose } from "./prose.ts";

/** The thread that writes generated articles. Started by generate.ts with the HTML texts that it learns from. */

/** Which articles to write: `size` of them from serial number `from`, all dated before `now` (epoch milliseconds). */
export type WritingTask = { from: number; size: number; now: number };
/** An article whose author is a position among all authors, from 0 to below 1. */
export type WrittenDraft = Omit<PreparedDraft, "authorId"> & { author: number };

/** Generated articles go back this far, so that an archive looks like one. Milliseconds. */
const SPAN = 5 * 365 * DAY;
const MAX_TITLE_LENGTH = 70;

function writeArticle(random: Random, prose: Prose, now: number): WrittenDraft {
  const excerpt = `${prose.sentence(random)} ${prose.sentence(random)}`;
  return {
    ...NEW_ARTICLE,
    title: writeTitle(random, prose),
    excerpt: excerpt.slice(0, 300),
    category: random.pick(FIRST_CATEGORIES).name,
    content: deriveContent(writeContent(random, prose)).content,
    author: random.next(),
    tags: [...new Set([prose.word(random), prose.word(random), prose.word(random)])],
    status: "published",
    publishedAt: Math.round(now - random.next() * SPAN),
    is_featured: random.chance(0.002),
    is_editors_pick: random.chance(0.005),
  };
}

function writeTitle(random: Random, prose: Prose): string {
  const sentence = prose.sentence(random).replace(/[.?!:;,]+$/, "");
  if (sentence.length <= MAX_TITLE_LENGTH) return sentence;
  return sentence.slice(0, MAX_TITLE_LENGTH).replace(/\s+\S*$/, "");
}

/** Paragraphs under headings, until the chosen number of words is reached. */
function writeContent(random: Random, prose: Prose): string {
  const target = random.integer(300, 900);
  const blocks: string[] = [];
  let words = 0;
  while (words < target) {
    if (blocks.length % 4 === 3) blocks.push(`<h2>${escapeText(writeTitle(random, prose))}</h2>`);
    const text = Array.from({ length: random.integer(2, 5) }, () => prose.sentence(random)).join(" ");
    words += text.split(" ").length;
    blocks.push(`<p>${escapeText(text)}</p>`);
  }
  return blocks.join("\n");
}

const prose = learnProse(workerData as string[]);
parentPort?.on("message", ({ from, size, now }: WritingTask) => {
  const articles = Array.from({ length: size }, (_, index) =>
    writeArticle(createRandom(`generated-${from + index}`), prose, now),
  );
  parentPort?.postMessage(articles);
});
