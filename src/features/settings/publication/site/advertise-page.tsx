import type { QueryClient } from "@tanstack/react-query";
import { Check } from "lucide";
import type { Head, PageContext } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Publication } from "../endpoints.ts";
import { MarginSection, PageOpening, staticHead } from "./static-page.tsx";
import { knownTexts, publicationTexts, WithTexts } from "./with-texts.tsx";

export const queries = () => [publicationTexts()];

export const head = (context: PageContext, client: QueryClient): Head =>
  staticHead(context, {
    title: "Advertise",
    description: knownTexts(client)?.advertise.description ?? `Advertise with ${context.site.name}.`,
    path: pageUrl.advertise(),
  });

/** Advertise: stats, packages and reasons. */
export function Page() {
  return <WithTexts>{({ advertise }) => <AdvertisePage texts={advertise} />}</WithTexts>;
}

function AdvertisePage({ texts }: { texts: Publication["advertise"] }) {
  const { name } = useSite();
  return (
    <>
      <PageOpening kicker="Advertise" title={texts.title}>
        <p>{texts.intro}</p>
      </PageOpening>
      <div className="border-b border-rule bg-surface">
        <dl className="page-width grid grid-cols-1 py-4 sm:grid-cols-3 sm:divide-x sm:divide-rule sm:py-10">
          {texts.stats.map((stat) => (
            <div key={stat.label} className="flex flex-col-reverse justify-end py-4 sm:px-8 sm:first:pl-0">
              <dt className="text-muted">{stat.label}</dt>
              <dd className="font-display text-[3.25rem] leading-none font-medium tracking-[-0.02em] lg:text-[4.5rem]">
                {stat.figure}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="page-width">
        <section aria-labelledby="packages" className="py-12 lg:py-16">
          <h2 id="packages" className="headline-lg">
            Packages
          </h2>
          <ul className="mt-8 grid gap-x-8 gap-y-12 lg:grid-cols-3">
            {texts.packages.map((offer) => (
              <li key={offer.name} className="ruled flex flex-col pt-5">
                <h3 className="text-[0.9375rem] font-bold">{offer.name}</h3>
                <p className="mt-3 font-display text-[2.75rem] leading-none font-medium tracking-[-0.02em] tabular-nums">
                  {offer.price}
                  <span className="ml-0.5 font-sans text-base font-normal tracking-normal text-faint large-text:block">
                    {offer.per}
                  </span>
                </p>
                <p className="mt-4 text-muted">{offer.text}</p>
                <ul className="mt-5 divide-y divide-rule border-y border-rule text-[0.9375rem]">
                  {offer.features.map((feature) => (
                    <li key={feature} className="flex gap-3 py-2.5">
                      <Icon icon={Check} size={18} strokeWidth={2} className="mt-0.5 shrink-0 text-accent" />
                      {feature}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        <MarginSection title={`Why advertise with ${name}`} id="reasons">
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {texts.reasons.map((reason) => (
              <li key={reason.name}>
                <h3 className="headline-sm">{reason.name}</h3>
                <p className="mt-1.5 text-[0.9375rem] text-muted">{reason.text}</p>
              </li>
            ))}
          </ul>
        </MarginSection>
        <section aria-labelledby="talk" className="ruled flex flex-wrap items-center justify-between gap-6 py-10">
          <h2 id="talk" className="headline-lg max-w-[22ch]">
            {texts.closing}
          </h2>
          <Link to={pageUrl.contact("Advertising enquiry")} className={buttonClass("accent", "px-7 py-3.5 text-base")}>
            Contact Our Ad Team
          </Link>
        </section>
      </div>
    </>
  );
}
