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

type Target = { name: string; address: (url: string, title: string) => string };

const withParams = (base: string, params: Record<string, string>) => `${base}?${new URLSearchParams(params)}`;

const TARGETS: Target[] = [
  {
    name: "X",
    address: (url, title) => withParams("https://x.com/intent/post", { url, text: title }),
  },
  {
    name: "Facebook",
    address: (url, title) => withParams("https://www.facebook.com/sharer/sharer.php", { u: url, quote: title }),
  },
  {
    name: "LinkedIn",
    address: (url, title) => withParams("https://www.linkedin.com/shareArticle", { mini: "true", url, title }),
  },
  {
    name: "WhatsApp",
    address: (url, title) => withParams("https://wa.me/", { text: `${title} ${url}` }),
  },
  {
    name: "Telegram",
    address: (url, title) => withParams("https://t.me/share/url", { url, text: title }),
  },
];

/** Mail programs show a plus sign as it is, so spaces are encoded. */
const mailAddress = (url: string, title: string) =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n\n${url}`)}`;

type Props = { article: Pick<ArticleSummary, "id" | "title" | "slug"> };

const CONTROL = "tap flex items-center gap-2 text-sm font-semibold transition-colors";
const FRAMED = `${CONTROL} justify-center border border-rule text-ink hover:border-ink hover:bg-ink hover:text-paper`;
export const QUIET = `${CONTROL} px-3 text-muted hover:text-accent`;
const LISTED = `${CONTROL} w-full px-5 hover:bg-surface`;

const Mark = ({ children, ...frame }: { children: ReactNode; fill?: "none"; stroke?: string }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true" {...frame}>
    {children}
  </svg>
);

/** A network's mark, from a file that the pages of all articles share. */
const Brand = ({ name }: { name: string }) => (
  <Mark>
    <use href={`${marks}#${name.toLowerCase()}`} />
  </Mark>
);

const Envelope = () => (
  <Mark fill="none" stroke="currentColor">
    <path strokeWidth="2" d="M2.5 5h19v14h-19Zm0 1 9.5 7 9.5-7" />
  </Mark>
);

/** The canonical address of an article. */
function useAddress(article: Props["article"]): string {
  const site = useSite();
  return absoluteUrl(site.url, articlePath(site, article));
}

/** Share links for an article's canonical address and title, and a button that copies the address. */
function ShareLinks({ article }: Props) {
  const t = useText();
  const { title } = article;
  const url = useAddress(article);
  return (
    <ul aria-label={t("Ways to share")} className="flex flex-wrap gap-2 print:hidden">
      {TARGETS.map(({ name, address }) => (
        <li key={name}>
          <a href={address(url, title)} target="_blank" rel="noopener" className={FRAMED}>
            <Brand name={name} />
            <span className="sr-only">{t("Share on {name} (opens in a new window)", { name })}</span>
          </a>
        </li>
      ))}
      <li>
        <a href={mailAddress(url, title)} className={FRAMED}>
          <Envelope />
          <span className="sr-only">{t("Share by email")}</span>
        </a>
      </li>
      <li className="noscript:hidden">
        <CopyLink url={url} className={`${FRAMED} px-3`} />
      </li>
    </ul>
  );
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
    <div className="share-menu relative -mx-3 flex print:hidden">
      <button type="button" popoverTarget="share-menu" onClick={share} className={QUIET}>
        <Mark fill="none" stroke="currentColor">
          <path strokeWidth="2" d="M12 15V3m-4 4 4-4 4 4M4 13v7h16v-7" />
        </Mark>
        {t("Share")}
      </button>
      <div
        ref={menu}
        id="share-menu"
        popover="auto"
        className="w-full max-w-72 border border-rule bg-paper py-2 text-ink shadow-lg max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:max-w-none"
      >
        <ul aria-label={t("Share this article")}>
          {TARGETS.map(({ name, address }) => (
            <li key={name}>
              <a href={address(url, title)} target="_blank" rel="noopener" className={LISTED}>
                <Brand name={name} />
                {name}
                <span className="sr-only"> {t("(opens in a new window)")}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={mailAddress(url, title)} className={LISTED}>
              <Envelope />
              {t("Email")}
            </a>
          </li>
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

export function ShareBox({ article }: Props) {
  return (
    <section aria-labelledby="share-heading">
      <SectionHeading id="share-heading">{useText()("Share this article")}</SectionHeading>
      <ShareLinks article={article} />
    </section>
  );
}
