import { onTestFinished, vi } from "vitest";
import { type SiteRoute, siteRoutes } from "#app/site/routes.ts";
import type { PageModule } from "#shared/page.ts";
import type { PageName } from "#shared/urls.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { turn } from "./page/wait.ts";
import { test } from "./specified-site.ts";

let serial = 0;

/** A page of the site whose module loads in this way, at an address of its own. */
function addPage(load: SiteRoute["load"]): string {
  serial += 1;
  const pattern = `/page-of-another-build-${serial}`;
  siteRoutes.unshift({ name: pattern as PageName, pattern, parameters: [], secrets: [], load });
  onTestFinished(() => void siteRoutes.shift());
  return pattern;
}

const missing = async (): Promise<PageModule> => {
  throw new TypeError("Failed to fetch dynamically imported module");
};

const EMPTY = {
  queries: () => [],
  head: () => ({ title: "", description: "", canonical: "/" }),
};

/** Data of another build, which this page's code cannot show. */
function FailingPage(): never {
  throw new TypeError("Cannot read properties of undefined");
}
const failing = async (): Promise<PageModule> => ({ ...EMPTY, Page: FailingPage });

const ShownPage = () => "The page is here.";
const shown = async (): Promise<PageModule> => ({ ...EMPTY, Page: ShownPage });

/** Goes on to an address as a link does, and counts the documents that the page loads then. */
async function follow(page: Page, address: string, server: { status: number } | null) {
  const load = vi.spyOn(location, "reload").mockImplementation(() => {});
  await page.route(`**${address}`, (route) => (server ? route.fulfill(server) : route.abort()));
  await page.goto("/about");
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  await turn();
  return load;
}

for (const [what, load] of [
  ["whose code is missing", missing],
  ["that cannot show the data", failing],
] as const)
  test(`a page ${what} is loaded as a document`, async ({ page }) => {
    const reload = await follow(page, addPage(load), { status: 200 });
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  });

test("without a server, a page whose code is missing says that there is no connection, and can be tried again", async ({
  page,
}) => {
  let isThere = false;
  const address = addPage(() => (isThere ? shown() : missing()));
  const reload = await follow(page, address, null);
  const heading = page.getByRole("heading", { name: "Connection Error" });
  await expect(heading).toBeFocused();
  await expect(page.getByRole("alert")).toContainText("Please check your internet connection");
  isThere = true;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The page is here.")).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test("without a server, a page that cannot be shown says that something went wrong", async ({ page }) => {
  await follow(page, addPage(failing), { status: 502 });
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
