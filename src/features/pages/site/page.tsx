import { type QueryClient, useQuery } from "@tanstack/react-query";
import { Check } from "lucide";
import { type ReactNode, Suspense, use, useEffect, useMemo } from "react";
import type { PagePart, PageView } from "#features/content/page-view.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import { PageOpening } from "#features/settings/publication/site/page-opening.tsx";
import { ApiError } from "#shared/api-client.ts";
import { longDateOf } from "#shared/dates.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { trustedPolicy } from "#shared/html.ts";
import type { Head, PageContext, PageModule } from "#shared/page.ts";
import { useLinkClicks, usePlace } from "#shared/router.tsx";
import { useContentLanguage, useNow, useSite, useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Icon } from "#ui/icon.tsx";
import { ConnectionError, StateScreen } from "#ui/state-screen.tsx";
import type { PageAtAddress, PageEndpoints } from "../endpoints.ts";
import { pathOfPage } from "../rules.ts";
import { AboutLinks } from "./about-links.tsx";
import { Office } from "./office.tsx";

type FormModule = typeof import("#features/contact/site/contact-form.tsx");
type LoadingForm = Promise<FormModule> & { status?: string; value?: FormModule };
let form: LoadingForm | undefined;

/** Loads the contact form, for pages that have one. React's `use` reads it without suspending once it is loaded. */
export function loadForm(): Promise<FormModule> {
  if (form) return form;
  const loading: LoadingForm = import("#features/contact/site/contact-form.tsx");
  form = loading;
  loading.then(
    (value) => Object.assign(loading, { status: "fulfilled", value }),
    () => {
      form = undefined;
    },
  );
  return loading;
}

export const pageAtAddress = (slug: string) =>
  clientOf<PageEndpoints>().query("GET /pages/by-address/:slug", { params: { slug } });

type PageOfHead = Pick<PageView, "slug" | "head">;

export async function headOfPage({ site }: Pick<PageContext, "site">, { slug, head }: PageOfHead): Promise<Head> {
  const { breadcrumbList } = await import("#shared/structured-data.ts");
  const path = pathOfPage(slug);
  return { ...head, canonical: path, jsonLd: [breadcrumbList(site, [{ name: head.title, path }])] };
}

/** The module of the page at an address that has a route of its own. */
export function pageAt(slug: string): PageModule {
  const { queryKey } = pageAtAddress(slug);
  const known = (client: QueryClient) => client.getQueryData<PageAtAddress>(queryKey);
  const missing = (client: QueryClient) => {
    const error = client.getQueryState(queryKey)?.error;
    return isUnknown(error) ? error : undefined;
  };
  return {
    Page: AddressedPage,
    queries: () => [pageAtAddress(slug)],
    status: (_context, client) => missing(client)?.status ?? 200,
    movedTo: (_context, client) => known(client)?.moved_to ?? undefined,
    head: async (context, client) => {
      const { name, description } = context.site;
      const page = known(client)?.page ?? { slug, head: { title: name, description } };
      return { ...(await headOfPage(context, page)), ...(missing(client) && { robots: "noindex" as const }) };
    },
  };
}

/** Whether our own server responds that the page does not exist. A backend of the specification has no pages. */
const isUnknown = (error: unknown): error is ApiError => error instanceof ApiError && error.code === "page_not_found";

function AddressedPage() {
  const t = useText();
  const slug = usePlace().pathname.split("/")[1] ?? "";
  const { data, error, refetch } = useApi(pageAtAddress(slug));
  const hasNone = error instanceof ApiError && !isUnknown(error);
  const builtIn = useBuiltIn(slug, hasNone);
  const page = data?.page ?? builtIn.data;
  if (page)
    return (
      <>
        <PageContent page={page} />
        {data && slug === ABOUT && <AboutLinks />}
      </>
    );
  if (data?.moved_to) return <Leave to={data.moved_to} />;
  if (isUnknown(error)) {
    return (
      <StateScreen
        kicker="404"
        title={t("Oops! Page not found")}
        link={{ to: pageUrl.home(), label: t("Return to Home") }}
      >
        <p>{t("This page is not currently published.")}</p>
      </StateScreen>
    );
  }
  if (error && !hasNone) return <ConnectionError onRetry={() => void refetch()} />;
  if (builtIn.isError) return <ConnectionError onRetry={() => void builtIn.refetch()} />;
  return (
    <p role="status" className="page-width py-20 text-muted">
      {t("Loading...")}
    </p>
  );
}

const ABOUT = pageUrl.about().slice(1);

/** Leaves the client: pages at other addresses work without scripts, so the browser loads them. */
function Leave({ to }: { to: string }): null {
  useEffect(() => location.replace(to), [to]);
  return null;
}

/** The built-in page of a new publication, for a backend of the specification, which has no pages. */
function useBuiltIn(slug: string, enabled: boolean) {
  const { name } = useSite();
  return useQuery({
    queryKey: ["built-in-page", slug, name],
    queryFn: async () => {
      const [{ firstViews }, { default: texts }] = await Promise.all([
        import("../first-pages.ts"),
        import("../../../../publication.json", { with: { type: "json" } }),
      ]);
      const named: Publication = JSON.parse(JSON.stringify(texts), (_key, value) =>
        typeof value === "string" ? value.replaceAll("{name}", () => name) : value,
      );
      return firstViews(named, name).find((page) => page.slug === slug) ?? null;
    },
    enabled,
  });
}

/** For content that the backend has sanitised. */
const policy = trustedPolicy("jarida-page", { createHTML: (html) => html });

function Html({ html, as: Tag = "div", className }: { html: string; as?: "div" | "h3"; className?: string }) {
  const content = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
  const onClick = useLinkClicks();
  const direction = useContentLanguage(html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  return <Tag {...direction} className={className} onClick={onClick} dangerouslySetInnerHTML={content} />;
}

const MIN_LISTED = 6;

/** A page for readers: its title, then a section for each heading. */
export function PageContent({ page }: { page: PageView }) {
  const t = useText();
  const { timeZone, language } = useSite();
  const now = useNow();
  const updated = page.updated === null ? now : Date.parse(page.updated);
  const kicker = page.isDated
    ? t("Last updated: {date}", { date: longDateOf(updated, timeZone, language) })
    : page.kicker;
  return (
    <>
      <PageOpening kicker={kicker} title={page.title}>
        {page.intro !== "" && <Html html={page.intro} className="space-y-4" />}
      </PageOpening>
      <Opening parts={page.opening} />
      {page.sections.length < MIN_LISTED ? (
        <div className="page-width">
          {page.sections.map((section) => (
            <MarginSection key={section.id} {...section} />
          ))}
        </div>
      ) : (
        <ListedSections sections={page.sections} />
      )}
    </>
  );
}

/** A page in the frame of pages without scripts, without the frame's margins, which would inset full-width rules. */
export const FramedPage = ({ page }: { page: PageView }) => (
  <div className="mx-[calc(50%-50cqi)]">
    <PageContent page={page} />
  </div>
);

/** Full-width blocks come first, each as a band. */
function Opening({ parts }: { parts: PagePart[] }) {
  const [first, ...others] = parts;
  if (!first) return null;
  if (first.type !== "stats") {
    return (
      <div className="page-width py-10 lg:py-14">
        <Parts parts={parts} />
      </div>
    );
  }
  return (
    <>
      <div className="border-b border-rule bg-surface">
        <div className="page-width">
          <Part part={first} />
        </div>
      </div>
      <Opening parts={others} />
    </>
  );
}

type Section = PageView["sections"][number];

/** A section with its heading in the margin on wide screens, or above full-width content. */
function MarginSection({ id, title, parts }: Section) {
  const isWide = parts.some(({ type }) => type === "prices");
  const layout = isWide ? "" : "grid gap-x-12 gap-y-4 lg:grid-cols-[16rem_1fr]";
  return (
    <section aria-labelledby={id} className={`border-t border-rule py-10 first:border-0 lg:py-14 ${layout}`}>
      <h2 id={id} className={isWide ? "headline-lg mb-8" : "headline-md"}>
        {title}
      </h2>
      <Parts parts={parts} />
    </section>
  );
}

function ListedSections({ sections }: { sections: Section[] }) {
  const t = useText();
  return (
    <div className="page-width grid gap-x-12 gap-y-8 py-10 lg:grid-cols-[16rem_1fr] lg:py-14">
      <nav aria-label={t("On this page")} className="lg:sticky lg:top-8 lg:self-start">
        <ol className="border-t border-rule text-[0.9375rem]">
          {sections.map(({ id, title }) => (
            <li key={id} className="border-b border-rule">
              <a href={`#${id}`} className="flex min-h-11 items-center text-muted hover:text-accent lg:min-h-9">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="min-w-0 space-y-12">
        {sections.map(({ id, title, parts }) => (
          <section key={id} aria-labelledby={id}>
            <div className="prose-article mb-4">
              <h2 id={id}>{title}</h2>
            </div>
            <Parts parts={parts} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** Parts in their order; an office is placed next to the form before it. */
function Parts({ parts }: { parts: PagePart[] }) {
  const made: ReactNode[] = [];
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (part.type === "office" && parts[at - 1]?.type === "contact") continue;
    if (part.type === "contact" && next?.type === "office") {
      made.push(
        <div key={at} className="grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <Part part={part} />
          <Part part={next} />
        </div>,
      );
    } else made.push(<Part key={at} part={part} />);
  }
  return <div className="min-w-0 space-y-5">{made}</div>;
}

function Part({ part }: { part: PagePart }) {
  const t = useText();
  switch (part.type) {
    case "text":
      return <Html html={part.html} className="prose-article" />;
    case "points":
      return <Points {...part} />;
    case "stats":
      return <Stats items={part.items} />;
    case "prices":
      return <Prices items={part.items} />;
    case "office":
      return <Office {...part} />;
    case "retention":
      return <Periods items={part.items} />;
    case "contact":
      return (
        <section aria-label={t("Write to us")} className="min-h-[40rem] max-w-2xl">
          <Suspense>
            <Form />
          </Suspense>
        </section>
      );
  }
}

function Form() {
  const { ContactForm } = use(loadForm());
  return <ContactForm />;
}

type Of<Type extends PagePart["type"]> = Pick<Extract<PagePart, { type: Type; items: unknown }>, "items">;

const Points = ({ items, isNumbered }: Extract<PagePart, { type: "points" }>) =>
  isNumbered ? <NumberedPoints items={items} /> : <PointsInColumns items={items} />;

const NumberedPoints = ({ items }: Of<"points">) => (
  <ol className="max-w-2xl divide-y divide-rule">
    {items.map(({ title, html }, at) => (
      <li key={title} className="grid grid-cols-[3.5rem_minmax(0,1fr)] py-5 first:pt-0 large-text:grid-cols-1">
        <span aria-hidden="true" className="font-display text-[2rem] leading-none text-accent tabular-nums">
          {at + 1}
        </span>
        <div>
          <Html as="h3" html={title} className="headline-sm [&_a]:hover:text-accent" />
          <Html html={html} className="mt-1.5 space-y-3 text-muted" />
        </div>
      </li>
    ))}
  </ol>
);

const PointsInColumns = ({ items }: Of<"points">) => (
  <ul className={`grid gap-8 sm:grid-cols-2 ${items.length === 3 ? "lg:grid-cols-3" : ""}`}>
    {items.map(({ title, html }) => (
      <li key={title} className="border-t border-rule pt-4">
        <Html as="h3" html={title} className="headline-sm [&_a]:hover:text-accent" />
        <Html html={html} className="mt-2 space-y-3 text-[0.9375rem] text-muted" />
      </li>
    ))}
  </ul>
);

const Stats = ({ items }: Of<"stats">) => (
  <dl className="grid grid-cols-1 py-4 sm:grid-cols-3 sm:divide-x sm:divide-rule sm:py-10">
    {items.map(({ figure, label }) => (
      <div key={label} className="flex flex-col-reverse justify-end py-4 sm:px-8 sm:first:ps-0">
        <dt className="text-muted">{label}</dt>
        <dd className="font-display text-[3.25rem] leading-none font-medium tracking-[-0.02em] lg:text-[4.5rem]">
          {figure}
        </dd>
      </div>
    ))}
  </dl>
);

const Prices = ({ items }: Of<"prices">) => (
  <ul className="grid gap-x-8 gap-y-12 lg:grid-cols-3">
    {items.map((offer) => (
      <li key={offer.name} className="ruled flex flex-col pt-5">
        <h3 className="text-[0.9375rem] font-bold">{offer.name}</h3>
        <p className="mt-3 font-display text-[2.75rem] leading-none font-medium tracking-[-0.02em] tabular-nums">
          {offer.price}
          <span className="ms-0.5 font-sans text-base font-normal tracking-normal text-faint large-text:block">
            {offer.per}
          </span>
        </p>
        <Html html={offer.html} className="mt-4 text-muted" />
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
);

const Periods = ({ items }: Of<"retention">) =>
  items.length > 0 && (
    <div className="prose-article">
      <ul>
        {items.map(({ label, period }) => (
          <li key={label}>
            {label}: {period}
          </li>
        ))}
      </ul>
    </div>
  );
