import { adminUrl } from "#shared/urls.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { serves, startOtherHosts } from "#test/support/other-host.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { rss } from "#test/support/wire.ts";
import { toastOf } from "./admin.ts";
import { type Api, test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const FEED = "https://agency.example/feed";
const STORIES = ["Alpha opens", "Beta rises", "Gamma closes"];

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
  server: async ({}, use: (server: Awaited<ReturnType<typeof startTestApp>>) => Promise<void>) => {
    const now = Date.now();
    const entries = STORIES.map((title, at) => ({ id: title, title, text: "What happened.", at: now - at * 1000 }));
    const { readRemote } = await startOtherHosts({
      "agency.example/feed": serves(rss(entries), "application/rss+xml"),
      "agency.example/": serves("<html></html>", "text/html"),
    });
    await use(await startTestApp(await openSqliteForTest(), { readRemote }));
  },
});

const statesOf = async (api: Api) =>
  Object.fromEntries(
    (await (await api.get("/api/wire/stories/")).json()).map((story: { title: string; state: string }) => [
      story.title,
      story.state,
    ]),
  );

test("stories are read, dismissed and made into drafts by keys alone", async ({ page, api }) => {
  await api.post("/api/sources/", { data: { url: FEED } });
  await page.goto(adminUrl.wire());
  const story = (title: string) => page.getByRole("article", { name: title });
  await expect(page.getByText("3 stories")).toBeVisible();
  await page.keyboard.press("j");
  await expect(story("Alpha opens")).toBeFocused();
  await page.keyboard.press("j");
  await expect(story("Beta rises")).toBeFocused();
  await page.keyboard.press("k");
  await expect(story("Alpha opens")).toBeFocused();
  await page.keyboard.press("x");
  await expect(story("Alpha opens")).toHaveCount(0);
  await expect(story("Beta rises")).toBeFocused();
  await expect(toastOf(page, "Story dismissed")).toBeVisible();
  await page.keyboard.press("d");
  await expect(toastOf(page, "Draft made")).toBeVisible();
  await expect(story("Beta rises")).toHaveCount(0);
  await expect(story("Gamma closes")).toBeFocused();
  await expect
    .poll(() => statesOf(api))
    .toEqual({ "Alpha opens": "dismissed", "Beta rises": "drafted", "Gamma closes": "new" });
});

test("keys do nothing while someone types, and the list of shortcuts names them", async ({ page, api }) => {
  await api.post("/api/sources/", { data: { url: FEED } });
  await page.goto(adminUrl.wire());
  await expect(page.getByRole("article", { name: "Gamma closes" })).toBeVisible();
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("d");
  expect(Object.values(await statesOf(api))).toEqual(["new", "new", "new"]);
  await page.getByRole("button", { name: "All shortcuts" }).click();
  await expect(page.getByRole("heading", { name: "In the wire" })).toBeVisible();
});

test("a dismissed story can be put back, also by the toast, and one with a draft leads to it", async ({
  page,
  api,
}) => {
  await api.post("/api/sources/", { data: { url: FEED } });
  await page.goto(adminUrl.wire());
  await page.getByRole("button", { name: "Dismiss Beta rises" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("article", { name: "Beta rises" })).toBeVisible();
  await expect.poll(async () => (await statesOf(api))["Beta rises"]).toBe("new");
  await page.getByRole("button", { name: "Make a draft of Alpha opens" }).click();
  await expect(toastOf(page, "Draft made")).toBeVisible();
  await page.goto(`${adminUrl.wire()}?state=drafted`);
  await expect(page.getByRole("link", { name: "Open the draft of Alpha opens" })).toHaveAttribute(
    "href",
    /^\/admin\/articles\/\d+$/,
  );
});

test("an empty inbox and a failed request say so", async ({ page, api }) => {
  await page.goto(adminUrl.wire());
  await expect(page.getByText(/^No sources yet\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "Add the first source" })).toBeVisible();
  await api.post("/api/sources/", { data: { url: FEED } });
  await page.route("**/api/wire/stories/**", (route) => route.fulfill({ status: 500, json: { detail: "Broken." } }));
  await page.goto(`${adminUrl.wire()}?query=alpha`);
  await expect(page.getByText("Could not fetch stories.")).toBeVisible();
});

test("sources are added, fetched, renamed and deleted, and rules are added and deleted", async ({ page, api }) => {
  await page.goto(adminUrl.wireSources());
  await expect(page.getByText("No sources yet. Add a feed, a site that has one, or an OPML list.")).toBeVisible();
  await page.getByRole("button", { name: "Add a source" }).click();
  await page.getByLabel("Address", { exact: true }).fill("agency.example/");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("The feed cannot be read. It is a web page that names no feed.").first()).toBeVisible();
  await page.getByLabel("Address", { exact: true }).fill(FEED);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(toastOf(page, "Source added")).toBeVisible();
  await page.getByRole("button", { name: "Fetch Agency now" }).click();
  await expect(toastOf(page, "Source fetched")).toBeVisible();
  await page.getByRole("button", { name: "Edit Agency" }).click();
  await page.getByLabel("Name", { exact: true }).fill("The agency");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Source changed")).toBeVisible();
  await page.getByLabel("Words or phrases").fill("press release, sponsored");
  await page.getByLabel("Topic", { exact: true }).fill("Adverts");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText("Topic: Adverts")).toBeVisible();
  await page.getByRole("button", { name: "Delete the rule for press release, sponsored" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No rules yet.")).toBeVisible();
  await page.getByRole("button", { name: "Delete The agency" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastOf(page, "Source deleted")).toBeVisible();
  expect(await (await api.get("/api/sources/")).json()).toEqual([]);
});
