import type { ReactNode } from "react";
import { PageOpening, staticHead } from "#features/settings/publication/site/static-page.tsx";
import { longDateOf } from "#shared/dates.ts";
import type { Head, PageContext } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useNow, useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { retentionPeriods } from "../calls.ts";
import { daysInWords, RETENTION, RETENTION_NAMES } from "../rules.ts";

/** The policy's sections. They describe what this software does. */
function sections(name: string): { id: string; title: string; body: ReactNode }[] {
  return [
    {
      id: "collected",
      title: "Information we collect",
      body: (
        <>
          <p>Reading {name} needs no account, and we do not ask who you are. We keep only:</p>
          <ul>
            <li>the email address you enter, if you subscribe to our newsletter;</li>
            <li>your name, email address and message, if you write to us through the contact form;</li>
            <li>counts of how often an article was opened, which are not tied to a person;</li>
            <li>error logs, without IP addresses.</li>
          </ul>
        </>
      ),
    },
    {
      id: "use",
      title: "How we use your information",
      body: (
        <p>
          We use your email address to send the newsletter you asked for, your message to answer it, view counts to show
          which articles are trending, and logs to keep the site working and safe. We do not build profiles of readers.
        </p>
      ),
    },
    {
      id: "sharing",
      title: "Sharing your information",
      body: (
        <p>
          We do not sell or rent personal information. We share it only with services that work for us, such as the mail
          server that delivers our newsletter, and where the law requires it. Prices in the ticker are fetched by our
          server, so that your address does not reach the exchange.
        </p>
      ),
    },
    { id: "kept", title: "How long we keep it", body: <Periods /> },
    {
      id: "cookies",
      title: "Cookies",
      body: (
        <p>
          We set no cookies for readers and load no third-party trackers. If you choose a light or dark theme, your
          browser remembers that choice in its own storage; it is not sent to us.
        </p>
      ),
    },
    {
      id: "security",
      title: "Security",
      body: (
        <p>
          We protect what we keep with encrypted connections where the site is served over HTTPS, limited access and
          regular updates. No method is perfectly safe; if something happens that concerns you, we will tell you.
        </p>
      ),
    },
    {
      id: "rights",
      title: "Your rights",
      body: (
        <p>
          You may ask what we hold about you, have it corrected, receive a copy, or have it deleted. Every newsletter
          carries a link to leave it, and you can also <Link to={pageUrl.unsubscribe()}>unsubscribe here</Link>.
        </p>
      ),
    },
    {
      id: "links",
      title: "Third-party links",
      body: (
        <p>
          Articles and advertisements link to other sites. Their own policies apply there, and we are not responsible
          for what they do.
        </p>
      ),
    },
    {
      id: "children",
      title: "Children under 13",
      body: (
        <p>
          {name} is not meant for children under 13, and we do not knowingly collect their information. If you believe a
          child has given us some, tell us and we will delete it.
        </p>
      ),
    },
    {
      id: "changes",
      title: "Changes to this policy",
      body: <p>When this policy changes, the new version appears on this page with its date.</p>,
    },
    {
      id: "contact",
      title: "Contact us",
      body: (
        <p>
          For any question about this policy or your information,{" "}
          <Link to={pageUrl.contact("Privacy")}>write to us</Link>.
        </p>
      ),
    },
  ];
}

/** What is kept for how long, as the newsroom has set it. */
function Periods() {
  const { data } = useApi(retentionPeriods());
  return (
    <>
      <p>As long as you subscribe, we keep your address. We delete everything else within a day of the times below:</p>
      {data && (
        <ul>
          {RETENTION_NAMES.map((name) => (
            <li key={name}>
              {RETENTION[name].readers}: {daysInWords(data[name])}
            </li>
          ))}
        </ul>
      )}
      <p>Copies in our backups go when those are replaced. What you ask us to delete is deleted at once.</p>
    </>
  );
}

export const queries = () => [retentionPeriods()];

export const head = (context: PageContext): Head =>
  staticHead(context, {
    title: "Privacy Policy",
    description: `What ${context.site.name} collects about its readers, why, and what rights they have.`,
    path: pageUrl.privacyPolicy(),
  });

/** Privacy Policy: eleven sections; 'Last updated' shows today's date. */
export function Page() {
  const { name, timeZone } = useSite();
  const now = useNow();
  const parts = sections(name);
  return (
    <>
      <PageOpening kicker={`Last updated: ${longDateOf(now, timeZone)}`} title="Privacy Policy">
        <p>In short: no cookies for readers, no trackers, and only the data you give us yourself.</p>
      </PageOpening>
      <div className="page-width grid gap-x-12 gap-y-8 py-10 lg:grid-cols-[16rem_1fr] lg:py-14">
        <nav aria-label="On this page" className="lg:sticky lg:top-8 lg:self-start">
          <ol className="border-t border-rule text-[0.9375rem]">
            {parts.map((part) => (
              <li key={part.id} className="border-b border-rule">
                <a href={`#${part.id}`} className="flex min-h-11 items-center text-muted hover:text-accent lg:min-h-9">
                  {part.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="space-y-12">
          {parts.map((part) => (
            <section key={part.id} aria-labelledby={part.id} className="prose-article">
              <h2 id={part.id}>{part.title}</h2>
              {part.body}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
