import { Agent, request } from "node:http";
import { apiUrl } from "#test/support/api-url.ts";
import { residentMemory } from "./support/child.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { median, megabytes, type Outcome } from "./support/outcome.ts";
import { firstArticles, type Publications, startSite } from "./support/publication.ts";
import { mixedReading } from "./support/screens.ts";

const MINUTES = 30;
const MINUTES_IN_SHORT = 4;
/** The first part fills caches and is not judged. */
const WARM_UP_SHARE = 0.4;
/** Between the middles of the two halves that are judged. */
const MAX_GROWTH_BYTES = 10_000_000;
const SAMPLE_INTERVAL_MS = 1_000;
const ARTICLES = 1_000;
const ARTICLES_READ = 600;
const READERS = 8;
const WRITE_INTERVAL_MS = 200;
const LOGIN_INTERVAL_MS = 10 * 60_000;

type Sample = { at: number; bytes: number };

/** Resident memory of the server's process under mixed load: pages, searches, API calls, views, and edits. */
export async function measureGrowth(publications: Publications, full: boolean): Promise<Outcome> {
  const minutes = full ? MINUTES : MINUTES_IN_SHORT;
  const dataDir = await publications.make(ARTICLES);
  const password = addEditor(dataDir);
  const ids = firstArticles(dataDir, ARTICLES_READ);
  const site = await startSite(dataDir);
  const agent = new Agent({ keepAlive: true });
  const ends = performance.now() + minutes * 60_000;
  const isRunning = () => performance.now() < ends;
  const call = caller(site.url, agent);
  const samples: Sample[] = [];
  try {
    const paths = [...mixedReading(ids), ...ids.map(apiUrl.article), apiUrl.articles()];
    let next = 0;
    const readAll = async () => {
      while (isRunning()) {
        const number = next++;
        await call("GET", paths[number % paths.length] ?? "/");
        const id = ids[number % ids.length] ?? 0;
        if (number % 3 === 0) await call("POST", apiUrl.view(id), { "user-agent": `Mozilla/5.0 Firefox/${number}` });
      }
    };
    const edit = async () => {
      let headers = await logIn(site.url, password);
      let since = performance.now();
      for (let number = 0; isRunning(); number += 1) {
        if (performance.now() - since > LOGIN_INTERVAL_MS) {
          headers = await logIn(site.url, password);
          since = performance.now();
        }
        const body = JSON.stringify({ title: `Edited ${number}` });
        const id = ids[number % ids.length] ?? 0;
        await call("PUT", apiUrl.article(id), { ...headers, "content-type": "application/json" }, body);
        await pause(WRITE_INTERVAL_MS);
      }
    };
    const watch = async () => {
      while (isRunning()) {
        samples.push({ at: performance.now(), bytes: residentMemory(site.pid).now });
        await pause(SAMPLE_INTERVAL_MS);
      }
    };
    await Promise.all([...Array.from({ length: READERS }, readAll), edit(), watch()]);
    return outcome(samples, minutes, next);
  } finally {
    agent.destroy();
    await site.stop();
  }
}

function outcome(samples: Sample[], minutes: number, calls: number): Outcome {
  const judged = samples.slice(Math.floor(samples.length * WARM_UP_SHARE)).map(({ bytes }) => bytes);
  const half = Math.floor(judged.length / 2);
  const [first, second] = [median(judged.slice(0, half)), median(judged.slice(half))];
  const growth = second - first;
  const step = Math.max(1, Math.floor(samples.length / 8));
  const began = samples[0]?.at ?? 0;
  return {
    limit: `memory grows by at most ${megabytes(MAX_GROWTH_BYTES)} in ${minutes} minutes of mixed load once it is warm; ${megabytes(growth)}`,
    columns: ["seconds", "resident"],
    rows: samples
      .filter((_, index) => index % step === 0)
      .map(({ at, bytes }) => [((at - began) / 1000).toFixed(0), megabytes(bytes)]),
    passed: growth <= MAX_GROWTH_BYTES,
    notes: [`${calls} reads. Compared are the medians of the two halves after the first ${WARM_UP_SHARE * 100} %.`],
  };
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

function caller(url: string, agent: Agent) {
  return (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<void>((resolve, reject) => {
      const began = request(`${url}${path}`, { method, agent, headers: { "accept-encoding": "br", ...headers } });
      began.once("error", reject);
      began.once("response", (response) => {
        response.resume();
        response.once("error", reject);
        response.once("end", () => {
          if ((response.statusCode ?? 500) < 300) resolve();
          else reject(new Error(`${method} ${path} answered ${response.statusCode}.`));
        });
      });
      began.end(body);
    });
}
