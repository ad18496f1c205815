import type { PageRoutes } from "#platform/pages.ts";
import { useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { buttonClass } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StateText } from "#ui/state-screen.tsx";

/**
 * What the service worker (`public/sw.js`) shows without a connection in place of any page that it has not kept.
 * `public/offline.js` retries, and lists the articles that are kept.
 */
function OfflinePage() {
  const t = useText();
  const actions = (
    <>
      <button type="button" data-retry className={buttonClass("solid")}>
        {t("Try again")}
      </button>
      <a hidden data-saved href={pageUrl.saved()} className={buttonClass("outline")}>
        {t("Saved articles")}
      </a>
    </>
  );
  return (
    <div className="grid gap-x-16 gap-y-12 pt-10 pb-20 sm:pt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="ruled pt-5">
        <StateText title={t("You are offline")} action={actions}>
          <p role="status">{t("This page opens as soon as the connection is back.")}</p>
        </StateText>
      </div>
      <section aria-labelledby="kept-heading">
        <SectionHeading id="kept-heading">{t("Articles you can read now")}</SectionHeading>
        <p data-none className="text-muted">
          {t("The last articles that you opened are here when there is no connection.")}
        </p>
        <ul data-kept className="-mt-4 divide-y divide-rule" />
      </section>
      <script src="/offline.js" defer />
    </div>
  );
}

/** The page that the service worker keeps for times without a connection. */
export const offlinePages: PageRoutes = {
  offline: () => ({
    url: documentUrl.offline(),
    make: async ({ site }) => {
      const t = textIn(site.language);
      const head = {
        title: t("You are offline"),
        description: t("This page opens as soon as the connection is back."),
        canonical: documentUrl.offline(),
        robots: "noindex" as const,
      };
      return { head, view: <OfflinePage /> };
    },
  }),
};
