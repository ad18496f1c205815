import type { Head, PageContext } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { buttonClass } from "#ui/button.tsx";
import { MarginSection, PageOpening, staticHead } from "./static-page.tsx";

const COVERAGE = [
  {
    name: "Blockchain",
    slug: "blockchain",
    text: "Ledgers, consensus and scaling: how strangers come to agree, and what it costs.",
  },
  {
    name: "Crypto",
    slug: "crypto",
    text: "Coins, wallets and stablecoins, from the first seed phrase to the fine print.",
  },
  { name: "NFTs", slug: "nfts", text: "Ownership on chain: what a token gives its holder, and what it does not." },
  { name: "AI", slug: "ai", text: "How the models work, where they fail, and how to use them with open eyes." },
  { name: "Tech", slug: "tech", text: "The machines, standards and software that everything else stands on." },
  {
    name: "Markets",
    slug: "markets",
    text: "Order books, supply and risk, told in plain numbers rather than in hope.",
  },
];

const TEAM = [
  {
    name: "Reporters",
    text: "Follow protocols, products and prices, read the source code where there is some, and ask the people who built it.",
  },
  {
    name: "Editors",
    text: "Check every claim against a source, take the adjectives out, and choose what stands on the front page.",
  },
  {
    name: "Engineers",
    text: "Build the publication itself: fast on a cheap phone, readable by everyone, and free of trackers.",
  },
];

const WHY = [
  {
    title: "Explained, not hyped",
    text: "We would rather tell you how a thing works than that it will change everything.",
  },
  {
    title: "Independent of prices",
    text: "Nobody here is paid in the coins they write about, and advertising is always labelled.",
  },
  {
    title: "Yours to read in peace",
    text: "No cookie walls and no third-party trackers. A page loads in the time it takes to turn one.",
  },
];

export const queries = () => [];

export const head = (context: PageContext): Head =>
  staticHead(context, {
    title: "About",
    description: `What ${context.site.name} covers, who makes it and why: independent reporting on cryptocurrency, blockchain and technology.`,
    path: pageUrl.about(),
  });

/** About: mission, coverage, team and why the publication exists. */
export function Page() {
  const { name } = useSite();
  return (
    <>
      <PageOpening kicker={`About ${name}`} title="News for people who want to know how it works">
        <p>
          {name} is a publication about cryptocurrency, blockchain and technology, made for readers who are curious
          before they are convinced.
        </p>
      </PageOpening>
      <div className="page-width">
        <MarginSection title="Our mission" id="mission">
          <div className="prose-article">
            <p>
              Money, ownership and intelligence are being rewritten as software. Most of what is said about it is either
              a sales pitch or a sneer. Our mission is the ground between: clear, accurate and useful reporting that
              leaves you better able to judge for yourself.
            </p>
            <p>
              We explain the mechanism before the market, we say what we do not know, and when we are wrong we correct
              the article and say so.
            </p>
          </div>
        </MarginSection>
        <MarginSection title="What we cover" id="coverage">
          <ul className="grid gap-x-10 sm:grid-cols-2">
            {COVERAGE.map((topic) => (
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
            {TEAM.map((desk) => (
              <li key={desk.name} className="ruled pt-4">
                <h3 className="headline-sm">{desk.name}</h3>
                <p className="mt-2 text-[0.9375rem] text-muted">{desk.text}</p>
              </li>
            ))}
          </ul>
          <p className="mt-8 max-w-[60ch] text-muted">
            We are a small newsroom with its home in Nairobi, Kenya, and contributors in several time zones. Each
            article names its author; each author answers their mail.
          </p>
        </MarginSection>
        <MarginSection title={`Why ${name}`} id="why">
          <ol className="max-w-2xl divide-y divide-rule">
            {WHY.map((reason, place) => (
              <li
                key={reason.title}
                className="grid grid-cols-[3.5rem_minmax(0,1fr)] large-text:grid-cols-1 py-5 first:pt-0"
              >
                <span aria-hidden="true" className="font-serif text-[2rem] leading-none text-accent tabular-nums">
                  {place + 1}
                </span>
                <div>
                  <h3 className="headline-sm">{reason.title}</h3>
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
