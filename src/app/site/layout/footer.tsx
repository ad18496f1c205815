import { FooterForm } from "#features/newsletter/site/footer-form.tsx";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { Link } from "#shared/router.tsx";
import { useNow, useSite, useText } from "#shared/site-context.tsx";
import { FOOTER_TEXT } from "#shared/site-facts.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
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

const QUICK_LINKS = [
  { to: pageUrl.home(), label: "Home" },
  { to: pageUrl.about(), label: "About" },
  { to: pageUrl.contact(), label: "Contact" },
  { to: pageUrl.advertise(), label: "Advertise" },
  { to: pageUrl.privacyPolicy(), label: "Privacy Policy" },
] as const;

/** The footer's categories are fixed, whatever the newsroom adds; only a deleted one goes. */
const categoriesWithout = (missing: readonly string[]) =>
  FIRST_CATEGORIES.filter(({ slug }) => !missing.includes(slug)).map(({ name, slug }) => ({
    to: pageUrl.category(slug),
    label: name,
  }));

type ListProps = {
  title: string;
  links: { to: string; label: string }[];
  /** Pages that are complete without any script: the browser opens them itself. */
  pages?: { path: string; label: string }[] | undefined;
};

const LINK = "link-quiet inline-flex min-h-9 min-w-11 items-center text-[0.9375rem] text-muted hover:text-ink";

function LinkList(props: ListProps) {
  if (props.links.length === 0) return <div className="max-lg:hidden" />;
  return (
    <nav aria-label={props.title}>
      <h2 className="text-sm font-bold">{props.title}</h2>
      <ul className="mt-2">
        {props.links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className={LINK}>
              {link.label}
            </Link>
          </li>
        ))}
        {props.pages?.map(({ path, label }) => (
          <li key={path}>
            <a href={path} className={LINK}>
              {label}
            </a>
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
  const quickLinks = QUICK_LINKS.map(({ to, label }) => ({ to, label: t(label) }));
  const year = new Date(useNow()).getUTCFullYear();
  return (
    <footer className="mt-20 border-t border-rule bg-surface print:hidden">
      <div className="page-width grid grid-cols-2 gap-x-10 large-text:grid-cols-1 gap-y-10 py-12 lg:grid-cols-[1.5fr_1fr_1fr_1.6fr] lg:py-16">
        <div className="max-lg:col-span-full">
          <Wordmark className="text-[2rem]" />
          <p className="mt-4 max-w-72 text-[0.9375rem] text-muted">{site.description}</p>
        </div>
        <LinkList title={t("Quick Links")} links={quickLinks} pages={site.menu} />
        <LinkList title={t("Categories")} links={categoriesWithout(site.missingCategories ?? [])} />
        <section aria-labelledby="footer-newsletter" id="newsletter" className="max-lg:col-span-full">
          <h2 id="footer-newsletter" className="text-sm font-bold">
            {t("Newsletter")}
          </h2>
          <FooterForm />
        </section>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-rule py-5">
          <p className="meta">
            © {year} {site.name}. {site.footerText ?? t(FOOTER_TEXT)}
          </p>
          <p className="meta flex gap-6">
            <a href={documentUrl.issues()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Past newsletters")}
            </a>
            <a href={documentUrl.corrections()} className="link-quiet inline-flex min-h-11 items-center">
              {t("Corrections")}
            </a>
          </p>
          <SocialLabels />
        </div>
      </div>
    </footer>
  );
}
