import type { PageRoutes } from "#platform/pages.ts";
import { useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { buttonClass } from "#ui/button.tsx";

/**
 * What the service worker (`public/sw.js`) shows without a connection in place of any page that it has not kept.
 * `public/offline.js` retries, and lists the articles that are kept.
 */
function OfflinePage() {
  const t = useText();
  return (
    <div className="py-20 sm:py-28">
      <div className="ruled max-w-2xl pt-5">
        <h1 className="headline-xl">{t("You are offline")}</h1>
        <p role="status" className="mt-5 max-w-xl text-lg text-muted">
          {t("This page opens as soon as the connection is back.")}
        </p>
        <button type="button" data-retry className={`${buttonClass("solid")} mt-8`}>
          {t("Try again")}
        </button>
        <section hidden aria-labelledby="kept-heading" className="mt-14">
          <h2 id="kept-heading" className="headline-md">
            {t("Articles you can read now")}
          </h2>
          <ul data-kept className="mt-3 divide-y divide-rule border-y border-rule" />
        </section>
      </div>
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
