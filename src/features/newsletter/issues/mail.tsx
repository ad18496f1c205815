import type { IssueArticle } from "#features/articles/schema.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { plainText } from "#features/content/derive.ts";
import type { ContentNode } from "#features/content/model.ts";
import { textBeginning } from "#features/content/preview.ts";
import { type Block, type MailContent, type MailSite, type MailTheme, renderMail } from "#features/mail/mail.tsx";
import { UNSUBSCRIBE_LINK } from "#features/newsletter/rules.ts";
import type { CorrectionRow } from "#features/record/queries.ts";
import { longDateOf } from "#shared/dates.ts";
import { labelledTitle } from "#shared/genres.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { plainUrl } from "#shared/pictures.ts";
import { paragraphsOf } from "#shared/text.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, documentUrl, pageUrl } from "#shared/urls.ts";
import type { Story } from "#ui/mail.tsx";
import { articlesIn, type WithNodes } from "./internal/content-parts.ts";
import { richBlocks } from "./internal/rich-mail.tsx";
import type { LinkTo } from "./numbers/rules.ts";

type Site = Pick<SiteInfo, "name" | "url" | "language" | "hasSlugs">;
export type IssueContent = WithNodes<{ subject: string; preview: string; introduction: string }>;

/** Length of a generated preview text, in characters. */
const PREVIEW_LENGTH = 200;

type Options = {
  /** The unsubscribe link: the reader's own by default, for a test the page without a token. */
  leaveUrl?: string;
  /** The issue's page; the list of issues while it has none. */
  onlineUrl?: string;
  /** The theme of a preview; the reader's own by default. */
  theme?: MailTheme | undefined;
  /** The corrections at its end. */
  corrections?: readonly CorrectionRow[];
  /** Names the addresses of links whose clicks are counted; by default links lead directly to their targets. */
  linkTo?: LinkTo | undefined;
};

/**
 * An issue as mail: its introduction, its text, and the `articles` that are not in the text. Articles of the text
 * that are not in `articles` are omitted.
 */
export function issueMail(
  site: MailSite,
  { subject, preview, introduction, nodes }: IssueContent,
  articles: IssueArticle[],
  {
    leaveUrl = UNSUBSCRIBE_LINK,
    onlineUrl = absoluteUrl(site.url, documentUrl.issues()),
    theme,
    corrections = [],
    linkTo = (url) => url,
  }: Options = {},
): MailContent {
  const { name, language } = site;
  const t = textIn(language);
  const paragraphs = paragraphsOf(introduction);
  const blocks: Block[] = [
    { kind: "heading", text: subject },
    ...paragraphs.map((text) => ({ kind: "paragraph", text }) as const),
    ...storyBlocks(site, nodes, articles, linkTo),
    ...corrections.map((correction) => correctionBlock(site, correction)),
  ];
  const draft = {
    subject,
    preview:
      preview ||
      paragraphs[0] ||
      beginningOf(nodes) ||
      articles.map((article) => labelledTitle(article, language)).join(" · "),
    blocks,
    language,
    reason: t("You received this mail because you subscribed to {name}.", { name }),
    leave: { label: t("Unsubscribe"), url: leaveUrl },
    online: { label: t("View in browser"), url: onlineUrl },
  };
  return renderMail(site, draft, theme);
}

/** The text with the articles in it, and then the articles that follow it. */
function storyBlocks(site: Site, nodes: ContentNode[], articles: IssueArticle[], linkTo: LinkTo): Block[] {
  const byId = new Map(articles.map((article) => [article.id, article]));
  let shown = 0;
  const storyBlock = (article: IssueArticle, hasPicture: boolean): Block => ({
    kind: "story",
    story: storyOf(site, article, { hasPicture, isLead: shown++ === 0, linkTo }),
  });
  const inText = new Set(articlesIn(nodes).map(({ id }) => id));
  const blocks = richBlocks(nodes, {
    siteUrl: site.url,
    language: site.language,
    linkTo,
    story: ({ id, hasPicture }) => {
      const article = byId.get(id);
      return article ? storyBlock(article, hasPicture) : null;
    },
  });
  const following = articles.filter(({ id }) => !inText.has(id));
  return [...blocks, ...following.map((article) => storyBlock(article, shown === 0))];
}

const correctionBlock = (site: MailSite, { article_id: id, at, title, slug, reason }: CorrectionRow): Block => ({
  kind: "quote",
  text: `${textIn(site.language)("Correction, {date}, to “{title}”: {reason}", {
    date: longDateOf(at, site.timeZone, site.language),
    title,
    reason,
  })}\n${absoluteUrl(site.url, articlePath(site, { id, slug: shownSlug({ title, slug }) }))}`,
});

/** The start of the text in one line; without headings, which repeat the subject. */
function beginningOf(nodes: ContentNode[]): string {
  const first = nodes.find((node) => typeof node !== "string" && node.name === "p" && node.children.length > 0);
  return first === undefined ? "" : textBeginning(plainText([first]), PREVIEW_LENGTH);
}

/** The page for unsubscribing by address. */
export const leavingPage = (site: Site) => absoluteUrl(site.url, pageUrl.unsubscribe());

type StoryLook = { hasPicture: boolean; isLead: boolean; linkTo: LinkTo };

function storyOf(site: Site, article: IssueArticle, how: StoryLook): Story {
  const url = plainUrl(article.image_url);
  const title = labelledTitle(article, site.language);
  return {
    title,
    category: article.category,
    excerpt: article.excerpt,
    language: article.language,
    url: how.linkTo(absoluteUrl(site.url, articlePath(site, article)), title),
    // The address of the JPEG or PNG: mail clients know few other formats.
    picture:
      how.hasPicture && url
        ? {
            url: absoluteUrl(site.url, url),
            alt: article.image_alt,
            lines: [article.image_caption, article.image_credit].flatMap((line) => line || []),
          }
        : null,
    isLead: how.isLead,
  };
}
