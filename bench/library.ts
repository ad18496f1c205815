import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Sqlite from "better-sqlite3";
import { adminUrl } from "#shared/urls.ts";
import { launchBrowser } from "./support/browser.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { type Figure, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { databasePath, type Publications, startSite } from "./support/publication.ts";

const PICTURES = 10_000;
/** Two frames of a screen of 60 Hz. */
const MAX_FRAME_MS = 34;
const MAX_COMPLETE_MS = 500;
/** Turns of a wheel, and the distance and the time between two, as a quick reader of the grid makes them. */
const TURNS = 120;
const TURN_PX = 240;
const PAUSE_MS = 16;
const JUMPS = [0.25, 0.9, 0.1, 0.6, 0.4, 1, 0.5];
const TIMEOUT_MS = 10_000;

/**
 * The media library with 10,000 pictures, each a file of its own: how evenly frames are painted while a wheel scrolls it,
 * and how long after a jump every picture on the screen is there.
 */
export async function measureLibrary(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  addPictures(dataDir, PICTURES);
  const password = addEditor(dataDir);
  const site = await startSite(dataDir);
  const browser = await launchBrowser();
  try {
    const { authorization } = await logIn(site.url, password);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const token = authorization.slice("Bearer ".length);
    await page.addInitScript((access) => localStorage.setItem("access_token", access), token);
    await page.goto(`${site.url}${adminUrl.media()}`);
    await completed(page);
    const frames = await scroll(page);
    const jumps: number[] = [];
    for (const share of JUMPS) jumps.push(await jump(page, share));
    const figures: Figure[] = [
      figureOf(`scrolling ${PICTURES} pictures: time of a frame, p99`, MAX_FRAME_MS, quantile(frames, 0.99)),
      figureOf("from a jump to any place to all its pictures", MAX_COMPLETE_MS, Math.max(...jumps)),
    ];
    return {
      limit: figures.map(({ what, limit }) => `${what}: ${limit}`).join("; "),
      columns: ["what", "times", "median", "p99", "longest"],
      rows: [rowOf("frame while scrolling", frames), rowOf("jump", jumps)],
      passed: figures.every(({ held }) => held),
      figures,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

const figureOf = (what: string, max: number, measured: number): Figure => ({
  what,
  limit: `at most ${max} ms`,
  measured: milliseconds(measured),
  held: measured <= max,
});

const rowOf = (what: string, times: number[]) => [
  what,
  String(times.length),
  milliseconds(quantile(times, 0.5)),
  milliseconds(quantile(times, 0.99)),
  milliseconds(Math.max(...times)),
];

/** Adds pictures under names of their own, whose files are those of the first edition's pictures in turn. */
function addPictures(dataDir: string, count: number): void {
  const database = new Sqlite(databasePath(dataDir));
  try {
    const models = database.prepare("select * from picture").all() as Record<string, unknown>[];
    const { id: _, ...columns } = models[0] ?? {};
    const names = Object.keys(columns);
    const insert = database.prepare(
      `insert into picture (${names.join(", ")}) values (${names.map((name) => `@${name}`).join(", ")})`,
    );
    database.transaction(() => {
      for (let number = models.length; number < count; number += 1) {
        const model = models[number % models.length] as Record<string, unknown>;
        const key = randomBytes(12).toString("hex");
        linkFiles(join(dataDir, "media", String(model.key)), join(dataDir, "media", key));
        insert.run({ ...model, key, sha256: randomBytes(32).toString("hex"), name: `picture ${number}.jpg` });
      }
    })();
  } finally {
    database.close();
  }
}

function linkFiles(from: string, to: string): void {
  mkdirSync(to);
  for (const file of readdirSync(from)) linkSync(join(from, file), join(to, file));
}

/** Waits until every picture on the screen is there. */
const completed = (page: Page) =>
  page.waitForFunction(
    () => {
      const tiles = [...document.querySelectorAll("[role=listbox] [role=option]")];
      const isThere = (tile: Element) => tile.querySelector("img")?.complete === true;
      return tiles.length > 0 && tiles.every(isThere);
    },
    undefined,
    { polling: "raf", timeout: TIMEOUT_MS },
  );

/** Scrolls by wheel; returns the time from each frame to the next, in milliseconds. */
async function scroll(page: Page): Promise<number[]> {
  await page.getByRole("listbox", { name: "Pictures" }).hover({ position: { x: 200, y: 200 } });
  await page.evaluate(() => {
    const frames: number[] = [];
    let before = performance.now();
    const next = (now: number) => {
      frames.push(now - before);
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, TURN_PX);
    await page.waitForTimeout(PAUSE_MS);
  }
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames);
}

/** Jumps to a place in the grid, as dragging its scrollbar does; returns the time until its pictures are there. */
async function jump(page: Page, share: number): Promise<number> {
  const began = performance.now();
  await page.getByRole("listbox", { name: "Pictures" }).evaluate((list, at) => {
    const box = list.parentElement as HTMLElement;
    box.scrollTop = (box.scrollHeight - box.clientHeight) * at;
    // The rows of the new place are rendered with the next frame.
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, share);
  await completed(page);
  return performance.now() - began;
}
