/**
 * Takes the pictures of docs: starts the built program with the demo content on an empty data folder, adds a newsroom at
 * work to it, and photographs its screens. Names after the command limit it: `guide-pictures.mjs list calendar`.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "./browser.mjs";
import { fillNewsroom, PEOPLE, SELECTED } from "./guide-newsroom.mjs";
import { ensureBuilt, NODE, ROOT } from "./project.mjs";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 760 };
const QUALITY = 82;
const START_TIMEOUT_MS = 120_000;

/** A port that nothing listens on. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The built program with its demo content and people who can log in; `stop` ends it and deletes its data. */
async function startNewsroom() {
  ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-guide-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { chief, ...others } = PEOPLE;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    ENV_FILE: "/dev/null",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: chief.email,
    ADMIN_PASSWORD: chief.password,
    ADMIN_NAME: chief.name,
  };
  const server = spawn(NODE, [join(ROOT, "dist/server/main.js")], { env, stdio: ["ignore", "inherit", "inherit"] });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  process.once("exit", () => server.kill());
  await waitUntilServing(url);
  for (const { email, name, role, password } of Object.values(others)) {
    const words = ["user", "add", email, "--name", name, "--role", role, "--stdin"];
    execFileSync(NODE, [join(ROOT, "dist/server/cli.js"), ...words], { env, input: password });
  }
  const stop = async () => {
    server.kill("SIGTERM");
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, stop };
}

async function waitUntilServing(url) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (Date.now() > deadline) throw new Error("The server did not start.");
    await sleep(200);
  }
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

const text = (page) => page.getByRole("textbox", { name: "Content", exact: true });

/** Selects these words of the text, as a writer would. */
async function selectWords(page, words) {
  const paragraph = text(page).locator("p", { hasText: words }).first();
  await paragraph.click();
  await paragraph.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const from = node.data.indexOf(wanted);
      if (from < 0) continue;
      element.closest("[contenteditable]").focus();
      getSelection().setBaseAndExtent(node, from, node, from + wanted.length);
    }
  }, words);
}

/** Each picture of docs, by the name of its file: how its screen is reached. `site` pictures need no login. */
const PICTURES = {
  home: { site: true, show: (page) => page.goto("/") },
  article: { site: true, show: (page, { rollups }) => page.goto(`/article/${rollups.id}`) },
  async list(page) {
    await page.goto("/admin");
    await page.getByRole("table", { name: "Articles" }).scrollIntoViewIfNeeded();
    await page
      .getByRole("navigation", { name: "Views of the list" })
      .evaluate((tabs) => scrollBy(0, tabs.getBoundingClientRect().top - 150));
  },
  async room(page, { diffusion }) {
    await page.goto(`/admin/articles/${diffusion.id}`);
    await text(page).waitFor();
  },
  async "selection-toolbar"(page, { diffusion }) {
    await page.goto(`/admin/articles/${diffusion.id}`);
    await text(page).waitFor();
    await selectWords(page, SELECTED);
  },
  async "slash-menu"(page, { diffusion }) {
    await page.goto(`/admin/articles/${diffusion.id}`);
    await text(page).locator("p").nth(1).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
  },
  async versions(page, { lightClients }) {
    await page.goto(`/admin/articles/${lightClients.id}`);
    await button(page, /^Versions/).click();
  },
  async review(page, { settlement }) {
    await page.goto(`/admin/articles/${settlement.id}`);
    await button(page, "Approve").waitFor();
  },
  async suggestions(page, { rollups }) {
    await page.goto(`/admin/articles/${rollups.id}`);
    await button(page, /suggestions?$/).click();
  },
  async page(page, { ethics }) {
    await page.goto(`/admin/pages/${ethics.id}`);
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  },
  async calendar(page) {
    await page.goto("/admin/calendar?view=week");
    await page.getByRole("columnheader").first().waitFor();
  },
  async "home-page"(page) {
    await page.goto("/admin/home");
    await page.getByRole("region", { name: "Lead stories" }).waitFor();
  },
  async media(page, { picture }) {
    await page.goto(`/admin/media?picture=${picture.id}`);
    await page.getByRole("region", { name: "Picture details" }).waitFor();
  },
  async issue(page, { issue }) {
    await page.goto(`/admin/issues/${issue.id}`);
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  },
  async preview(page, { settlement }) {
    await page.goto(`/admin/articles/${settlement.id}`);
    await button(page, "Preview").click();
    await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  },
  "phone-settings": {
    viewport: PHONE,
    async show(page, { diffusion }) {
      await page.goto(`/admin/articles/${diffusion.id}`);
      await button(page, "Settings").click();
    },
  },
};

/** Waits for what still moves or loads, and for messages to leave. */
async function settle(page) {
  // A room holds one request open, for what colleagues do.
  await page.waitForLoadState("networkidle", { timeout: 4000 }).catch(() => {});
  const messages = page.getByRole("region", { name: /^Notifications/ });
  // Such as that what the picture before has typed was saved.
  for (const close of await messages.getByRole("button", { name: "Close" }).all()) await close.dispatchEvent("click");
  await messages.getByRole("listitem").waitFor({ state: "detached" });
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  // A picture that is hidden, or is loaded only when it comes near, may never be complete.
  const arePicturesShown = () =>
    [...document.images].every(
      (image) => image.complete || image.loading === "lazy" || !image.checkVisibility() || image.src === "",
    );
  await page.waitForFunction(arePicturesShown);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  // Two frames more: menus are placed in the one after they are drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function logIn(context, { email, password }) {
  const page = await context.newPage();
  await page.goto("/admin");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^log in$/i }).click();
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await page.close();
}

/** A page's typefaces are shown only if they arrive quickly: from the cache they do. */
async function warmUp(context, path) {
  const page = await context.newPage();
  await page.goto(path);
  await settle(page);
  await page.close();
}

async function take(context, name, content) {
  const picture = PICTURES[name];
  const page = await context.newPage();
  page.setDefaultTimeout(12_000);
  await page.setViewportSize(picture.viewport ?? DESKTOP);
  await (picture.show ?? picture)(page, content);
  // Where no button shows that the pointer is over it.
  await page.mouse.move(0, 0);
  await settle(page);
  const path = join(ROOT, "docs", `${name}.webp`);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(path);
  process.stdout.write(`docs/${name}.webp  ${Math.round(size / 1000)} kB\n`);
  await page.close();
}

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : Object.keys(PICTURES);
const newsroom = await startNewsroom();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const content = await fillNewsroom(newsroom.url);
  const options = {
    baseURL: newsroom.url,
    colorScheme: "light",
    reducedMotion: "reduce",
    timezoneId: "Africa/Nairobi",
  };
  const reader = await browser.newContext(options);
  const editor = await browser.newContext(options);
  await logIn(editor, PEOPLE.chief);
  await warmUp(reader, "/");
  await warmUp(reader, `/article/${content.rollups.id}`);
  await warmUp(editor, `/admin/articles/${content.diffusion.id}`);
  for (const name of names)
    await take(PICTURES[name].site ? reader : editor, name, content).catch((error) => {
      process.exitCode = 1;
      process.stderr.write(`${name}: ${error.message}\n`);
    });
} finally {
  await browser.close();
  await newsroom.stop();
}
