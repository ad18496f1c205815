import sharp from "sharp";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { logIn } from "#test/support/editor.ts";
import type { TestApp } from "#test/support/test-app.ts";
import { toastOf } from "./admin.ts";
import { rowOf } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const writer = test.extend({ role: "writer" as const });

const png = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** Adds a picture to the library as this editor. */
async function upload(server: TestApp, { email, password }: { email: string; password: string }, bytes: Buffer) {
  const { access } = (await logIn(server.app, { email, password })).json();
  const head =
    '--form\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const response = await server.app.inject({
    method: "POST",
    url: editorApiUrl.upload(),
    headers: { authorization: `Bearer ${access}`, "content-type": "multipart/form-data; boundary=form" },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--form--\r\n")]),
  });
  expect(response.statusCode).toBeLessThan(300);
}

writer(
  "a writer's screens offer no action that the server would reject",
  async ({ page, api, server, editor, colleague }) => {
    const scheduled = new Date(Date.now() + 60 * 60_000).toISOString();
    const article = async (title: string, more: object) => {
      const created = await colleague.api.post(apiUrl.articles(), { data: { title, category: "Blockchain", ...more } });
      return ((await created.json()) as { id: number }).id;
    };
    const ids = [
      await article("Published of mine", { status: "published", authors: [editor.name] }),
      await article("Draft of mine", { status: "draft", authors: [editor.name] }),
      await article("Published by others", { status: "published" }),
      await article("Scheduled of mine", {
        status: "published",
        authors: [editor.name],
        published_date: scheduled,
      }),
    ];
    const rejected: string[] = [];
    page.network.listen((call, response) => {
      if (call.url().includes("/api/") && [403, 404].includes(response?.status ?? 0))
        rejected.push(`${call.method()} ${call.url()}`);
    });
    await page.goto(pageUrl.admin());
    const hasDelete = async (title: string, count: number) => {
      await page.getByRole("button", { name: `Actions for ${title}` }).click();
      await expect(page.getByRole("menuitem", { name: "Show excerpt" })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(count);
      await page.keyboard.press("Escape");
    };
    await hasDelete("Draft of mine", 1);
    await expect(rowOf(page, "Draft of mine").getByRole("checkbox")).toBeVisible();
    for (const title of ["Published of mine", "Scheduled of mine"]) {
      await expect(rowOf(page, title).getByRole("button", { name: `Edit ${title}` })).toBeVisible();
      await hasDelete(title, 0);
      await expect(rowOf(page, title).getByRole("checkbox")).toHaveCount(0);
    }

    await rowOf(page, "Draft of mine").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("combobox", { name: "Status" })).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("combobox", { name: "Breaking news" })).toHaveCount(0);
    await page.keyboard.press("Escape");

    await page.goto(adminUrl.calendar());
    const others = page.getByRole("link", { name: /Published by others/ });
    await expect(others).toHaveAttribute("href", pageUrl.article(ids[2] ?? 0));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find articles, pictures/ }).fill("Published by others");
    await page.getByRole("option", { name: /Published by others/ }).click();
    await expect(page.getByRole("heading", { name: "You cannot change this article" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Read the article" })).toHaveAttribute(
      "href",
      pageUrl.article(ids[2] ?? 0),
    );
    await page.getByRole("button", { name: "Suggest edits" }).click();
    await expect(page.getByText("You are suggesting.")).toBeVisible();
    for (const name of ["Notes", "Edit"]) await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    await page.goto(adminUrl.security());
    await expect(page.getByRole("region", { name: "Your permissions" })).toContainText("Your role is Writer.");
    // Its day: the next hour may be in another week.
    await page.goto(`${adminUrl.calendar()}?view=week&date=${scheduled.slice(0, 10)}`);
    await expect(page.getByRole("link", { name: /Scheduled of mine/ })).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Unscheduled" }).getByRole("link", { name: /Draft of mine/ }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Move / })).toHaveCount(0);

    await upload(server, editor, await png("#335577"));
    await upload(server, colleague, await png("#775533"));
    const list = (await (await api.get(editorApiUrl.pictures())).json()) as StoredPicture[];
    const idOf = (isOwn: boolean) => list.find(({ is_own }) => is_own === isOwn)?.id;
    await page.goto(adminUrl.media(idOf(true)));
    const details = page.getByRole("region", { name: "Picture details" });
    await expect(details.getByRole("textbox", { name: "Alternative text" })).toBeVisible();
    await page.goto(adminUrl.media(idOf(false)));
    await expect(details.getByRole("button", { name: "Crop or rotate..." })).toBeVisible();
    await expect(details.getByText("Only its uploader and editors can change its texts.")).toBeVisible();
    await expect(details.getByRole("textbox")).toHaveCount(0);
    for (const name of ["Replace everywhere...", "Delete", "Save"])
      await expect(details.getByRole("button", { name })).toHaveCount(0);
    for (const id of ids) await colleague.api.delete(apiUrl.article(id));
    await page.goto(adminUrl.trash());
    await expect(page.getByRole("button", { name: "Restore Draft of mine" })).toBeVisible();
    for (const title of ["Published of mine", "Scheduled of mine"]) {
      await expect(page.getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: `Restore ${title}` })).toHaveCount(0);
    }
    expect(rejected).toEqual([]);
  },
);

test.extend({ role: "editor" as const })(
  "an editor sends an issue and reads its report without a rejected request",
  async ({ page, api, server }) => {
    const rejected: string[] = [];
    page.network.listen((call, response) => {
      if (call.url().includes("/api/") && [403, 404].includes(response?.status ?? 0))
        rejected.push(`${call.method()} ${call.url()}`);
    });
    await api.post(apiUrl.subscribe(), { data: { email: "reader-of-editors@news.example" } });
    const created = await api.post(editorApiUrl.issues(), {
      data: { subject: "From an editor", introduction: "Hello." },
    });
    const { id } = (await created.json()) as { id: number };
    await page.goto(adminUrl.issue(id));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Send this issue?" });
    await expect(dialog).toContainText(/goes to [\d,]+ subscribers? at the moment/);
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("button", { name: "Send now" }).click();
    await expect(toastOf(page, "Sending started")).toBeVisible();
    await server.mail.advanceIssues();
    await server.mail.mailer.drain();
    await server.mail.advanceIssues();
    await page.goto(adminUrl.issue(id));
    await expect(page.getByRole("link", { name: "View its page" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Recipients" })).toHaveCount(0);
    expect(rejected).toEqual([]);
  },
);

test("a chief sees the desk as a writer does, with a banner that ends it", async ({ page }) => {
  sessionStorage.setItem("view_as", "writer");
  await page.goto(pageUrl.admin());
  const banner = page.getByRole("region", { name: "See the desk as" });
  await expect(banner).toContainText("You see the desk as: Writer.");
  await expect(page.getByRole("tab")).toHaveText(["Articles", "Author Profile"]);
  await banner.getByRole("button", { name: "Stop" }).click();
  expect(sessionStorage.getItem("view_as")).toBeNull();
});
