import sharp from "sharp";
import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { fillOutline } from "./render/fill-outline.ts";
import { drawSocialCard } from "./social-card.ts";

test("an outline fills what it encloses, without its holes, and edges by their share", () => {
  const rows: number[][] = [];
  const square = "M0 0l40 0l0 40l-40 0z";
  const hole = "M10 10l0 20l20 0l0 -20z";
  fillOutline(square + hole, { scale: 0.1, left: 0.5, baseline: 0 }, { width: 6, height: 4 }, (_y, cover) =>
    rows.push([...cover].map((share) => Math.round(share * 100) / 100)),
  );
  expect(rows).toEqual([
    [0.5, 1, 1, 1, 0.5, 0],
    [0.5, 0.5, 0, 0.5, 0.5, 0],
    [0.5, 0.5, 0, 0.5, 0.5, 0],
    [0.5, 1, 1, 1, 0.5, 0],
  ]);
});

test("other sites get the publication's own card, as a picture of the promised size", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const response = await app.inject("/social-card.png");
  expect(response.headers).toMatchObject({ "content-type": "image/png", "cache-control": "public, max-age=3600" });
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: "png" });
  expect(response.rawPayload.equals(drawSocialCard("Another Publication"))).toBe(false);
});

test.each(["العربية", "x".repeat(500), " ", "The Lisbon Climate & Carbon Ledger"])(
  "any name has a card: %s",
  async (name) => {
    const { width, height } = await sharp(drawSocialCard(name))
      .stats()
      .then(() => sharp(drawSocialCard(name)).metadata());
    expect([width, height]).toEqual([1200, 630]);
  },
);
