import type { QueryClient } from "@tanstack/react-query";
import type { Head, PageContext } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { buttonClass } from "#ui/button.tsx";
import type { Publication } from "../endpoints.ts";
import { MarginSection, PageOpening, staticHead } from "./static-page.tsx";
import { knownTexts, publicationTexts, WithTexts } from "./with-texts.tsx";

export const queries = () => [publicationTexts()];

export const head = (context: PageContext, client: QueryClient): Head =>
  staticHead(context, {
    title: "About",
    description: knownTexts(client)?.about.description ?? `About ${context.site.name}.`,
    path: pageUrl.about(),
  });

/** About: mission, coverage, team and why the publication exists. */
export function Page() {
  return <WithTexts>{({ about }) => <AboutPage texts={about} />}</WithTexts>;
}

function AboutPage({ texts }: { texts: Publication["about"] }) {
  const { name } = useSite();
  return (
    <>
      <PageOpening kicker={`About ${name}`} title={texts.title}>
        <p>{texts.intro}</p>
      </PageOpening>
      <div className="page-width">
        <MarginSection title="Our mission" id="mission">
          <div className="prose-article">
            {texts.mission.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </MarginSection>
        <MarginSection title="What we cover" id="coverage">
          <ul className="grid gap-x-10 sm:grid-cols-2">
            {texts.coverage.map((topic) => (
              <li key={topic.slug} className="relative border-t border-rule py-5">
                <h3 className="headline-sm">
                  <Link to={pageUrl.category(topic.slug)} className="link-quiet stretch">
                    {topic.name}
                  </Link>
                </h3>
                <p className="mt-1.5 text-[0.9375rem] text-muted">{topic.text}</p>
              </li>
            ))}
          </ul>
        </MarginSection>
        <MarginSection title="Our team" id="team">
          <ul className="grid gap-8 sm:grid-cols-3">
            {texts.team.map((desk) => (
              <li key={desk.name} className="ruled pt-4">
                <h3 className="headline-sm">{desk.name}</h3>
                <p className="mt-2 text-[0.9375rem] text-muted">{desk.text}</p>
              </li>
            ))}
          </ul>
          <p className="mt-8 max-w-[60ch] text-muted">{texts.place}</p>
        </MarginSection>
        <MarginSection title={`Why ${name}`} id="why">
          <ol className="max-w-2xl divide-y divide-rule">
            {texts.why.map((reason, place) => (
              <li
                key={reason.name}
                className="grid grid-cols-[3.5rem_minmax(0,1fr)] large-text:grid-cols-1 py-5 first:pt-0"
              >
                <span aria-hidden="true" className="font-display text-[2rem] leading-none text-accent tabular-nums">
                  {place + 1}
                </span>
                <div>
                  <h3 className="headline-sm">{reason.name}</h3>
                  <p className="mt-1.5 text-muted">{reason.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <Link to={pageUrl.contact()} className={buttonClass("solid", "mt-6")}>
            Write to the newsroom
          </Link>
        </MarginSection>
      </div>
    </>
  );
}
