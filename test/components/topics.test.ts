import type { Topic } from "#features/topics/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { ownComplaints, toastOf } from "./admin.ts";
import { type Api, test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const TOPICS = "/api/topics/";

const topicOf = async (api: Api, slug: string): Promise<Topic> => (await api.get(`${TOPICS}${slug}/`)).json();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function write(api: Api, title: string, tags: string[]): Promise<number> {
  const data = { title, category: "Tech", status: "published", tags };
  return (await (await api.post(apiUrl.articles(), { data })).json()).id;
}

test("a topic is edited with its aliases and description, and its former address is announced", async ({
  page,
  api,
  complaints,
}) => {
  await write(api, "About a lighthouse", ["Lighthouses"]);
  await page.goto(`${adminUrl.topics()}?query=lighthouses`);
  await button(page, "Edit Lighthouses").click();
  const name = page.getByRole("textbox", { name: "Name*" });
  await expect(name).toBeFocused();
  await name.fill("Lights at sea");
  await page.getByRole("textbox", { name: "Slug", exact: true }).fill("lights-at-sea");
  await expect(page.getByText("The old address, /topics/lighthouses, redirects to it.")).toBeVisible();
  const aliases = page.getByRole("combobox", { name: "Aliases" });
  await aliases.fill("Beacons");
  await aliases.press("Enter");
  await page.getByRole("textbox", { name: "Description" }).fill("What keeps ships off the rocks.");
  await button(page, "Update topic").click();
  await expect(toastOf(page, "Topic updated")).toBeVisible();
  expect(await topicOf(api, "lighthouses")).toMatchObject({
    name: "Lights at sea",
    slug: "lights-at-sea",
    description: "What keeps ships off the rocks.",
    aliases: ["Beacons", "Lighthouses"],
  });
  expect(ownComplaints(complaints)).toEqual([]);
});

test("a topic is merged into one that is found by its alias", async ({ page, api }) => {
  const id = await write(api, "Two names", ["Harbours"]);
  await api.post(TOPICS, { data: { name: "Ports", aliases: ["Docks"] } });
  await page.goto(`${adminUrl.topics()}?query=harbours`);
  await button(page, "Merge Harbours").click();
  await button(page, "Merge").click();
  await expect(page.getByText("Choose one of the topics.")).toBeVisible();
  await page.getByRole("combobox", { name: "Into" }).fill("docks");
  await expect(page.getByText("Its article, drafts too, become articles of Ports.")).toBeVisible();
  await button(page, "Merge").click();
  await expect(toastOf(page, "“Harbours” was merged into “Ports”")).toBeVisible();
  expect((await (await api.get(apiUrl.article(id))).json()).tags).toEqual(["Ports"]);
});

test("a topic with articles has a page and is not deleted, and one without is hidden and deleted", async ({
  page,
  api,
}) => {
  await write(api, "In use", ["Anchors"]);
  await api.post(TOPICS, { data: { name: "Anchor chains" } });
  await page.goto(`${adminUrl.topics()}?query=anchor`);
  await expect(page.getByRole("row", { name: /^Anchor chains Topic 0 ?Hidden from readers/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Anchors", exact: true })).toHaveAttribute("href", "/topics/anchors");
  await expect(page.getByRole("link", { name: "Anchor chains" })).toHaveCount(0);
  await button(page, "Delete Anchors").click();
  await expect(
    page.getByText("It has 1 article. Only a topic without articles can be deleted: merge it instead."),
  ).toBeVisible();
  await button(page, "Cancel").click();
  await button(page, "Delete Anchor chains").click();
  await button(page, "Delete").click();
  await expect(toastOf(page, "Topic deleted")).toBeVisible();
  await expect(button(page, "Delete Anchor chains")).toHaveCount(0);
});

test("a topic is renamed and merged by keys alone, and Enter selects no topic that the typed text doesn't name", async ({
  page,
  api,
}) => {
  await write(api, "Most used", ["Harbours", "Boats"]);
  await api.post(TOPICS, { data: { name: "Ports", aliases: ["Docks"] } });
  await page.goto(`${adminUrl.topics()}?query=harbours`);
  await button(page, "Edit Harbours").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name*" })).toBeFocused();
  await page.keyboard.type(" of old");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Topic updated")).toBeVisible();
  await expect(button(page, "Edit Harbours of old")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Into" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: /^Boats/ })).toBeVisible();
  // The offers are still those for an empty text.
  await page.keyboard.type("docks");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Into" })).toHaveValue("docks");
  await expect(page.getByText(/become articles of Ports\./)).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "“Harbours of old” was merged into “Ports”")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Topics", level: 1 })).toBeFocused();
});
