import sharp from "sharp";
import type { AdSpace } from "#features/ads/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { type Api, test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

type Fixtures = { addSpace: (space: Partial<AdSpace> & { name: string }) => Promise<AdSpace> };
const test = base.extend<Fixtures>({
  addSpace: async ({ api }, use) =>
    use(async (space) => (await api.post(apiUrl.ads(), { data: { location: "nowhere", ...space } })).json()),
});
const listOf = async (api: Api): Promise<AdSpace[]> => (await api.get(apiUrl.ads())).json();
const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });
const picture = async () => ({
  name: "creative.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 728, height: 90, channels: 3, background: "#bd3216" } })
    .png()
    .toBuffer(),
});

const CALL = "**/api/ads/**";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const location = (page: Page) => page.getByRole("combobox", { name: "Location*" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openTab = (page: Page) => openAdmin(page, "Ad Management");
const preview = (page: Page) =>
  page.getByRole("region", { name: "Preview" }).getByRole("group", { name: "Advertisement" });

test("shows the four samples with their counts", async ({ page, complaints }) => {
  await openTab(page);
  await expect(page.getByRole("heading", { name: "Manage Ad Spaces" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Type",
    "Location",
    "Status",
    "Views",
    "Clicks",
    "Actions",
  ]);
  for (const cells of [
    ["Homepage Leaderboard", "Leaderboard", "homepage", "Active", "0", "0", ""],
    ["Article Sidebar", "Sidebar", "article", "Active", "0", "0", ""],
    ["Category Rectangle", "Rectangle", "category", "Active", "0", "0", ""],
    ["Homepage Bottom Leaderboard", "Leaderboard", "homepage", "Inactive", "0", "0", ""],
  ])
    await expect(rowOf(page, cells[0] ?? "").getByRole("cell")).toHaveText(cells);
  expect(ownComplaints(complaints)).toEqual([]);
});

test("a space with a creative is previewed as readers will see it, stored, and fills its slot", async ({
  page,
  server,
  complaints,
}) => {
  await openTab(page);
  await button(page, "Add New Ad Space").click();
  await expect(field(page, "Ad Name*")).toBeFocused();
  await field(page, "Ad Name*").fill("Autumn campaign");
  await location(page).fill("homepage");
  await expect(page.getByRole("radio", { name: "Leaderboard" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Active" })).toBeChecked();

  await expect(preview(page)).toContainText("This space is open");

  await field(page, "Image URL").fill("/og-default.jpg");
  await field(page, "Alternative text").fill("Autumn sale");
  await field(page, "Target URL").fill("https://shop.example/autumn");
  await expect(preview(page).getByRole("img", { name: "Autumn sale" })).toBeVisible();
  await expect(page.getByText("Home page, leading to https://shop.example/autumn")).toBeVisible();

  await field(page, "Target URL").press("Control+s");
  await expect(toastOf(page, "Ad space added")).toBeVisible();
  const cells = rowOf(page, "Autumn campaign").getByRole("cell");
  await expect(cells).toHaveText(["Autumn campaign", "Leaderboard", "homepage", "Active", "0", "0", ""]);
  await expect(button(page, "Add New Ad Space")).toBeFocused();

  const html = (await server.app.inject("/")).body;
  expect(html).toContain('alt="Autumn sale"');
  expect(html).toContain('rel="sponsored noopener"');
  expect(ownComplaints(complaints)).toEqual([]);
});

test("editing changes a space and leaves untouched fields as they were", async ({ page, addSpace, api }) => {
  const { id } = await addSpace({ name: "To edit", type: "sidebar", alt: "Kept words" });
  await openTab(page);
  await button(page, "Edit To edit").click();
  await expect(page.getByRole("region", { name: "Edit Ad Space" })).toBeVisible();
  await field(page, "Ad Name*").fill("Edited");
  await page.getByRole("checkbox", { name: "Active" }).uncheck();
  await expect(page.getByText("Inactive: readers do not see it.")).toBeVisible();
  await button(page, "Update Ad Space").click();
  await expect(toastOf(page, "Ad space updated")).toBeVisible();
  await expect(rowOf(page, "Edited")).toContainText("Inactive");
  await expect(button(page, "Edit Edited")).toBeFocused();
  expect((await listOf(api)).find((space) => space.id === id)).toMatchObject({
    name: "Edited",
    type: "sidebar",
    active: false,
    alt: "Kept words",
  });
});

test("deleting asks first; a space that is already gone counts as deleted", async ({ page, addSpace, api }) => {
  const { id } = await addSpace({ name: "Short-lived" });
  await openTab(page);
  await button(page, "Delete Short-lived").click();
  const dialog = page.getByRole("dialog", { name: "Delete this ad space?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await button(page, "Delete Short-lived").click();
  await api.delete(editorApiUrl.ad(id));
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Ad space deleted")).toBeVisible();
  await expect(rowOf(page, "Short-lived")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Manage Ad Spaces" })).toBeFocused();
});

test("name and location are required; the server's errors are shown at their fields", async ({ page, addSpace }) => {
  await addSpace({ name: "Refused" });
  await openTab(page);
  await button(page, "Add New Ad Space").click();
  await button(page, "Add Ad Space").click();
  await expect(toastOf(page, "Missing required fields")).toBeVisible();
  await expect(field(page, "Ad Name*")).toBeFocused();
  await expect(location(page)).toHaveAttribute("aria-invalid", "true");
  await field(page, "Ad Name*").fill("Named");
  await location(page).fill("homepage");
  await field(page, "Target URL").fill("javascript:alert(1)");
  await button(page, "Add Ad Space").click();
  const sentence = "Target URL must be an http or https address, or a path of this site.";
  await expect(toastOf(page, "Error adding ad space")).toContainText(sentence);
  await expect(field(page, "Target URL")).toHaveAccessibleDescription(sentence);
  await expect(field(page, "Target URL")).toBeFocused();

  await button(page, "Edit Refused").click();
  await page.route(CALL, (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 500, body: "" }),
  );
  await field(page, "Ad Name*").fill("Refused again");
  await button(page, "Update Ad Space").click();
  await expect(toastOf(page, "Error updating ad space")).toContainText("Could not update the ad space");
  await expect(field(page, "Ad Name*")).toHaveValue("Refused again");
  await button(page, "Delete Refused").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Error deleting ad space")).toContainText("Could not delete the ad space");
});

test("a location that no page has is pointed out while typing, and marked in the list", async ({ page, addSpace }) => {
  const warning = "No page has slots at this location";
  await addSpace({ name: "Lost", location: "home-page" });
  await addSpace({ name: "Found", location: "HomePage" });
  await openTab(page);
  await expect(rowOf(page, "Lost")).toContainText(warning);
  await expect(rowOf(page, "Found")).not.toContainText(warning);
  await button(page, "Edit Lost").click();
  const note = page.getByRole("status").filter({ hasText: warning });
  await expect(note).toHaveText(`${warning}: readers will not see this ad.`);
  await location(page).fill("Category");
  await expect(note).toHaveCount(0);
  await expect(page.getByText("Category pages: readers see the open space.")).toBeVisible();
  await button(page, "Update Ad Space").click();
  await expect(rowOf(page, "Lost")).not.toContainText(warning);
});

test("a target without a scheme is completed, on leaving the field and on saving", async ({ page, api, addSpace }) => {
  const { id } = await addSpace({ name: "Completed" });
  await openTab(page);
  await button(page, "Edit Completed").click();
  const target = field(page, "Target URL");
  const kept = async () => (await listOf(api)).find((space) => space.id === id)?.target_url;
  for (const [typed, whole] of [
    ["shop.example/x", "https://shop.example/x"],
    ["http://shop.example", "http://shop.example"],
    ["/advertise", "/advertise"],
    ["mailto:a@shop.example", "mailto:a@shop.example"],
  ] as const) {
    await target.fill(typed);
    await target.press("Tab");
    await expect(target).toHaveValue(whole);
  }
  await button(page, "Update Ad Space").click();
  await expect(target).toHaveAccessibleDescription(
    "Target URL must be an http or https address, or a path of this site.",
  );
  await target.fill("shop.example/y");
  await target.press("Control+s");
  await expect(toastOf(page, "Ad space updated")).toBeVisible();
  expect(await kept()).toBe("https://shop.example/y");
});

test("an empty list says so; one that fails to load can be retried", async ({ page }) => {
  let answer: { status?: number; json: unknown } = { json: [] };
  await page.route(CALL, (route) => route.fulfill(answer));
  await openTab(page);
  await expect(page.getByText("No ad spaces found. Add your first ad space to get started.")).toBeVisible();
  answer = { status: 403, json: {} };
  await page.reload();
  await expect(toastOf(page, "Error fetching ad spaces")).toContainText("Could not fetch ad spaces");
  await page.unroute(CALL);
  await button(page, "Try again").click();
  await expect(rowOf(page, "Article Sidebar")).toBeVisible();
});

test("only pictures can be uploaded, and a failed upload shows an error", async ({ page }) => {
  await openTab(page);
  await button(page, "Add New Ad Space").click();
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await expect(toastOf(page, "Invalid file type")).toBeVisible();
  await page.route("**/api/upload/", (route) => route.fulfill({ status: 500, body: "" }));
  await choose.setInputFiles(await picture());
  await expect(toastOf(page, "Upload failed")).toContainText("Could not upload image");
  await expect(field(page, "Image URL")).toHaveValue("");
});

test("the preview says where and what readers see, and fetches no picture of another site", async ({ page }) => {
  await openTab(page);
  await button(page, "Add New Ad Space").click();
  const says = (words: string) => expect(page.getByRole("region", { name: "Preview" })).toContainText(words);
  await field(page, "Ad Name*").fill("Buy <now>");
  await location(page).fill(" HOMEPAGE ");
  await field(page, "Image URL").fill("https://other.example/tracking.gif");
  await expect(preview(page).getByRole("img")).toHaveCount(0);
  await field(page, "Image URL").fill("  ");
  await says("Home page: readers see the open space.");
  await field(page, "Image URL").fill("/og-default.jpg");
  await says("Home page, without a link");
  await expect(preview(page).getByRole("img", { name: "Buy <now>", exact: true })).toBeVisible();
  await field(page, "Target URL").fill("shop.example");
  await says("Home page, leading to https://shop.example");
});

test("empty slots are hidden by a switch, which the preview and the hint of an inactive ad follow", async ({
  page,
  api,
  addSpace,
}) => {
  await addSpace({ name: "Blank", location: "homepage", active: false });
  await openTab(page);
  await button(page, "Edit Blank").click();
  const hint = (words: string) => `Inactive: readers see ${words} in its place, or another active ad of this type.`;
  await expect(page.getByText(hint("“This space is open”"))).toBeVisible();
  await page.getByRole("switch", { name: "Show empty slots" }).click();
  await expect(page.getByText(hint("nothing"))).toBeVisible();
  await page.getByRole("checkbox", { name: "Active" }).check();
  await expect(page.getByText("Home page: readers see nothing until it has a picture.")).toBeVisible();
  await expect(page.getByText(/^Inactive: readers see/)).toHaveCount(0);
  expect(await (await api.get("/api/settings/ads/")).json()).toEqual({ shows_empty_slots: false });
});
