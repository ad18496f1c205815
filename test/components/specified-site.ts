import { test as base } from "vitest";
import { defaultSite } from "#app/site/default-site.ts";
import { createSpecifiedBackend, type SpecifiedBackend } from "#test/support/specified-backend.ts";
import type { Page } from "./page/page.ts";
import { openWindow } from "./page/test.tsx";

type Fixtures = {
  /** The backend of the page's requests: the specified endpoints alone. */
  backend: SpecifiedBackend;
  opened: ReturnType<typeof openWindow>;
  page: Page;
  complaints: string[];
};

/** Pages whose requests go to a backend of the specification. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
  backend: async ({}, use) => use(createSpecifiedBackend()),
  opened: async ({ backend }, use) => {
    const opened = openWindow(async ({ url, ...request }) => {
      const [path = "", query] = url.slice("/api/".length).split("?");
      const reply = await backend.handle({ ...request, path, query: query ? `?${query}` : "" });
      if (!reply) return null;
      const { status, json } = reply;
      return {
        status,
        ...(json !== undefined && { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
      };
    }, defaultSite());
    await use(opened);
  },
  page: async ({ opened }, use) => use(opened.page),
  complaints: async ({ opened }, use) => use(opened.complaints),
});

/** A toast by its title; its text includes the description. */
export const toast = (page: Page, title: string) =>
  page.locator("li").filter({ has: page.getByText(title, { exact: true }) });

/** The errors and warnings of a page, without those about failed requests. */
export const ownErrors = (complaints: string[]) => complaints.filter((line) => !/^Failed to load resource/.test(line));
