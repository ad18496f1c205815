import type { Browser, Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { launchBrowser } from "./support/browser.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";

const MAX_MS = 50;
const WORDS = 20_000;
const WORDS_A_BLOCK = 60;
const KEYSTROKES = 150;
/** Between keystrokes, in milliseconds: a fast typist. */
const PAUSE = 80;
const TITLE = "Twenty thousand words";

const SENTENCE = "the ledger keeps what everybody wrote and nobody can quietly take a line of it back".split(" ");

/** Paragraphs with headings, marks, links, lists and quotes in between. */
function longText(): string {
  const words = (from: number) =>
    Array.from({ length: WORDS_A_BLOCK }, (_, index) => SENTENCE[(from + index) % SENTENCE.length]).join(" ");
  return Array.from({ length: WORDS / WORDS_A_BLOCK }, (_, block) => {
    const text = `<strong>${block}</strong> ${words(block)} <a href="https://example.com/${block}">more</a>`;
    if (block % 20 === 0) return `<h2>Part ${block}</h2><p>${text}</p>`;
    if (block % 10 === 5) return `<ul><li><p>${text}</p></li></ul>`;
    return block % 10 === 7 ? `<blockquote><p>${text}</p></blockquote>` : `<p>${text}</p>`;
  }).join("");
}

/** From each keystroke to the next painted frame, in the article form, in the middle and at the end of a long text. */
export async function measureTyping(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const password = addEditor(dataDir);
  const site = await startSite(dataDir);
  const browser = await launchBrowser();
  try {
    const headers = await logIn(site.url, password);
    const answer = await fetch(`${site.url}${apiUrl.articles()}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ title: TITLE, category: "Markets", content: longText(), status: "published" }),
    });
    if (answer.status !== 201) throw new Error(`Creating the article answered ${answer.status}.`);
    const page = await openForm(browser, site.url, headers.authorization.slice("Bearer ".length));
    const rows: string[][] = [];
    let longest = 0;
    for (const [name, at] of [
      ["middle", 0.5],
      ["end", 1],
    ] as const) {
      const times = await typeAt(page, at);
      longest = Math.max(longest, ...times);
      rows.push([
        name,
        String(times.length),
        milliseconds(quantile(times, 0.5)),
        milliseconds(quantile(times, 0.95)),
        milliseconds(Math.max(...times)),
      ]);
    }
    return {
      limit: `typing in ${WORDS} words, from the key to the painted frame: under ${MAX_MS} ms a keystroke`,
      columns: ["place", "keystrokes", "median", "p95", "longest"],
      rows,
      passed: longest < MAX_MS,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function openForm(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript((access) => localStorage.setItem("access_token", access), token);
  await page.goto(`${url}${pageUrl.admin()}`);
  await page.getByRole("button", { name: `Edit ${TITLE}` }).click();
  await page.getByRole("textbox", { name: "Content" }).waitFor();
  return page;
}

/** Types in the block at this share of the text; returns the time of each keystroke, in milliseconds. */
async function typeAt(page: Page, share: number): Promise<number[]> {
  await page.getByRole("textbox", { name: "Content" }).evaluate((text, at) => {
    const block = text.children[Math.round((text.children.length - 1) * at)] as Element;
    block.scrollIntoView({ block: "center" });
    (text as HTMLElement).focus();
    const range = document.createRange();
    range.selectNodeContents(block);
    range.collapse(false);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    const times: number[] = [];
    (window as unknown as { times: number[] }).times = times;
    // The task after the next frame begins when that frame is painted.
    const measure = (event: Event) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    window.addEventListener("keydown", measure, { capture: true });
  }, share);
  const sentence = Array.from({ length: KEYSTROKES }, (_, index) => (index % 6 === 5 ? " " : "x")).join("");
  await page.keyboard.type(sentence, { delay: PAUSE });
  return page.evaluate(() => (window as unknown as { times: number[] }).times);
}
