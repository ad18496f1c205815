import { Link as LinkIcon } from "lucide";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { articlePath } from "#shared/page.ts";
import { useSite, useText } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { copyText } from "#ui/copy-text.ts";
import { Icon } from "#ui/icon.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { showToast } from "#ui/toast.ts";
import type { ArticleSummary } from "../schema.ts";
import marks from "./marks.svg?no-inline";

/** Ways to share and their addresses, in the order of the menu. */
const WAYS = [
  ["X", "https://x.com/intent/post?url={url}&text={title}"],
  ["Facebook", "https://www.facebook.com/sharer/sharer.php?u={url}&quote={title}"],
  ["LinkedIn", "https://www.linkedin.com/shareArticle?mini=true&url={url}&title={title}"],
  ["WhatsApp", "https://wa.me/?text={title}%20{url}"],
  ["Telegram", "https://t.me/share/url?url={url}&text={title}"],
  ["Email", "mailto:?subject={title}&body={title}%0A%0A{url}"],
] as const;

/** Encoded values contain neither braces nor dollar signs. Mail programs show a plus as it is, so spaces are encoded. */
const addressOf = (pattern: string, url: string, title: string) =>
  pattern.replaceAll("{url}", encodeURIComponent(url)).replaceAll("{title}", encodeURIComponent(title));

type Props = { article: Pick<ArticleSummary, "id" | "title" | "slug"> };

const CONTROL = "tap flex items-center gap-2 text-sm font-semibold transition-colors";
const FRAMED = `${CONTROL} corner justify-center border border-rule text-ink hover:border-ink hover:bg-ink hover:text-paper`;
export const QUIET = `${CONTROL} px-3 text-muted hover:text-accent`;
const LISTED = `${CONTROL} w-full px-5 hover:bg-surface`;

/** The canonical address of an article. */
function useAddress(article: Props["article"]): string {
  const site = useSite();
  return absoluteUrl(site.url, articlePath(site, article));
}

/** The ways to share an article by its canonical address and title; with their names visible in a menu. */
function ShareLinks({ article, isMenu = false }: Props & { isMenu?: boolean }) {
  const t = useText();
  const url = useAddress(article);
  return WAYS.map(([name, pattern]) => {
    const isMail = name === "Email";
    return (
      <li key={name}>
        <a
          href={addressOf(pattern, url, article.title)}
          {...(!isMail && { target: "_blank", rel: "noopener" })}
          className={isMenu ? LISTED : FRAMED}
        >
          {/* From a file that the pages of all articles share. */}
          <svg width="18" height="18" fill="currentColor" aria-hidden="true">
            <use href={`${marks}#${name.toLowerCase()}`} />
          </svg>
          {isMenu && (isMail ? t(name) : name)}
          {!(isMenu && isMail) && (
            <span className="sr-only">
              {isMenu
                ? ` ${t("(opens in a new window)")}`
                : isMail
                  ? t("Share by email")
                  : t("Share on {name} (opens in a new window)", { name })}
            </span>
          )}
        </a>
      </li>
    );
  });
}

/**
 * A button that opens the device's own share sheet on phones and tablets, and elsewhere a menu of the same ways as the
 * share box; next to it a button that copies the address. The menu is the browser's popover, so it needs no script.
 */
export function ShareMenu({ article, children }: Props & { children?: ReactNode }) {
  const t = useText();
  const { title } = article;
  const url = useAddress(article);
  const menu = useRef<HTMLDivElement>(null);
  const share = (event: MouseEvent) => {
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    navigator.share({ title, url }).catch((error: unknown) => {
      // Closed by the reader; otherwise the menu does what the sheet could not.
      if (!(error instanceof DOMException && error.name === "AbortError")) menu.current?.showPopover();
    });
  };
  return (
    <div className="share-menu relative -mx-3 flex flex-wrap print:hidden">
      <button type="button" popoverTarget="share-menu" onClick={share} className={QUIET}>
        <svg
          viewBox="0 0 24 24"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M12 15V3m-4 4 4-4 4 4M4 13v7h16v-7" />
        </svg>
        {t("Share")}
      </button>
      <div
        ref={menu}
        id="share-menu"
        popover="auto"
        className="w-full max-w-72 border border-rule bg-paper py-2 text-ink raised max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:max-w-none"
      >
        <ul aria-label={t("Share this article")}>
          <ShareLinks article={article} isMenu />
        </ul>
      </div>
      <CopyLink url={url} className={`${QUIET} noscript:hidden`} />
      {children}
    </div>
  );
}

function CopyLink({ url, className }: { url: string; className: string }) {
  const t = useText();
  const copy = async () =>
    showToast(
      (await copyText(url))
        ? { title: t("Link copied"), description: url }
        : { title: t("Link not copied"), description: t("Copy it manually: {url}", { url }), variant: "destructive" },
    );
  return (
    <button type="button" onClick={copy} className={className}>
      <Icon icon={LinkIcon} size={17} />
      {t("Copy link")}
    </button>
  );
}

/** The ways to share an article, and a button that copies its address. */
export function ShareBox({ article }: Props) {
  const t = useText();
  const url = useAddress(article);
  return (
    <section aria-labelledby="share-heading">
      <SectionHeading id="share-heading">{t("Share this article")}</SectionHeading>
      <ul aria-label={t("Ways to share")} className="flex flex-wrap gap-2 print:hidden">
        <ShareLinks article={article} />
        <li className="noscript:hidden">
          <CopyLink url={url} className={`${FRAMED} px-3`} />
        </li>
      </ul>
    </section>
  );
}
