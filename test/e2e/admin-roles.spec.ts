import type { APIRequestContext, Page, Response } from "@playwright/test";
import sharp from "sharp";
import { PLACE_URLS } from "#app/admin/places.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { reachOf } from "#shared/permissions.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { test as base } from "./colleague.ts";
import { expect } from "./site.ts";

const isStream = (response: Response) => response.headers()["content-type"]?.startsWith("text/event-stream") ?? false;

/** Follows the calls of a page: which were refused, and whether some are under way. */
function watchCalls(page: Page) {
  const refused = new Set<string>();
  const pending = new Set<object>();
  let at = "";
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) pending.add(request);
  });
  const end = (request: object) => {
    pending.delete(request);
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  page.on("response", (response) => {
    // A stream goes on for as long as the screen is open.
    if (isStream(response)) pending.delete(response.request());
    if (response.status() === 403)
      refused.add(`${response.request().method()} ${new URL(response.url()).pathname} on ${at}`);
  });
  const frames = () =>
    page.evaluate(async () => {
      for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
    });
  /** Until the screen has what it asked for, and asks for nothing more because of it. */
  const settle = async () => {
    do {
      await expect.poll(() => pending.size, { message: `calls of ${at}` }).toBe(0);
      await frames();
    } while (pending.size > 0);
  };
  const open = async (url: string) => {
    at = url;
    await page.goto(url);
    await expect(page.getByRole("main")).not.toBeEmpty();
    await settle();
  };
  return { refused, settle, open };
}

type Fixtures = {
  /** An issue that is a draft, one that is being sent, and one that was. */
  issues: { draft: number; sending: number; sent: number };
  /** A picture of one's own and one of somebody else. */
  pictures: number[];
};
const test = base.extend<Fixtures>({
  issues: async ({ colleague, store }, use) => {
    const { db } = store.database;
    const make = async (change: object) => {
      const made = await colleague.call("POST", editorApiUrl.issues(), { subject: "News", introduction: "Words." });
      const { id } = (await made.json()) as { id: number };
      if (Object.keys(change).length > 0) await db.updateTable("issue").set(change).where("id", "=", id).execute();
      return id;
    };
    // The server goes on with it when it is due: never.
    const sending = { state: "sending", started_at: 1, due_at: Number.MAX_SAFE_INTEGER };
    const sent = { state: "sent", started_at: 1, finished_at: 2 };
    const made = { draft: await make({}), sending: await make(sending), sent: await make(sent) };
    await use(made);
    await db.deleteFrom("issue").where("id", "in", Object.values(made)).execute();
  },
  pictures: async ({ api, editor }, use) => {
    // A picture is stored once, whoever sends it again.
    const background = `#${editor.email.slice(0, 6)}`;
    const image = sharp({ create: { width: 60, height: 40, channels: 3, background } });
    const multipart = { file: { name: "own.png", mimeType: "image/png", buffer: await image.png().toBuffer() } };
    await api.post(editorApiUrl.upload(), { multipart });
    const list = (await (await api.get(editorApiUrl.pictures())).json()) as StoredPicture[];
    const ids = [true, false].map((isOwn) => list.find(({ is_own }) => is_own === isOwn)?.id ?? 0);
    expect(ids).not.toContain(0);
    await use(ids);
  },
});

async function writeOwn(api: APIRequestContext): Promise<number> {
  const data = { title: "Of one's own", category: "Blockchain", status: "draft" };
  return (await (await api.post(apiUrl.articles(), { data })).json()).id;
}

// The roles in between ask for less than an editor and for more than a contributor.
for (const role of ["editor", "contributor"] as const)
  test.describe(`as ${role}`, () => {
    test.use({ role });

    test("no screen asks for what its reader may not have", async ({ page, api, colleague, issues, pictures }) => {
      test.slow();
      const others = await colleague.call("POST", apiUrl.articles(), {
        ...{ title: "Of a colleague", category: "Blockchain", status: "published" },
      });
      const articles = [await writeOwn(api), ((await others.json()) as { id: number }).id];
      const { refused, settle, open } = watchCalls(page);
      for (const url of Object.values(PLACE_URLS)) {
        await open(url);
        const parts = page.getByRole("tab").or(page.getByRole("navigation", { name: /sections$/ }).getByRole("link"));
        for (const part of await parts.all()) {
          await part.click();
          await settle();
        }
      }
      for (const id of articles) await open(adminUrl.article(id));
      for (const id of pictures) await open(adminUrl.media(id));
      for (const id of Object.values(issues)) await open(adminUrl.issue(id));
      if (reachOf(role, "issue.manage")) {
        await open(adminUrl.issue(issues.draft));
        await page.getByRole("button", { name: "Send", exact: true }).click();
        await expect(page.getByRole("dialog")).toContainText("goes to");
        await settle();
      }
      for (const id of articles) await colleague.call("DELETE", apiUrl.article(id));
      expect([...refused]).toEqual([]);
    });
  });
