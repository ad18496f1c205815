import Link from "next/link";
import { FooterForm } from "./footer-form.jsx";

const QUICK_LINKS = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/contact", label: "Contact" },
  { to: "/advertise", label: "Advertise" },
  { to: "/privacy-policy", label: "Privacy Policy" },
];
const CATEGORIES = [
  { to: "/category/blockchain", label: "Blockchain" },
  { to: "/category/crypto", label: "Crypto" },
  { to: "/category/nfts", label: "NFTs" },
  { to: "/category/ai", label: "AI" },
  { to: "/category/tech", label: "Tech" },
  { to: "/category/markets", label: "Markets" },
];

function LinkList({ title, links }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-bold">{title}</h2>
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              href={to}
              prefetch={false}
              className="link-quiet inline-flex min-h-9 min-w-11 items-center text-[0.9375rem] text-muted hover:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Brand blurb, links, newsletter form, copyright and social labels. */
export function Footer({ year }) {
  return (
    <footer className="mt-20 border-t border-rule bg-surface print:hidden">
      <div className="page-width grid grid-cols-2 gap-x-10 large-text:grid-cols-1 gap-y-10 py-12 lg:grid-cols-[1.5fr_1fr_1fr_1.6fr] lg:py-16">
        <div className="max-lg:col-span-full">
          <Link href="/" prefetch={false} aria-label="Jarida, home page" className="wordmark text-[2rem]">
            Jarida
          </Link>
          <p className="mt-4 max-w-72 text-[0.9375rem] text-muted">
            Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.
          </p>
        </div>
        <LinkList title="Quick Links" links={QUICK_LINKS} />
        <LinkList title="Categories" links={CATEGORIES} />
        <section aria-labelledby="footer-newsletter" id="newsletter" className="max-lg:col-span-full">
          <h2 id="footer-newsletter" className="text-sm font-bold">
            Newsletter
          </h2>
          <FooterForm />
        </section>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-rule py-5">
          <p className="meta">© {year} Jarida. All rights reserved.</p>
          <ul aria-label="Social media" className="meta -mx-2 flex flex-wrap">
            {["Twitter", "Facebook", "LinkedIn", "Instagram"].map((label) => (
              <li key={label}>
                <span className="inline-flex min-h-11 items-center px-2">{label}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
