import type { WireSource, WireStory } from "#features/wire/endpoints.ts";
import { HOUR } from "#shared/time.ts";
import { startDesk } from "./desk.ts";
import type { OpenTestDatabase } from "./engines.ts";
import { startOtherHosts } from "./other-host.ts";

export type Entry = { id: string; title: string; link?: string; text?: string; at?: number };
export const NOW = Date.parse("2026-11-05T12:00:00Z");

function itemXml(entry: Entry): string {
  const { id, title, text = "", at = NOW - HOUR } = entry;
  const link = entry.link ?? `https://agency.example/${id}`;
  const date = new Date(at).toUTCString();
  const head = `<guid isPermaLink="false">${id}</guid><title>${title}</title><link>${link}</link>`;
  return `<item>${head}<description>${text}</description><pubDate>${date}</pubDate></item>`;
}

/** A feed of an agency. */
export const rss = (entries: Entry[], head = ""): string =>
  `<rss version="2.0"><channel><title>Agency</title><link>https://agency.example/</link>${head}${entries.map(itemXml).join("")}</channel></rss>`;

export const FEED = "https://agency.example/feed";

/** A server whose editor adds feeds, and the hosts that have them. */
export async function startWire(open: OpenTestDatabase, settings: Parameters<typeof startDesk>[1] = {}) {
  const hosts = await startOtherHosts({}, { timeoutMs: 400 });
  const desk = await startDesk(open, { readRemote: hosts.readRemote, ...settings });
  const send = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object) =>
    desk.call({ method, url: `/api${path}`, ...(payload && { payload }) });
  const feed = (entries: Entry[], { at = "agency.example/feed", head = "", headers = {} } = {}) => {
    hosts.answers[at] = (_request, response) =>
      void response.writeHead(200, { "content-type": "application/rss+xml", ...headers }).end(rss(entries, head));
  };
  const add = async (url = FEED): Promise<WireSource> => (await send("POST", "/sources/", { url })).body.added[0];
  const poll = async (id: number): Promise<WireSource> => (await send("POST", `/sources/${id}/poll/`)).body;
  const stories = async (query = ""): Promise<WireStory[]> => (await send("GET", `/wire/stories/${query}`)).body;
  const titles = async (query = "") => (await stories(query)).map(({ title }) => title);
  const find = async (id: number): Promise<WireSource> => (await send("GET", `/sources/${id}/`)).body;
  return { ...desk, ...hosts, send, feed, add, poll, stories, titles, find };
}
