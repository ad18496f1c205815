import sharp from "sharp";
import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { drawSocialCard } from "./social-card.ts";

test("other sites get the publication's own card, as a picture of the promised size", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const response = await app.inject("/social-card.png");
  expect(response.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=0, s-maxage=10",
  });
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: "png" });
  expect(response.rawPayload.equals(await drawSocialCard({ name: "Another Publication" }, "#c8371f"))).toBe(false);
});

test.each(["العربية", "x".repeat(500), " ", "The Lisbon Climate & Carbon Ledger"])(
  "any name has a card: %s",
  async (name) => {
    const { info } = await sharp(await drawSocialCard({ name }, "#c8371f"))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
  },
);
