import { randomInt } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectFits, expectNoViolations } from "./accessibility.ts";
import { test } from "./ad-spaces.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { toolOf } from "./rich-text.ts";
import { expect } from "./site.ts";

const grid = (page: Page) => page.getByRole("listbox", { name: "Pictures" });
const details = (page: Page) => page.getByRole("region", { name: "Picture details" });
const search = (page: Page) => page.getByRole("searchbox", { name: /^Search pictures/ });

let shade = 0;

/** A picture of this test alone, with what is known about it. */
async function addPicture(api: APIRequestContext, name: string, change: Partial<StoredPicture> = {}) {
  shade += 1;
  const background = { r: shade, g: randomInt(256), b: 90 };
  const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const multipart = { file: { name, mimeType: "image/png", buffer } };
  const { url } = await (await api.post(editorApiUrl.upload(), { multipart })).json();
  const [{ id }] = await (await api.get(`${editorApiUrl.pictures()}?query=${url}`)).json();
  return (await api.patch(editorApiUrl.storedPicture(id), { data: change })).json() as Promise<StoredPicture>;
}

test("a picture is found and described by keyboard; several are selected, tagged and deleted", async ({
  page,
  api,
  addSpace,
  complaints,
}) => {
  await test.step("found, opened by keyboard, described, and its focal point moved; all of it is stored", async () => {
    await addPicture(api, "quay.png", { alt: "Quay at noon" });
    const picture = await addPicture(api, "quay-dawn.png", { alt: "Quay at dawn" });
    await openAdmin(page);
    await page.getByRole("link", { name: "Media" }).click();
    await expect(page.getByRole("heading", { name: "Media", exact: true })).toBeVisible();
    await search(page).fill("quay");
    await expect(grid(page).getByRole("option")).toHaveCount(2);
    await grid(page).getByRole("option", { name: "Quay at dawn" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(grid(page).getByRole("option", { name: "Quay at noon" })).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect(details(page).getByRole("heading", { name: "Quay at dawn" })).toBeFocused();
    await expect(details(page)).toContainText("Not used anywhere.");

    const point = details(page).getByRole("button", { name: /^Focal point/ });
    await point.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    await expect(point).toHaveAccessibleName("Focal point: 45% from the left, 55% from the top");
    await details(page).getByRole("textbox", { name: "Credit" }).fill("Amina Otieno");
    await page.keyboard.press("Control+s");
    await expect(toastOf(page, "Picture updated")).toBeVisible();
    const stored = await (await api.get(editorApiUrl.storedPicture(picture.id))).json();
    expect(stored).toMatchObject({ credit: "Amina Otieno", focal_x: 0.45, focal_y: 0.55 });
    await page.reload();
    await expect(details(page).getByRole("textbox", { name: "Credit" })).toHaveValue("Amina Otieno");
    await expectFits(page, [375, 1280]);
    await page.setViewportSize({ width: 375, height: 800 });
    await details(page).getByRole("button", { name: "All pictures" }).click();
    await expect(grid(page)).toBeVisible();
    await expectFits(page, [375]);
    expect(ownComplaints(complaints)).toEqual([]);
  });
  await test.step("several selected by keyboard and pointer, tagged, and deleted except for the one that is used", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const used = await addPicture(api, "ferry-used.png", { alt: "Ferry in use" });
    await addPicture(api, "ferry-spare.png", { alt: "Ferry to spare" });
    await addSpace({ name: "Ferries", image_url: used.url });
    await page.goto(`${adminUrl.media()}?query=ferry`);
    await page.getByRole("button", { name: "Select" }).click();
    await grid(page).getByRole("option", { name: "Ferry in use" }).press("Enter");
    await grid(page).getByRole("option", { name: "Ferry to spare" }).click();
    const bar = page.getByRole("region", { name: "Selected pictures" });
    await expect(bar).toContainText("2 selected");
    await bar.getByRole("button", { name: "Tags..." }).click();
    await page.getByRole("dialog").getByLabel("Add tags, separated by commas").fill("Boats, Lamu");
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await expect(toastOf(page, "2 pictures tagged")).toBeVisible();
    await page.getByRole("combobox", { name: "Tag" }).click();
    await page.getByRole("option", { name: /^Boats/ }).click();
    await expect(page).toHaveURL(/tag=Boats/);
    await expect(grid(page).getByRole("option", { selected: true })).toHaveCount(2);
    await expectNoViolations(page);
    await bar.getByRole("button", { name: "Delete..." }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete 2 pictures" }).click();
    await expect(toastOf(page, "1 picture deleted")).toContainText("“Ferry in use”: It is used in one place.");
    await expect(grid(page).getByRole("option")).toHaveCount(1);
    await expectFits(page, [320, 375, 768, 1280]);
  });
});

test("a picture is turned, cropped and shown everywhere instead; another replaces it, and the old one is deleted", async ({
  page,
  api,
  addSpace,
}) => {
  const picture = await addPicture(api, "campaign.png", { alt: "Campaign of autumn" });
  const space = await addSpace({ name: "Autumn", image_url: picture.url });
  await page.goto(adminUrl.media(picture.id));
  await expect(details(page).getByRole("link", { name: "Autumn" })).toBeVisible();
  await expect(details(page).getByRole("button", { name: "Delete" })).toBeDisabled();
  await details(page).getByRole("button", { name: "Crop or rotate..." }).click();
  const dialog = page.getByRole("dialog", { name: "Crop or rotate" });
  await dialog.getByRole("button", { name: "Right" }).click();
  await dialog.getByRole("radio", { name: "3:2" }).check();
  await expectNoViolations(page, "dialog");
  await dialog.getByRole("checkbox", { name: "Replace this picture everywhere with the new one" }).check();
  await dialog.getByRole("button", { name: "Save as a new picture" }).click();
  await expect(toastOf(page, "Picture replaced")).toContainText("1 place changed.");
  await expect(details(page)).toContainText("300 × 200 pixels");
  const shown = async () => {
    const spaces: { id: number; image_url: string }[] = await (await api.get(apiUrl.ads())).json();
    return spaces.find(({ id }) => id === space.id)?.image_url;
  };
  expect(await shown()).toMatch(/\/300x200\.jpg$/);

  const winter = await addPicture(api, "winter.png", { alt: "Campaign of winter" });
  await details(page).getByRole("button", { name: "Replace everywhere..." }).click();
  const choice = page.getByRole("dialog", { name: /^Replace “/ });
  await choice.getByRole("searchbox").fill("of winter");
  await expect(choice.getByRole("option")).toHaveCount(1);
  await choice.getByRole("option", { name: "Campaign of winter" }).click();
  await page.getByRole("dialog", { name: "Replace it everywhere?" }).getByRole("button", { name: "Replace" }).click();
  // The toast of the first replacement says the same and may still be there.
  await expect.poll(shown).toBe(winter.url);

  await page.goto(adminUrl.media(picture.id));
  await details(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Picture deleted")).toBeVisible();
  expect((await api.get(editorApiUrl.storedPicture(picture.id))).status()).toBe(404);
});

test("pictures are uploaded by dropping, and chosen from the library with their texts, without a second copy", {
  tag: "@engines",
}, async ({ page, api, addSpace: _cleanUp }) => {
  const texts = { caption: "The lighthouse at Ras Serani.", credit: "Amina Otieno", licence: "CC BY 4.0" };
  await addPicture(api, "harbour.png", { alt: "A harbour" });
  const picture = await addPicture(api, "lighthouse.png", { alt: "A lighthouse", ...texts });
  const count = Number((await api.get(`${editorApiUrl.pictures()}?limit=1`)).headers()["x-total-count"]);
  await openAdmin(page, "Ad Management");
  await page.getByRole("button", { name: "Add New Ad Space" }).click();
  await page.getByRole("button", { name: "Choose from library" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a picture" });
  await search(page).fill("lighthouse");
  // The grid is another one once the search is answered: a click on the way there would be nobody's.
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await dialog.getByRole("option", { name: "A lighthouse" }).click();
  await expect(page.getByRole("textbox", { name: "Image URL" })).toHaveValue(picture.url);
  await expect(page.getByRole("textbox", { name: "Alternative text" })).toHaveValue("A lighthouse");

  // Into the text of an article with all that the library knows of it. The article itself is not stored.
  await page.route(`**${apiUrl.articles()}`, (route) => route.abort());
  await page.goto(adminUrl.article("new"));
  await toolOf(page, "Image").click();
  const image = page.getByRole("dialog", { name: "Add image" });
  await image.getByRole("button", { name: "Choose from library" }).click();
  await search(page).fill("lighthouse");
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await dialog.getByRole("option", { name: "A lighthouse" }).click();
  await expect(image).toHaveCount(0);
  const figure = page.getByRole("textbox", { name: "Content" }).locator("figure");
  await expect(figure.getByRole("img", { name: "A lighthouse" })).toHaveAttribute("src", picture.url);
  await expect(figure.locator("figcaption")).toHaveText(texts.caption);
  await expect(figure.locator("small")).toHaveText("Amina Otieno, CC BY 4.0");
  await page.getByRole("textbox", { name: "Content" }).locator("p").last().click();
  await page.keyboard.type("/lib");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Select several" }).click();
  for (const name of ["A lighthouse", "A harbour"]) await dialog.getByRole("option", { name }).first().click();
  await dialog.getByRole("button", { name: "Add 2 pictures" }).click();
  await expect(dialog).toHaveCount(0);
  const pictures = page.getByRole("textbox", { name: "Content" }).getByRole("img");
  await expect(pictures).toHaveCount(3);
  await expect(pictures.last()).toHaveAttribute("alt", "A harbour");
  expect(Number((await api.get(`${editorApiUrl.pictures()}?limit=1`)).headers()["x-total-count"])).toBe(count);

  await page.goto(adminUrl.media());
  await expect(grid(page).getByRole("option", { name: "A lighthouse" })).toBeVisible();
  const file = await sharp({ create: { width: 90, height: 60, channels: 3, background: { r: 1, g: shade, b: 250 } } })
    .png()
    .toBuffer();
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "lighthouse from below.png", { type: "image/png" }));
      return data;
    },
    [...file],
  );
  await page.getByRole("heading", { name: "Media", exact: true }).dispatchEvent("drop", { dataTransfer: transfer });
  await expect(grid(page).getByRole("option", { name: "lighthouse from below.png" })).toBeVisible();
});
