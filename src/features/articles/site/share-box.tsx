import { Link as LinkIcon } from "lucide";
import type { ReactNode } from "react";
import { articlePath } from "#shared/page.ts";
import { useSite, useText } from "#shared/site-context.tsx";
import type { Translate } from "#shared/translate.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { copyText } from "#ui/copy-text.ts";
import { Icon } from "#ui/icon.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { showToast } from "#ui/toast.ts";
import type { ArticleSummary } from "../schema.ts";

type Target = { name: string; mark: ReactNode; address: (url: string, title: string) => string };

const withParams = (base: string, params: Record<string, string>) => `${base}?${new URLSearchParams(params)}`;

const TARGETS: Target[] = [
  {
    name: "X",
    mark: (
      <path d="M13.9 10.5 21.3 2h-1.8l-6.4 7.4L8 2H2l7.8 11.2L2 22h1.8l6.8-7.8L16 22h6l-8.1-11.5ZM4.4 3.3h2.7l12.4 17.5h-2.7L4.4 3.3Z" />
    ),
    address: (url, title) => withParams("https://x.com/intent/post", { url, text: title }),
  },
  {
    name: "Facebook",
    mark: (
      <path d="M22 12a10 10 0 1 0-11.6 9.9v-7H7.9V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.2 0-1.6.8-1.6 1.5V12h2.7l-.4 2.9h-2.3v7A10 10 0 0 0 22 12Z" />
    ),
    address: (url, title) => withParams("https://www.facebook.com/sharer/sharer.php", { u: url, quote: title }),
  },
  {
    name: "LinkedIn",
    mark: (
      <path d="M20.4 2H3.6A1.6 1.6 0 0 0 2 3.6v16.8A1.6 1.6 0 0 0 3.6 22h16.8a1.6 1.6 0 0 0 1.6-1.6V3.6A1.6 1.6 0 0 0 20.4 2ZM8 19H5V9.5h3V19ZM6.5 8.2a1.7 1.7 0 1 1 0-3.5 1.7 1.7 0 0 1 0 3.5ZM19 19h-3v-4.6c0-1.1 0-2.5-1.5-2.5S12.8 13 12.8 14.3V19h-3V9.5h2.9v1.3c.4-.8 1.4-1.5 2.8-1.5 3 0 3.5 1.9 3.5 4.4V19Z" />
    ),
    address: (url, title) => withParams("https://www.linkedin.com/shareArticle", { mini: "true", url, title }),
  },
];

type Props = {
  article: Pick<ArticleSummary, "id" | "title" | "slug">;
  isQuiet?: boolean;
};

const CONTROL = "tap flex items-center justify-center gap-2 text-sm font-semibold transition-colors";
const FRAMED = "border border-rule text-ink hover:border-ink hover:bg-ink hover:text-paper";
const QUIET = "text-muted hover:text-accent";

/** Share links for an article's canonical address and title, and a button that copies the address. */
export function ShareLinks({ article, isQuiet = false }: Props) {
  const t = useText();
  const { title } = article;
  const site = useSite();
  const url = absoluteUrl(site.url, articlePath(site, article));
  const className = `${CONTROL} ${isQuiet ? QUIET : FRAMED}`;
  return (
    <ul aria-label={t("Ways to share")} className={`flex flex-wrap print:hidden ${isQuiet ? "-mx-3" : "gap-2"}`}>
      {TARGETS.map(({ name, mark, address }) => (
        <li key={name}>
          <a href={address(url, title)} target="_blank" rel="noopener" className={className}>
            <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
              {mark}
            </svg>
            <span className="sr-only">{t("Share on {name} (opens in a new window)", { name })}</span>
          </a>
        </li>
      ))}
      <li className="noscript:hidden">
        <button type="button" onClick={() => copyLink(url, t)} className={`${className} px-3`}>
          <Icon icon={LinkIcon} size={17} />
          {t("Copy link")}
        </button>
      </li>
    </ul>
  );
}

async function copyLink(url: string, t: Translate): Promise<void> {
  showToast(
    (await copyText(url))
      ? { title: t("Link copied"), description: url }
      : { title: t("Link not copied"), description: t("Copy it manually: {url}", { url }), variant: "destructive" },
  );
}

export function ShareBox({ article }: Pick<Props, "article">) {
  const t = useText();
  return (
    <section aria-labelledby="share-heading">
      <SectionHeading id="share-heading">{t("Share this article")}</SectionHeading>
      <ShareLinks article={article} />
    </section>
  );
}
