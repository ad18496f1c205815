import type { Browser, Page } from "@playwright/test";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { launchBrowser } from "./support/browser.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { type Figure, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { type Publications, startSite } from "./support/publication.ts";

const MAX_MS = 50;
const WORDS = 20_000;
const WORDS_A_BLOCK = 60;
const KEYSTROKES = 150;
/** Between keystrokes, in milliseconds: a fast typist. */
const PAUSE = 80;
const MAX_OPENING_MS = 400;
const OPENINGS = 5;
const OTHER = "other@localhost";
const LONG = "Twenty thousand words";
const SUGGESTED = "Twenty thousand words with suggestions";
const SUGGESTIONS = 50;
const USUAL = "A thousand words";

const SENTENCE = "the ledger keeps what everybody wrote and nobody can quietly take a line of it back".split(" ");

/** Paragraphs with headings, marks, links, lists and quotes in between. */
function textOf(length: number): string {
  const words = (from: number) =>
    Array.from({ length: WORDS_A_BLOCK }, (_, index) => SENTENCE[(from + index) % SENTENCE.length]).join(" ");
  return Array.from({ length: length / WORDS_A_BLOCK }, (_, block) => {
    const text = `<strong>${block}</strong> ${words(block)} <a href="https://example.com/${block}">more</a>`;
    if (block % 20 === 0) return `<h2>Part ${block}</h2><p>${text}</p>`;
    if (block % 10 === 5) return `<ul><li><p>${text}</p></li></ul>`;
    return block % 10 === 7 ? `<blockquote><p>${text}</p></blockquote>` : `<p>${text}</p>`;
  }).join("");
}

/** The same text with suggestions in blocks all over it: half of them insert a word, half delete a link. */
function suggestedText(length: number): string {
  let block = 0;
  const every = Math.floor(length / WORDS_A_BLOCK / SUGGESTIONS);
  return textOf(length).replaceAll(">more</a>", (end) => {
    const number = block++ / every;
    if (!Number.isInteger(number) || number >= SUGGESTIONS) return end;
    const tag = number % 2 === 0 ? "ins" : "del";
    const mark = (words: string) =>
      `<${tag} data-suggestion="bench${String(number).padStart(4, "0")}">${words}</${tag}>`;
    return tag === "ins" ? `${end}${mark(" suggested")}` : `>${mark("more")}</a>`;
  });
}

/**
 * From each keystroke to the next painted frame, in the writing room, in the middle and at the end of a long text that
 * somebody else has open too and that stores itself; and from the click that opens the room to its first keystroke.
 */
export async function measureTyping(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const password = addEditor(dataDir);
  const otherPassword = addEditor(dataDir, {}, OTHER);
  const site = await startSite(dataDir);
  const browser = await launchBrowser();
  try {
    const headers = await logIn(site.url, password);
    await addArticle(site.url, headers, USUAL, 1_000);
    await addArticle(site.url, headers, LONG, WORDS);
    const suggested = await addArticle(site.url, headers, SUGGESTED, WORDS);
    await suggest(site.url, await logIn(site.url, otherPassword, OTHER), suggested);
    await openRoom(await openList(browser, site.url, await logIn(site.url, otherPassword, OTHER)));
    const page = await openList(browser, site.url, headers);
    const usual = await openAgainAndAgain(page, USUAL);
    await page.goBack();
    const long = await openAgainAndAgain(page, LONG);
    await page.getByText("has this article open too").waitFor();
    const middle = await typeAt(page, 0.5);
    const end = await typeAt(page, 1);
    const longest = Math.max(...middle, ...end);
    await page.goBack();
    await openRoom(page, SUGGESTED);
    await page.getByRole("button", { name: `${SUGGESTIONS} suggestions` }).waitFor();
    const reviewing = await typeAt(page, 0.5);
    await page.getByRole("button", { name: "Suggest", exact: true }).click();
    await page.getByText("You are suggesting.").waitFor();
    const suggesting = await typeAt(page, 0.5);
    const figures = [
      figureOf(`typing in ${WORDS} words, from the key to the painted frame, longest`, MAX_MS, longest),
      figureOf(
        `the same with ${SUGGESTIONS} open suggestions, changing the text and suggesting, longest`,
        MAX_MS,
        Math.max(...reviewing, ...suggesting),
      ),
      figureOf(
        "from opening an article of 1,000 words, warm, to the first keystroke",
        MAX_OPENING_MS,
        Math.max(...usual),
      ),
    ];
    return {
      limit: figures.map(({ what, limit }) => `${what}: ${limit}`).join("; "),
      columns: ["what", "times", "median", "p95", "longest"],
      rows: [
        rowOf("keystroke in the middle", middle),
        rowOf("at the end", end),
        rowOf(`with ${SUGGESTIONS} suggestions, in Edit`, reviewing),
        rowOf("in Suggest", suggesting),
        rowOf("opening 1,000 words, warm", usual),
        rowOf(`opening ${WORDS} words, warm`, long),
      ],
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
  limit: `under ${max} ms`,
  measured: milliseconds(measured),
  held: measured < max,
});

const rowOf = (what: string, times: number[]) => [
  what,
  String(times.length),
  milliseconds(quantile(times, 0.5)),
  milliseconds(quantile(times, 0.95)),
  milliseconds(Math.max(...times)),
];

async function addArticle(
  url: string,
  headers: { authorization: string },
  title: string,
  words: number,
): Promise<number> {
  const answer = await fetch(`${url}${apiUrl.articles()}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ title, category: "Markets", content: textOf(words), status: "published" }),
  });
  if (answer.status !== 201) throw new Error(`Creating the article answered ${answer.status}.`);
  return ((await answer.json()) as { id: number }).id;
}

async function suggest(url: string, headers: { authorization: string }, id: number): Promise<void> {
  const answer = await fetch(`${url}${editorApiUrl.suggestion({ type: "article", id })}`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ text_with_suggestions: suggestedText(WORDS) }),
  });
  if (answer.status !== 200) throw new Error(`Suggesting answered ${answer.status}: ${await answer.text()}`);
}

async function openList(browser: Browser, url: string, headers: { authorization: string }): Promise<Page> {
  const token = headers.authorization.slice("Bearer ".length);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript((access) => localStorage.setItem("access_token", access), token);
  await page.goto(`${url}${pageUrl.admin()}`);
  return page;
}

async function openRoom(page: Page, title = LONG): Promise<void> {
  await page.getByRole("button", { name: `Edit ${title}`, exact: true }).click();
  await page.getByRole("textbox", { name: "Content" }).waitFor();
}

/** Opens the room from the list, types, and goes back; returns the time of each opening but the first. */
async function openAgainAndAgain(page: Page, title: string): Promise<number[]> {
  const times: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening += 1) {
    const button = page.getByRole("button", { name: `Edit ${title}`, exact: true });
    await button.evaluate((element) =>
      element.addEventListener("click", ({ timeStamp }) => {
        // As soon as the text can be typed in, without the round trips of a remote control.
        const tryTyping = () => {
          const text = document.querySelector<HTMLElement>(".writing-room .tiptap[contenteditable=true]");
          if (!text) return requestAnimationFrame(tryTyping);
          text.focus();
          document.execCommand("insertText", false, "x");
          return requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => Object.assign(window, { opened: performance.now() - timeStamp });
            port2.postMessage(null);
          });
        };
        tryTyping();
      }),
    );
    await page.evaluate(() => Object.assign(window, { opened: 0 }));
    await button.click();
    await page.waitForFunction(() => (window as unknown as { opened: number }).opened > 0);
    if (opening > 0) times.push(await page.evaluate(() => (window as unknown as { opened: number }).opened));
    if (opening < OPENINGS) await page.goBack();
  }
  return times;
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
