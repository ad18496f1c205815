import type { Page } from "@playwright/test";
import { firstVisit, launchBrowser } from "./support/browser.ts";
import { type Figure, kilobytes, type Outcome } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";
import { SCREENS, WIDTHS } from "./support/screens.ts";

const MAX_SCRIPT_BYTES = 92 * 1000;
const MAX_STYLE_BYTES = 15 * 1000;
const MAX_FONT_BYTES = 60 * 1000;
/** Wait after network idle: what is loaded when the browser is idle (the carousel's motion) counts as well. */
const SETTLE = 4_000;
/** Words that appear only in the admin area's code, the editor's library or a chart library. */
const FOREIGN = /ProseMirror|tiptap|recharts|chart\.js|admin-session|\/admin\//i;

type Resource = { url: string; bytes: number; encoding: string | undefined; blocking: boolean };
type Visit = { scripts: Resource[]; styles: Resource[]; fonts: Resource[]; foreign: string[] };
/** What a visit downloaded, in bytes, and what is wrong with how. */
type Weight = { visit: string; script: number; style: number; fonts: number; faults: string[] };

/** JavaScript, CSS and fonts that a first visit downloads without any interaction, as bytes on the wire. */
export async function measureSize(publications: Publications): Promise<Outcome> {
  const site = await startSite(await publications.make(0));
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    const weights: Weight[] = [];
    for (const { name, path } of SCREENS) {
      for (const width of WIDTHS) {
        const visit = await firstVisit(browser, width, (page) => load(page, `${site.url}${path}`));
        const weight = weigh(`${name} at ${width} px`, visit);
        weights.push(weight);
        rows.push([
          name,
          String(width),
          kilobytes(weight.script),
          String(visit.scripts.length),
          kilobytes(weight.style),
          kilobytes(weight.fonts),
          isLight(weight) && weight.faults.length === 0 ? "ok" : `OVER ${weight.faults.join(", ")}`,
        ]);
      }
    }
    const figures = figuresOf(weights);
    return {
      limit:
        "JavaScript 92 kB, one render-blocking stylesheet of 15 kB (brotli), fonts 60 kB, no admin, editor or charts",
      columns: ["page", "width", "JavaScript", "files", "CSS", "fonts", ""],
      rows,
      passed: figures.every(({ held }) => held),
      figures,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

function weigh(name: string, { scripts, styles, fonts, foreign }: Visit): Weight {
  const blocking = [...scripts, ...styles].filter((resource) => resource.blocking);
  const isBlockedOnce = blocking.length === 1 && styles.includes(blocking[0] as Resource);
  const isCompressed = [...scripts, ...styles].every(({ bytes, encoding }) => encoding === "br" || bytes < 200);
  const faults = [
    isCompressed ? "" : "not brotli",
    ...foreign.map((url) => `foreign: ${url}`),
    isBlockedOnce ? "" : `blocking: ${blocking.map(({ url }) => url).join(" ") || "none"}`,
  ].filter(Boolean);
  return { visit: name, script: total(scripts), style: total(styles), fonts: total(fonts), faults };
}

const isLight = ({ script, style, fonts }: Weight) =>
  script <= MAX_SCRIPT_BYTES && style <= MAX_STYLE_BYTES && fonts <= MAX_FONT_BYTES;

/** The lightest and the heaviest first visit, and how many of them load what or how they should not. */
function figuresOf(weights: Weight[]): Figure[] {
  const range = (what: string, kind: "script" | "style" | "fonts", max: number): Figure => {
    const sorted = weights.toSorted((left, right) => left[kind] - right[kind]);
    const [least, most] = [sorted[0]?.[kind] ?? Number.NaN, sorted.at(-1)?.[kind] ?? Number.NaN];
    return {
      what: `first visits to ${weights.length} screens: ${what}`,
      limit: `at most ${kilobytes(max)}`,
      measured: `${kilobytes(least)} to ${kilobytes(most)} (${sorted.at(-1)?.visit})`,
      held: most <= max,
    };
  };
  const wrong = weights.filter(({ faults }) => faults.length > 0);
  return [
    range("JavaScript, brotli", "script", MAX_SCRIPT_BYTES),
    range("CSS, brotli", "style", MAX_STYLE_BYTES),
    range("fonts", "fonts", MAX_FONT_BYTES),
    {
      what: "first visits that load something of the admin area, uncompressed, or after another blocking file",
      limit: "none",
      measured: String(wrong.length),
      held: wrong.length === 0,
    },
  ];
}

const total = (resources: Resource[]) => resources.reduce((sum, { bytes }) => sum + bytes, 0);

async function load(page: Page, url: string): Promise<Visit> {
  const encodings = new Map<string, string | undefined>();
  const foreign: Promise<string | undefined>[] = [];
  page.on("response", (response) => {
    encodings.set(response.url(), response.headers()["content-encoding"]);
    if (response.url().endsWith(".js"))
      foreign.push(
        response.text().then(
          (text) => (FOREIGN.test(text) || FOREIGN.test(response.url()) ? response.url() : undefined),
          () => undefined,
        ),
      );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLE);
  const entries = await page.evaluate(() =>
    performance.getEntriesByType("resource").map((entry) => {
      const timing = entry as PerformanceResourceTiming & { renderBlockingStatus: string };
      return { url: timing.name, bytes: timing.encodedBodySize, blocking: timing.renderBlockingStatus === "blocking" };
    }),
  );
  const resources = entries.map((entry) => ({ ...entry, encoding: encodings.get(entry.url) }));
  const named = (ending: string) => resources.filter((resource) => new URL(resource.url).pathname.endsWith(ending));
  const found = (await Promise.all(foreign)).filter((address) => address !== undefined);
  return { scripts: named(".js"), styles: named(".css"), fonts: named(".woff2"), foreign: found };
}
