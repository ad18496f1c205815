import type { Page } from "@playwright/test";
import { createSpecifiedBackend, type SpecifiedBackend } from "../support/specified-backend.ts";
import { test as base, expect } from "./site.ts";

type Fixtures = {
  /** The backend of the page's calls: the specified ones alone. */
  backend: SpecifiedBackend;
};

/** Documents without an extension, which the site renders. */
const DOCUMENT = /:\d+\/(?!api|assets|media)[^.]*$/;

/** Pages of the built client whose calls go to a backend of the specification. */
export const test = base.extend<Fixtures>({
  backend: [
    async ({ page }, use) => {
      const backend = createSpecifiedBackend();
      await page.route("**/api/**", async (route) => {
        const request = route.request();
        const { pathname, search } = new URL(request.url());
        const reply = await backend.handle({
          method: request.method(),
          path: pathname.slice("/api/".length),
          query: search,
          headers: request.headers(),
          body: request.postDataBuffer()?.toString("latin1") ?? "",
        });
        const { status, json } = reply ?? { status: 0 };
        // The page may have left the call before its response.
        const sent = reply
          ? route.fulfill({ status, ...(json === undefined ? {} : { json }) })
          : route.abort("connectionreset");
        await sent.catch(() => {});
      });
      await page.route(DOCUMENT, async (route) => {
        const response = await route.fetch();
        const body = (await response.text())
          .replace(/<div id="root">.*<\/div>/s, '<div id="root"></div>')
          .replace(/<script type="application\/json" id="page-state">.*?<\/script>/s, "");
        await route.fulfill({ response, body });
      });
      await use(backend);
    },
    { auto: true },
  ],
});

export { expect };

/** A toast by its title; its text includes the description. */
export const toast = (page: Page, title: string) =>
  page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) });

/** The errors and warnings of a page, without the browser's own lines about failed requests. */
export const ownErrors = (complaints: string[]) => complaints.filter((line) => !/^Failed to load resource/.test(line));
