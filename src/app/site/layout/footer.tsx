import { allCategories } from "#features/categories/rules.ts";
import { SubscribeForm } from "#features/newsletter/site/subscribe-form.tsx";
import { FIRST_CATEGORIES, footerCategories } from "#shared/first-categories.ts";
import { type MenuEntry, QUICK_LINKS } from "#shared/menus.ts";
import type { SiteInfo } from "#shared/page.ts";
import { useNow, useSite, useText } from "#shared/site-context.tsx";
import { FOOTER_TEXT } from "#shared/site-facts.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { SiteLink } from "./menu.tsx";
import { Wordmark } from "./wordmark.tsx";

/** The social labels. One without an address is a plain word. */
export function SocialLabels() {
  const { social } = useSite();
  const t = useText();
  if (social.length === 0) return null;
  return (
    <ul aria-label={t("Social media")} className="meta -mx-2 flex flex-wrap">
      {social.map(({ label, url }) => (
        <li key={label}>
          {url ? (
            <a
              href={url}
              rel="me noopener"
              className="link-quiet inline-flex min-h-11 items-center px-2 hover:text-ink"
            >
              {label}
            </a>
          ) : (
            <span className="inline-flex min-h-11 items-center px-2">{label}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type Text = ReturnType<typeof useText>;

type Named = { name: string; slug: string };

/** The default columns: the fixed pages that are published, those in the menu, and six categories. */
const defaultColumns = (
  { menu = [], missingPages = [] }: SiteInfo,
  t: Text,
  categories: readonly Named[],
): MenuEntry[] => [
  {
    label: t("Quick Links"),
    url: "",
    items: [
      ...QUICK_LINKS.filter(({ url }) => !missingPages.includes(url.slice(1))).map(({ url, label }) => ({
        url,
        label: t(label),
      })),
      ...menu.map(({ path, label }) => ({ url: path, label })),
    ],
  },
  {
    label: t("Categories"),
    url: "",
    items: footerCategories(categories).map(({ name, slug }) => ({ url: pageUrl.category(slug), label: name })),
  },
];

const LINK = "link-quiet inline-flex min-h-9 min-w-11 items-center text-[0.9375rem] text-muted hover:text-ink";

function Column({ label, url, items }: MenuEntry) {
  if (items.length === 0 && !url) return null;
  return (
    <nav aria-label={label} className="min-w-0 wrap-anywhere">
      <h2 className="text-sm font-bold">
        {url ? (
          <SiteLink url={url} className="link-quiet">
            {label}
          </SiteLink>
        ) : (
          label
        )}
      </h2>
      <ul className="mt-2">
        {items.map((link) => (
          <li key={`${link.url} ${link.label}`}>
            <SiteLink url={link.url} className={LINK}>
              {link.label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Brand blurb, links, newsletter form, copyright and social labels. */
export function Footer() {
  const site = useSite();
  const t = useText();
  // Until they are known, the specified ones, unless the publication started with others.
  const { data: categories = site.isNeutral ? [] : FIRST_CATEGORIES } = useApi(allCategories());
  const columns = site.footer ?? defaultColumns(site, t, categories);
  const year = new Date(useNow()).getUTCFullYear();
  return (
    <footer className="mt-20 border-t border-rule bg-surface print:hidden">
      <div className="page-width grid grid-cols-2 gap-x-10 large-text:grid-cols-1 gap-y-10 py-12 lg:grid-cols-[1.5fr_2fr_1.6fr] lg:py-16">
        <div className="max-lg:col-span-full">
          <Wordmark className="text-[2rem]" />
          {site.description !== site.name && (
            <p className="mt-4 max-w-72 text-[0.9375rem] text-muted">{site.description}</p>
          )}
        </div>
        <div className="grid grid-cols-2 gap-x-10 gap-y-8 max-lg:col-span-full large-text:grid-cols-1 lg:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]">
          {columns.map((column) => (
            <Column key={column.label} {...column} />
          ))}
        </div>
        <section aria-labelledby="footer-newsletter" id="newsletter" className="max-lg:col-span-full">
          <h2 id="footer-newsletter" className="text-sm font-bold">
            {t("Newsletter")}
          </h2>
          <SubscribeForm />
        </section>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-rule py-5">
          <p className="meta">
            © {year} {site.name}. {site.footerText ?? t(FOOTER_TEXT)}
          </p>
          <p className="meta flex flex-wrap gap-x-6">
            <a href={documentUrl.issues()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Past newsletters")}
            </a>
            <a href={documentUrl.corrections()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Corrections")}
            </a>
            <a href={documentUrl.archive()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Archive")}
            </a>
            <a href={documentUrl.authors()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Authors")}
            </a>
            {/* Loads a document, which the service worker can keep. */}
            <a href={pageUrl.saved()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Saved articles")}
            </a>
          </p>
          <SocialLabels />
        </div>
      </div>
    </footer>
  );
}
