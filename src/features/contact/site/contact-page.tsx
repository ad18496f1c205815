import type { QueryClient } from "@tanstack/react-query";
import { knownTexts, publicationTexts } from "#features/settings/publication/calls.ts";
import type { Publication } from "#features/settings/publication/schema.ts";
import { WithTexts } from "#features/settings/publication/site/with-texts.tsx";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import type { Head, PageContext } from "#shared/page.ts";
import { pageUrl } from "#shared/urls.ts";
import { ContactDetails } from "./contact-details.tsx";
import { ContactForm } from "./contact-form.tsx";

/** The contact page: `/contact`, `?subject=` fills in the subject. */
export function Page() {
  return <WithTexts>{({ contact }) => <ContactPage texts={contact} />}</WithTexts>;
}

function ContactPage({ texts }: { texts: Publication["contact"] }) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-16">
      <header className="max-w-3xl">
        <h1 className="headline-xl">Contact Us</h1>
        <p className="mt-4 font-serif text-xl leading-snug text-pretty text-muted">{texts.intro}</p>
      </header>
      <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <section aria-label="Write to us" className="min-h-[40rem] max-w-2xl">
          <ContactForm />
        </section>
        <aside aria-label="Other ways to reach us">
          <ContactDetails office={texts.office} hours={texts.hours} />
        </aside>
      </div>
    </div>
  );
}

export const queries = () => [publicationTexts()];

export const head = ({ site }: PageContext, client: QueryClient): Head => {
  const office = knownTexts(client)?.contact.office;
  const description = `Write to the newsroom of ${site.name}: tips, corrections, questions.`;
  return {
    title: "Contact Us",
    description: office === undefined ? description : `${description} Our office is in ${office}.`,
    canonical: pageUrl.contact(),
    jsonLd: [breadcrumbList(site, [{ name: "Contact Us", path: pageUrl.contact() }])],
  };
};
