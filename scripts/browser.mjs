/** The browser for end-to-end tests and measurements: the system's Chromium, else the one that Playwright installed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The same engine without the windows around it: end-to-end tests take two thirds of the time. Also its package on Debian. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a browser on this machine; undefined lets Playwright use its own. */
export function findBrowser() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  const places = [process.env.CHROMIUM_PATH, ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
  return places.find((path) => path && existsSync(path));
}

/** Whether the machine has the browser that it should: any on a developer's, the shell in CI, where it can be installed. */
function isReady() {
  const found = findBrowser();
  return found !== undefined && (!process.env.CI || found === process.env.CHROMIUM_PATH || found.endsWith(SHELL));
}

/** Installs one if there is none: Debian's packages as root, Playwright's download elsewhere. */
export function ensureBrowser() {
  if (isReady()) return;
  const run = (program, args) => spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  process.stdout.write("Installing a browser for the end-to-end tests …\n");
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update", "-qq"]);
    const install = (name) => run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
    // Not every distribution has the shell as a package of its own.
    if (!install(SHELL) && !findBrowser()) install("chromium");
  }
  if (!findBrowser() && !run("npx", ["playwright", "install", "chromium"])) {
    process.stderr.write("No browser could be installed; install Chromium and try again.\n");
    process.exit(1);
  }
}
