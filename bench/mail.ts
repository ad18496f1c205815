import Sqlite from "better-sqlite3";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startSmtpSink } from "../test/support/smtp-sink.ts";
import { cpuTime, residentMemory } from "./support/child.ts";
import { addEditor, logIn } from "./support/editor.ts";
import { type Figure, milliseconds, type Outcome, quantile } from "./support/outcome.ts";
import { databasePath, type Publications, startSite } from "./support/publication.ts";

const READERS = 10_000;
const MAX_SECONDS = 120;
/**
 * Maximum growth from the early mails to the late ones, in bytes: anything retained per mail would show. Of each, the
 * lowest figure counts: in between, memory rises until the next garbage collection.
 */
const MAX_GROWTH_BYTES = 40_000_000;
const EARLY = [2_000, 4_000] as const;
const LATE = [8_000, READERS] as const;
const MEMORY_INTERVAL_MS = 250;
/** Maximum delay of a cached page while mail is sent, in milliseconds: at the median, and at the 95th percentile. */
const MAX_DELAY_MS = { median: 5, twentieth: 50 };
const READ_INTERVAL = 20;
const IDLE_READS = 200;

/** One issue to 10,000 subscribers through a mail server on this machine, while somebody reads the home page. */
export async function measureMail(publications: Publications): Promise<Outcome> {
  const dataDir = await publications.make(0);
  const password = addEditor(dataDir);
  addReaders(dataDir);
  const sink = await startSmtpSink();
  const site = await startSite(dataDir, { SMTP_URL: sink.url });
  try {
    const headers = { ...(await logIn(site.url, password)), "content-type": "application/json" };
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${site.url}${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
      return response.json();
    };
    const idle: number[] = [];
    for (let read = 0; read < IDLE_READS; read += 1) idle.push(await readHome(site.url));
    const { id } = await call("POST", editorApiUrl.issues(), await call("GET", editorApiUrl.bestOfTheWeek()));
    const cpuBefore = cpuTime(site.pid) ?? Number.NaN;
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1_000;
    await call("POST", editorApiUrl.issueAction(id, "send"));
    const busy: number[] = [];
    const memory: { mails: number; bytes: number }[] = [];
    let lookAt = 0;
    while (sink.mails.length < READERS && elapsed() < 3 * MAX_SECONDS) {
      busy.push(await readHome(site.url));
      if (performance.now() >= lookAt) {
        memory.push({ mails: sink.mails.length, bytes: residentMemory(site.pid).now });
        lookAt = performance.now() + MEMORY_INTERVAL_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL));
    }
    const seconds = elapsed();
    const lowest = ([from, to]: readonly [number, number]) =>
      Math.min(...memory.filter(({ mails }) => mails >= from && mails <= to).map(({ bytes }) => bytes));
    const growth = lowest(LATE) - lowest(EARLY);
    const cpu = ((cpuTime(site.pid) ?? Number.NaN) - cpuBefore) / 1_000;
    const reading = (times: number[]) =>
      [0.5, 0.95, 0.99].map((share) => milliseconds(quantile(times, share))).join(" / ");
    const figures = figuresOf({ mails: sink.mails.length, seconds, growth, idle, busy });
    return {
      limit:
        `${READERS} mails in under ${MAX_SECONDS} s, memory flat (under ${MAX_GROWTH_BYTES / 1e6} MB more after the ${LATE[0]}th than after the ${EARLY[0]}th), ` +
        `the home page at most ${MAX_DELAY_MS.median} ms later at p50 and ${MAX_DELAY_MS.twentieth} ms at p95`,
      columns: ["mails", "seconds", "server's CPU", "memory grew", "home idle p50/p95/p99", "home sending p50/p95/p99"],
      rows: [
        [
          String(sink.mails.length),
          seconds.toFixed(1),
          `${cpu.toFixed(1)} s`,
          `${(growth / 1e6).toFixed(1)} MB`,
          reading(idle),
          reading(busy),
        ],
      ],
      passed: figures.every(({ held }) => held),
      figures,
    };
  } finally {
    await site.stop();
    await sink.stop();
  }
}

type Sending = { mails: number; seconds: number; growth: number; idle: number[]; busy: number[] };

function figuresOf({ mails, seconds, growth, idle, busy }: Sending): Figure[] {
  const later = ([share, name, max]: readonly [number, string, number]): Figure => {
    const delay = quantile(busy, share) - quantile(idle, share);
    return {
      what: `home page meanwhile, how much later at ${name}`,
      limit: `under ${max} ms`,
      measured: `${milliseconds(delay)} (${milliseconds(quantile(busy, share))})`,
      held: delay < max,
    };
  };
  return [
    {
      what: `${READERS} mails sent`,
      limit: `under ${MAX_SECONDS} s`,
      measured: mails === READERS ? `${seconds.toFixed(1)} s` : `${mails} mails in ${seconds.toFixed(1)} s`,
      held: mails === READERS && seconds < MAX_SECONDS,
    },
    {
      what: `memory grows from the ${EARLY[0]}th to the ${LATE[0]}th mail`,
      limit: `under ${MAX_GROWTH_BYTES / 1e6} MB`,
      measured: `${(growth / 1e6).toFixed(1)} MB`,
      // Not finite where mails left faster than memory was looked at.
      held: Number.isFinite(growth) && growth < MAX_GROWTH_BYTES,
    },
    ...(
      [
        [0.5, "p50", MAX_DELAY_MS.median],
        [0.95, "p95", MAX_DELAY_MS.twentieth],
      ] as const
    ).map(later),
  ];
}

function addReaders(dataDir: string): void {
  const database = new Sqlite(databasePath(dataDir));
  try {
    database.exec(`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${READERS})
      insert into subscriber (email, status, created_at, changed_at)
      select 'reader' || n || '@example.com', 'active', 0, 0 from number`);
  } finally {
    database.close();
  }
}

async function readHome(url: string): Promise<number> {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - began;
}
