import sharp from "sharp";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { toastOf } from "./admin.ts";
import { test } from "./colleague.ts";
import { rowOf } from "./newsroom.ts";
import { expect } from "./site.ts";

test.use({ role: "writer", viewport: { width: 375, height: 812 } });

const png = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

test("a writer's screens on a phone offer nothing that would be refused", async ({ page, api, editor, colleague }) => {
  const scheduled = new Date(Date.now() + 60 * 60_000).toISOString();
  const article = async (title: string, more: object) => {
    const created = await colleague.call("POST", apiUrl.articles(), { title, category: "Blockchain", ...more });
    return ((await created.json()) as { id: number }).id;
  };
  const ids = [
    await article("Published of mine", { status: "published", authors: [editor.name] }),
    await article("Draft of mine", { status: "draft", authors: [editor.name] }),
    await article("Published by others", { status: "published" }),
    await article("Scheduled of mine", {
      ...{ status: "published", authors: [editor.name] },
      published_date: scheduled,
    }),
  ];
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/api/") && [403, 404].includes(answer.status()))
      refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  await page.goto(pageUrl.admin());
  await expect(rowOf(page, "Draft of mine").getByRole("button", { name: "Delete Draft of mine" })).toBeVisible();
  await expect(rowOf(page, "Draft of mine").getByRole("checkbox")).toBeVisible();
  for (const title of ["Published of mine", "Scheduled of mine"]) {
    await expect(rowOf(page, title).getByRole("button", { name: `Edit ${title}` })).toBeVisible();
    await expect(rowOf(page, title).getByRole("button", { name: `Delete ${title}` })).toHaveCount(0);
    await expect(rowOf(page, title).getByRole("checkbox")).toHaveCount(0);
  }

  await rowOf(page, "Draft of mine").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("combobox", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("combobox", { name: "Breaking News" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.goto(adminUrl.calendar());
  const others = page.getByRole("link", { name: /Published by others/ });
  await expect(others).toHaveAttribute("href", pageUrl.article(ids[2] ?? 0));
  await page.goto(adminUrl.article(ids[2] ?? 0));
  await expect(page.getByRole("heading", { name: "You cannot change this article" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Read the article" })).toHaveAttribute(
    "href",
    pageUrl.article(ids[2] ?? 0),
  );
  await expectNoViolations(page);
  await page.goto(adminUrl.security());
  await expect(page.getByRole("region", { name: "What you may do" })).toContainText("Your role is Writer.");
  // Its day: the next hour may be in another week.
  await page.goto(`${adminUrl.calendar()}?view=week&date=${scheduled.slice(0, 10)}`);
  await expect(page.getByRole("link", { name: /Scheduled of mine/ })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Unscheduled" }).getByRole("link", { name: /Draft of mine/ }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move / })).toHaveCount(0);

  const multipart = { file: { name: "own.png", mimeType: "image/png", buffer: await png("#335577") } };
  await api.post(editorApiUrl.upload(), { multipart });
  const list = (await (await api.get(editorApiUrl.pictures())).json()) as StoredPicture[];
  const idOf = (isOwn: boolean) => list.find(({ is_own }) => is_own === isOwn)?.id;
  await page.goto(adminUrl.media(idOf(true)));
  const details = page.getByRole("region", { name: "Picture details" });
  await expect(details.getByRole("textbox", { name: "Alternative text" })).toBeVisible();
  await page.goto(adminUrl.media(idOf(false)));
  await expect(details.getByRole("button", { name: "Crop or rotate..." })).toBeVisible();
  await expect(details.getByText("Whoever uploaded it, and editors, can change its texts.")).toBeVisible();
  await expect(details.getByRole("textbox")).toHaveCount(0);
  for (const name of ["Replace everywhere...", "Delete", "Save"])
    await expect(details.getByRole("button", { name })).toHaveCount(0);
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);
  for (const id of ids) await colleague.call("DELETE", apiUrl.article(id));
  await page.goto(adminUrl.trash());
  await expect(page.getByRole("button", { name: "Restore Draft of mine" })).toBeVisible();
  for (const title of ["Published of mine", "Scheduled of mine"]) {
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: `Restore ${title}` })).toHaveCount(0);
  }
  expect(refused).toEqual([]);
});

test.describe("an editor", () => {
  test.use({ role: "editor" });

  test("sends an issue and reads its report without a call that is refused", async ({ page, api }) => {
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.url().includes("/api/") && answer.status() === 403) refused.push(answer.url());
    });
    const created = await api.post(editorApiUrl.issues(), {
      data: { subject: "From an editor", introduction: "Hello." },
    });
    const { id } = (await created.json()) as { id: number };
    await page.goto(adminUrl.issue(id));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Send this issue?" });
    await expect(dialog).toContainText(/goes to [\d,]+ subscribers?, as the list is now/);
    await dialog.getByRole("button", { name: "Send now" }).click();
    await expect(toastOf(page, "Writing the mails to files")).toBeVisible();
    await page.goto(adminUrl.issue(id));
    await expect(page.getByRole("link", { name: "View its page" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Recipients" })).toHaveCount(0);
    await expectNoViolations(page);
    expect(refused).toEqual([]);
  });
});
