import type { QueryClient } from "@tanstack/react-query";
import { knownTexts, publicationTexts } from "#features/settings/publication/calls.ts";
import type { Publication } from "#features/settings/publication/schema.ts";
import { WithTexts } from "#features/settings/publication/site/with-texts.tsx";
import { breadcrumbList } from "#shared/breadcrumbs.ts";
import type { Head, PageContext } from "#shared/page.ts";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { ContactForm } from "./contact-form.tsx";

/** Other ways to reach the publication: mail, office, hours. */
function ContactDetails({ office, hours }: Pick<Publication["contact"], "office" | "hours">) {
  const email = useSite().contactEmail;
  return (
    <div className="space-y-8">
      {email && (
        <section>
          <h2 className="ruled pt-3 text-[0.9375rem] font-bold">Email</h2>
          <p className="mt-2">
            <a
              href={`mailto:${email}`}
              className="inline-block py-1.5 break-all underline decoration-accent underline-offset-4"
            >
              {email}
            </a>
          </p>
        </section>
      )}
      <section>
        <h2 className="ruled pt-3 text-[0.9375rem] font-bold">Office</h2>
        <p className="mt-3">{office}</p>
      </section>
      <section>
        <h2 className="ruled pt-3 text-[0.9375rem] font-bold">Business hours</h2>
        <dl className="mt-3 divide-y divide-rule tabular-nums">
          {hours.map(({ days, time }) => (
            <div key={days} className="flex justify-between gap-4 py-2 first:pt-0">
              <dt className="text-muted">{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

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
