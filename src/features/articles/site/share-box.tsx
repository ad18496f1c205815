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
  {
    name: "WhatsApp",
    mark: (
      <path d="M12 2a10 10 0 0 0-8.6 15L2 22l5.1-1.4A10 10 0 1 0 12 2Zm0 18.2a8.2 8.2 0 0 1-4.2-1.1l-.3-.2-3 .8.8-3-.2-.3A8.2 8.2 0 1 1 12 20.2Zm4.5-6.1c-.2-.1-1.5-.7-1.7-.8s-.4-.1-.6.1l-.7 1c-.2.1-.3.2-.5 0a6.7 6.7 0 0 1-3.3-2.9c-.3-.4.3-.4.7-1.3a.5.5 0 0 0 0-.4l-.8-1.8c-.2-.5-.4-.4-.5-.4h-.5a1 1 0 0 0-.7.3 2.9 2.9 0 0 0-.9 2.2c0 1.2.9 2.5 1 2.6s1.8 2.8 4.4 3.9c1.6.7 2.3.8 3.1.6.5 0 1.5-.6 1.7-1.2s.2-1.1.2-1.2-.3-.2-.5-.3Z" />
    ),
    address: (url, title) => withParams("https://wa.me/", { text: `${title} ${url}` }),
  },
  {
    name: "Telegram",
    mark: (
      <path d="M21.9 4.300 18.7 19c-.2 1.1-.9 1.3-1.7.8l-4.8-3.5-2.3 2.2c-.3.3-.5.5-1 .5l.4-4.9 8.9-8c.4-.4-.1-.6-.6-.2L6.600 12.8l-4.7-1.5c-1-.3-1-1 .2-1.5l18.3-7c.9-.3 1.6.2 1.5 1.5Z" />
    ),
    address: (url, title) => withParams("https://t.me/share/url", { url, text: title }),
  },
];

/** Mail programs show a plus sign as it is, so spaces are encoded. */
const mailAddress = (url: string, title: string) =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n\n${url}`)}`;

type Props = { article: Pick<ArticleSummary, "id" | "title" | "slug"> };

const CONTROL = "tap flex items-center gap-2 text-sm font-semibold transition-colors";
const FRAMED = `${CONTROL} justify-center border border-rule text-ink hover:border-ink hover:bg-ink hover:text-paper`;
const QUIET = `${CONTROL} px-3 text-muted hover:text-accent`;
const LISTED = `${CONTROL} w-full px-5 hover:bg-surface`;

const Mark = ({ children, ...frame }: { children: ReactNode; fill?: "none"; stroke?: string }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true" {...frame}>
    {children}
  </svg>
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
      {TARGETS.map(({ name, mark, address }) => (
        <li key={name}>
          <a href={address(url, title)} target="_blank" rel="noopener" className={FRAMED}>
            <Mark>{mark}</Mark>
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
export function ShareMenu({ article }: Props) {
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
          {TARGETS.map(({ name, mark, address }) => (
            <li key={name}>
              <a href={address(url, title)} target="_blank" rel="noopener" className={LISTED}>
                <Mark>{mark}</Mark>
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
