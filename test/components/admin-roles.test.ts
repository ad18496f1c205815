import sharp from "sharp";
import { PLACE_URLS } from "#app/admin/places.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import type { Role } from "#shared/actor.ts";
import { reachOf } from "#shared/permissions.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { test as base } from "./colleague.ts";
import type { Api } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { turn } from "./page/wait.ts";

/** Follows the requests of a page: which were rejected, and whether some are in progress. */
function watchRequests(page: Page) {
  const rejected = new Set<string>();
  const ended = new Set<object>();
  let at = "";
  page.network.listen((request, response) => {
    ended.add(request);
    if (response?.status === 403) rejected.add(`${request.method()} ${new URL(request.url()).pathname} on ${at}`);
  });
  // A stream of presence stays open.
  const isPending = () => page.network.requests.some((one) => !ended.has(one) && !one.url().includes("/presence/"));
  /** Until the screen has what it asked for, and asks for nothing more because of it. */
  const settle = async () => {
    do {
      await expect.poll(isPending, { message: `requests of ${at}` }).toBe(false);
      await turn(20);
    } while (isPending());
  };
  const open = async (url: string) => {
    at = url;
    await page.goto(url);
    await expect(page.getByRole("main")).not.toBeEmpty();
    await settle();
    page.network.requests.length = 0;
    ended.clear();
  };
  return { rejected, settle, open };
}

type Fixtures = {
  /** An issue that is a draft, one that is being sent, and one that was. */
  issues: { draft: number; sending: number; sent: number };
  /** A picture of the user and one of somebody else. */
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
    // It is never due.
    const sending = { state: "sending", started_at: 1, due_at: Number.MAX_SAFE_INTEGER };
    const sent = { state: "sent", started_at: 1, finished_at: 2 };
    await use({ draft: await make({}), sending: await make(sending), sent: await make(sent) });
  },
  pictures: async ({ api, store }, use) => {
    const { db } = store.database;
    for (const background of ["red", "teal"]) {
      const image = sharp({ create: { width: 6, height: 4, channels: 3, background } });
      const file = { name: `${background}.png`, mimeType: "image/png", buffer: await image.png().toBuffer() };
      await api.post(editorApiUrl.upload(), { multipart: { file } });
    }
    const list = (await (await api.get(editorApiUrl.pictures())).json()) as StoredPicture[];
    const ids = list.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await db
      .updateTable("picture")
      .set({ uploaded_by: null })
      .where("id", "=", ids[0] ?? 0)
      .execute();
    await use(ids);
  },
});

async function writeOwn(api: Api): Promise<number> {
  const data = { title: "An own article", category: "Blockchain", status: "draft" };
  return (await (await api.post(apiUrl.articles(), { data })).json()).id;
}

// The roles in between request less than an editor and more than a contributor.
for (const role of ["editor", "contributor"] as const satisfies Role[]) {
  const asRole = test.extend({ role });

  asRole(
    `no screen of the role ${role} sends a request that is forbidden to it`,
    async ({ page, api, colleague, issues, pictures }) => {
      const data = { title: "A colleague's article", category: "Blockchain", status: "published" };
      const others = await colleague.call("POST", apiUrl.articles(), data);
      const articles = [await writeOwn(api), ((await others.json()) as { id: number }).id];
      const { rejected, settle, open } = watchRequests(page);
      for (const url of Object.values(PLACE_URLS)) {
        await open(url);
        const parts = page.getByRole("tab").or(page.getByRole("navigation", { name: /sections$/ }).getByRole("link"));
        for (let at = 0; at < (await parts.count()); at++) {
          await parts.nth(at).click();
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
      expect([...rejected]).toEqual([]);
    },
  );
}
