import type { ArticleSummary } from "#features/articles/schema.ts";
import { UNSUBSCRIBE_LINK } from "#features/newsletter/rules.ts";
import { type Block, type MailContent, renderMail, type Story } from "#features/outbox/mail.tsx";
import type { SiteInfo } from "#shared/page.ts";
import { plainUrl } from "#shared/pictures.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";

type Site = Pick<SiteInfo, "name" | "url">;
type IssueContent = { subject: string; preview: string; introduction: string };

/** An issue as mail. `leaveUrl`: the reader's own link, or for a test the page without a token. */
export function issueMail(
  site: Site,
  { subject, preview, introduction }: IssueContent,
  articles: ArticleSummary[],
  leaveUrl: string = UNSUBSCRIBE_LINK,
): MailContent {
  const paragraphs = paragraphsOf(introduction);
  const blocks: Block[] = [
    { kind: "heading", text: subject },
    ...paragraphs.map((text) => ({ kind: "paragraph", text }) as const),
    ...articles.map((article, index) => ({ kind: "story", story: storyOf(site, article, index === 0) }) as const),
  ];
  return renderMail(site, {
    subject,
    preview: preview || paragraphs[0] || articles.map(({ title }) => title).join(" · "),
    blocks,
    reason: `You get this mail because you subscribed to ${site.name}.`,
    leave: { label: "Unsubscribe", url: leaveUrl },
  });
}

/** The paragraphs of a text, separated by blank lines. */
function paragraphsOf(text: string): string[] {
  const paragraphs = [""];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") paragraphs.push("");
    else paragraphs.push(`${paragraphs.pop()}${line}\n`);
  }
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== "");
}

/** The page for unsubscribing by address. */
export const leavingPage = (site: Site) => absoluteUrl(site.url, pageUrl.unsubscribe());

function storyOf(site: Site, article: ArticleSummary, isLead: boolean): Story {
  const url = plainUrl(article.image_url);
  return {
    title: article.title,
    category: article.category,
    excerpt: article.excerpt,
    url: absoluteUrl(site.url, pageUrl.article(article.id)),
    // The address of the JPEG or PNG: mail clients know few other formats.
    picture: url ? { url: absoluteUrl(site.url, url), alt: article.image_alt } : null,
    isLead,
  };
}
