import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import type { AdSpace } from "#features/ads/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { test as base } from "./admin.ts";

type Fixtures = {
  /** Adds an ad space for this test alone; other ad spaces that a test leaves behind are deleted as well. */
  addSpace: (space: Partial<AdSpace> & { name: string }) => Promise<AdSpace>;
};

/** End-to-end tests around ad spaces. */
export const test = base.extend<Fixtures>({
  addSpace: async ({ api }, use) => {
    const before = new Set((await listOf(api)).map(({ id }) => id));
    await use(async (space) => (await api.post(apiUrl.ads(), { data: { location: "nowhere", ...space } })).json());
    for (const { id } of await listOf(api)) if (!before.has(id)) await api.delete(editorApiUrl.ad(id));
  },
});

/** All ad spaces, as an editor sees them. */
export const listOf = async (api: APIRequestContext): Promise<AdSpace[]> => (await api.get(apiUrl.ads())).json();

/** The row of the editors' table. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });

/** A leaderboard's creative, as a file to upload. */
export const picture = async () => ({
  name: "creative.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 728, height: 90, channels: 3, background: "#bd3216" } })
    .png()
    .toBuffer(),
});
