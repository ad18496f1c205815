import { breadcrumbList } from "#shared/breadcrumbs.ts";
import type { Head, PageContext } from "#shared/page.ts";
import { pageUrl } from "#shared/urls.ts";
import { ContactDetails } from "./contact-details.tsx";
import { ContactForm } from "./contact-form.tsx";

/** The contact page: `/contact`, `?subject=` fills in the subject. */
export function Page() {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-16">
      <header className="max-w-3xl">
        <h1 className="headline-xl">Contact Us</h1>
        <p className="mt-4 font-serif text-xl leading-snug text-pretty text-muted">
          A tip, a correction, a question about something we published: write to the newsroom.
        </p>
      </header>
      <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <section aria-label="Write to us" className="min-h-[40rem] max-w-2xl">
          <ContactForm />
        </section>
        <aside aria-label="Other ways to reach us">
          <ContactDetails />
        </aside>
      </div>
    </div>
  );
}

export const queries = () => [];

export const head = ({ site }: PageContext): Head => ({
  title: "Contact Us",
  description: `Write to the newsroom of ${site.name}: tips, corrections, questions. Our office is in Nairobi, Kenya.`,
  canonical: pageUrl.contact(),
  jsonLd: [breadcrumbList(site, [{ name: "Contact Us", path: pageUrl.contact() }])],
});
