/**
 * Takes the pictures of docs/first-publication.md: starts the program on an empty data folder, makes a publication of it
 * in a browser as its new owner would, on a desktop and again on a phone, and fails if a page or the server logs an
 * error. Prints what it measured.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "./browser.mjs";
import { ROOT } from "./project.mjs";

const PORT = Number(process.env.PORT ?? 4111);
const SITE = `http://localhost:${PORT}`;
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 760 } };
const PICTURES = join(ROOT, "docs", "first-publication");
const MAX_PICTURE_BYTES = 60_000;
const START_TIMEOUT_MS = 300_000;

const OWNER = { name: "Grace Achieng", email: "grace@lakeside.example", password: "nine quiet herons at dusk" };
const NAME = "Lakeside Weekly";
const ABOUT = "Lakeside Weekly reports on the towns around the lake: their markets, schools and harbours.";
const TITLE = "The Ferry Runs Again on Monday";
const TEXT = "After six weeks in the yard, the ferry takes passengers again. The first boat leaves at seven.";

const seconds = (since) => (performance.now() - since) / 1000;

/** A logo: a wave and the name, with a transparent background. */
const logo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="120" viewBox="0 0 640 120">
         <path d="M10 76q25-44 50 0t50 0" fill="none" stroke="#0f766e" stroke-width="14" stroke-linecap="round"/>
         <text x="140" y="82" font-family="serif" font-weight="700" font-size="50" fill="#0f766e">${NAME}</text>
       </svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Runs `npm start` on an empty data folder, and reads the setup link that it prints. */
async function startProgram() {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-walk-"));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ENV_FILE: "/dev/null", LOG_LEVEL: "warn", PORT: String(PORT), DATA_DIR: dataDir };
  const started = performance.now();
  const server = spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  process.once("exit", () => server.kill());
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (output += chunk));
  const linkIn = () => /Set up your publication at (\S+)/.exec(output)?.[1];
  while (!linkIn() || !(await fetch(`${SITE}/healthz`).catch(() => null))?.ok) {
    if (seconds(started) * 1000 > START_TIMEOUT_MS) throw new Error(`The program did not start.\n${output}`);
    await sleep(100);
  }
  return {
    link: linkIn(),
    startSeconds: seconds(started),
    /** Warnings and errors of the server, which logs one JSON object per line. */
    complaints: () => output.split("\n").filter((line) => line.startsWith("{") && !line.includes("market data failed")),
    async stop() {
      server.kill("SIGTERM");
      await exited;
      while (await fetch(`${SITE}/healthz`).catch(() => null)) await sleep(100);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Does what a person does in the browser and counts it. */
function handsOn(page) {
  const count = { keys: 0, clicks: 0 };
  const hands = {
    count,
    /** Opens a screen of the admin area: by the command palette, a click on its button, letters and Enter. */
    async open(path) {
      count.clicks += 1;
      count.keys += 6;
      await page.goto(path);
    },
    async click(locator) {
      count.clicks += 1;
      await locator.click();
    },
    /** Replaces the field's text. */
    async type(locator, text) {
      count.clicks += 1;
      count.keys += text.length;
      await locator.fill(text);
    },
    press: (name) => hands.click(page.getByRole("button", { name, exact: true })),
    /** A required field's label ends in an asterisk in some forms. */
    field: (name, text) => hands.type(page.getByLabel(new RegExp(`^${name}\\*?$`)), text),
    /** Writes into a text with blocks. */
    async write(name, text) {
      await hands.click(page.getByRole("textbox", { name, exact: true }));
      count.keys += text.length;
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async expectToast(title) {
      const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
      await toast.filter({ hasText: title }).first().waitFor();
    },
  };
  return hands;
}

/** Waits for what still moves or loads, and for messages to leave. */
async function settle(page) {
  await page.waitForLoadState("networkidle", { timeout: 1500 }).catch(() => {});
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("listitem")
    .first()
    .waitFor({ state: "detached" });
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

const scrollUp = (page) => page.evaluate(() => scrollTo(0, 0));

/** The steps in their order. Each does something and leaves the screen that its picture shows. */
const STEPS = {
  async setup(page, hands, { link }) {
    await page.goto(link);
    await hands.field("Your name", OWNER.name);
    await hands.field("Email", OWNER.email);
    await hands.field("Password", OWNER.password);
    await hands.field("Name of the publication", NAME);
    await hands.click(page.getByRole("checkbox", { name: "Keep the demo articles" }));
    return async () => {
      await hands.press("Set up");
      await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
    };
  },
  async name(page, hands) {
    await hands.open("/admin/settings/publication");
    await hands.field("Tagline", "News from the towns around the lake");
    await hands.field("Contact address", "desk@lakeside.example");
    await hands.press("Save publication");
    await hands.expectToast("Settings saved");
    await scrollUp(page);
  },
  async look(page, hands) {
    await hands.open("/admin/settings/appearance");
    await hands.field("Accent colour", "#0f766e");
    const chooser = page.waitForEvent("filechooser");
    await hands.click(page.getByRole("button", { name: "Upload Image", exact: true }).first());
    await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: await logo() });
    await page.waitForFunction(() => document.querySelector("form input[inputmode=url]")?.value !== "");
    await hands.press("Save appearance");
    await hands.expectToast("Appearance saved");
    await scrollUp(page);
  },
  async menu(page, hands) {
    await hands.open("/admin/settings/menus");
    const entries = page.getByRole("textbox", { name: /^Entry \d+: label$/ });
    await entries.first().waitFor();
    const added = (await entries.count()) + 1;
    await hands.press("Add an entry");
    await hands.field(`Entry ${added}: label`, "About us");
    await hands.field(`Entry ${added}: address`, "/about");
    await hands.press("Save menus");
    await hands.expectToast("Menus saved");
    await scrollUp(page);
  },
  async about(page, hands) {
    await hands.open("/admin/pages");
    await hands.click(page.getByRole("row").filter({ hasText: "/about" }).getByRole("link").first());
    await hands.field("Title", `About ${NAME}`);
    await hands.write("Text", ABOUT);
    await hands.press("Update");
    await hands.expectToast("Page updated");
  },
  async addresses(page, hands) {
    await hands.open("/admin/settings");
    await hands.click(page.getByRole("radio", { name: /^Number and words/ }));
    await hands.press("Save addresses");
    await hands.expectToast("Settings saved");
    await page.getByRole("heading", { name: "Addresses" }).evaluate((heading) => {
      scrollTo(0, heading.getBoundingClientRect().top + scrollY - 100);
    });
  },
  async article(page, hands) {
    await hands.open("/admin/articles/new");
    await hands.field("Title", TITLE);
    await hands.write("Content", TEXT);
    const settings = page.getByRole("button", { name: "Settings", exact: true });
    const isPhone = await settings.isVisible();
    if (isPhone) await hands.click(settings);
    await hands.field("Category", "Tech");
    await page.keyboard.press("Tab");
    if (isPhone) await page.keyboard.press("Escape");
    return async () => {
      await hands.press("Publish");
      const confirm = page.getByRole("button", { name: "Publish now", exact: true });
      await hands.click(confirm);
      await confirm.waitFor({ state: "detached" });
    };
  },
  async published(page, hands) {
    await page.goto("/");
    await hands.click(page.getByRole("link", { name: TITLE }).first());
    await page.waitForURL(/article\/\d+\/the-ferry/);
  },
  async home(page) {
    await page.goto("/");
  },
};

/** Takes all steps at one size. */
async function walk(browser, program, size) {
  const context = await browser.newContext({
    baseURL: SITE,
    viewport: SIZES[size],
    colorScheme: "light",
    reducedMotion: "reduce",
    timezoneId: "Africa/Nairobi",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints = [];
  page.on("console", (line) => line.type() === "error" && complaints.push(`${page.url()}: ${line.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  // Typefaces that arrive late are not shown: from the cache they are in time.
  await page.goto("/contact");
  await settle(page);
  const hands = handsOn(page);
  const started = performance.now();
  for (const [name, step] of Object.entries(STEPS)) {
    const finish = await step(page, hands, program);
    await take(page, name, size);
    await finish?.();
  }
  const { keys, clicks } = hands.count;
  await context.close();
  return { keys, clicks, complaints, browserSeconds: seconds(started) };
}

async function take(page, name, size) {
  await page.mouse.move(0, 0);
  await settle(page);
  const path = join(PICTURES, `${name}-${size}.webp`);
  const { size: bytes } = await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(path);
  if (bytes > MAX_PICTURE_BYTES) throw new Error(`${path} has ${bytes} bytes.`);
}

function report(size, { startSeconds, keys, clicks, browserSeconds }) {
  process.stdout.write(
    `${size}: start ${startSeconds.toFixed(0)} s; ${clicks} clicks and ${keys} keys; browser ${browserSeconds.toFixed(0)} s\n`,
  );
}

mkdirSync(PICTURES, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const size of Object.keys(SIZES)) {
    const program = await startProgram();
    try {
      const result = await walk(browser, program, size);
      report(size, { ...result, startSeconds: program.startSeconds });
      for (const line of [...result.complaints, ...program.complaints()]) {
        process.exitCode = 1;
        process.stderr.write(`${line}\n`);
      }
    } finally {
      await program.stop();
    }
  }
} finally {
  await browser.close();
}
