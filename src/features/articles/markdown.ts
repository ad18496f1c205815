import type { Kysely } from "kysely";
import { stringify } from "yaml";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { escapeMarkdown, type StoredText } from "#features/content/markdown.ts";
import { longDateOf } from "#shared/dates.ts";
import { genreLabel } from "#shared/genres.ts";
import { languageOf } from "#shared/language.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { plainUrl } from "#shared/pictures.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { isOwnPicture } from "#ui/picture.tsx";
import type { ArticlePage } from "./schema.ts";

/** An article as a Markdown document. `canonical`: the complete address of its page. */
export type ArticleMarkdown = { text: string; canonical: string };

/** The stored content, whose links and pictures are plain. */
export async function contentOfArticle(db: Kysely<Tables>, id: number): Promise<string> {
  const row = await db.selectFrom("article").select("content").where("id", "=", id).executeTakeFirst();
  return row?.content ?? "";
}

/** Writes an article with its facts as YAML front matter, for programs that read text. */
export async function articleMarkdown(
  preparer: Pick<ContentPreparer, "markdown">,
  site: SiteInfo,
  article: ArticlePage,
  stored: Pick<StoredText, "html" | "cards">,
): Promise<ArticleMarkdown> {
  const page = absoluteUrl(site.url, articlePath(site, article));
  const canonical = article.head?.canonical ?? page;
  const language = article.language || languageOf(site);
  const t = textIn(site.language);
  const corrections = (position: "top" | "bottom") =>
    article.corrections
      .filter((one) => one.position === position)
      .map(({ date, text }) => {
        const label = t("Correction, {date}:", { date: longDateOf(Date.parse(date), site.timeZone, site.language) });
        return `> **${label}** ${oneLine(text)}`;
      });
  const label = genreLabel(article.genre);
  const parts = [
    `# ${oneLine(article.title)}`,
    label ? `*${t(label)}*` : "",
    article.excerpt ? `*${oneLine(article.excerpt)}*` : "",
    ...leadPicture(site, article),
    ...corrections("top"),
    await preparer.markdown({ ...stored, page, site: site.url, language }),
    ...corrections("bottom"),
    article.disclosure_sentences.length > 0
      ? `**${t("Disclosure:")}** ${oneLine(article.disclosure_sentences.join(" "))}`
      : "",
  ];
  return { text: `${frontMatter(site, article, canonical)}\n${parts.filter(Boolean).join("\n\n")}\n`, canonical };
}

/** Text in one line, without the characters that have a meaning in Markdown. */
const oneLine = (text: string): string => escapeMarkdown(text.replace(/\s+/g, " ").trim());

/** The picture above the text, with its caption and credit. */
function leadPicture(site: SiteInfo, { hero_url, image_alt, image_caption, image_credit }: ArticlePage): string[] {
  if (!isOwnPicture(hero_url)) return [];
  const lines = [image_caption, image_credit].flatMap((line) => (line ? `*${oneLine(line)}*` : []));
  return [`![${oneLine(image_alt)}](<${absoluteUrl(site.url, plainUrl(hero_url))}>)`, ...lines];
}

function frontMatter(site: SiteInfo, article: ArticlePage, canonical: string): string {
  const { topics = [] } = article;
  const facts = {
    title: article.title,
    ...(article.excerpt && { description: article.excerpt }),
    authors: article.authors.map(({ name }) => name),
    ...(article.published_date && { published: article.published_date }),
    ...(article.last_updated && { updated: article.last_updated }),
    canonical,
    publisher: site.name,
    language: article.language || languageOf(site),
    genre: article.genre,
    category: article.category,
    topics: topics.map(({ name }) => name),
    ...(article.corrections.length > 0 && {
      corrections: article.corrections.map(({ date, text }) => ({ date, text })),
    }),
  };
  return `---\n${stringify(facts, { lineWidth: 0 })}---\n`;
}
