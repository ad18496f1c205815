import { type ReadResourceResult, type Resource, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { DAY } from "#shared/time.ts";
import { API_BASE, pageUrl } from "#shared/urls.ts";
import { CONTENT_FOLLOWS } from "./calls.ts";

/** Reads an address of this server for the client; undefined if it is not found, or not for the client. */
export type Read = (url: string) => Promise<string | undefined>;

const CALENDAR_DAYS = 49;

/** What a model may want to know before it writes: the addresses below `/api` that each resource consists of. */
const PARTS = {
  topics: {
    title: "The topics of the publication",
    partsAt: () => ({ topics: "/topics/" }),
  },
  style: {
    title: "The publication: its name, language, texts and categories",
    partsAt: () => ({ site: "/settings/site/", texts: "/publication/", categories: "/categories/" }),
  },
  calendar: {
    title: "What is planned for the next seven weeks",
    partsAt: (now: number) => {
      const [from, to] = [now, now + CALENDAR_DAYS * DAY].map((time) => new Date(time).toISOString());
      return { calendar: `/calendar/?${new URLSearchParams({ from: from ?? "", to: to ?? "" })}` };
    },
  },
} satisfies Record<string, { title: string; partsAt: (now: number) => Record<string, string> }>;

export const RESOURCES: Resource[] = Object.entries(PARTS).map(([name, { title }]) => ({
  uri: `jarida://${name}`,
  name,
  title,
  mimeType: "application/json",
}));

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "jarida://articles/{id}",
    name: "article",
    title: "A published article as Markdown",
    mimeType: "text/markdown",
  },
];

const ARTICLE = /^jarida:\/\/articles\/(\d{1,15})$/;

/** Throws ResourceNotFoundError. Parts that the client may not read are left out. */
export async function readResource(uri: string, read: Read, now: number): Promise<ReadResourceResult> {
  const id = ARTICLE.exec(uri)?.[1];
  const markdown = id && (await read(`${pageUrl.article(Number(id))}.md`));
  if (markdown) return { contents: [{ uri, mimeType: "text/markdown", text: `${CONTENT_FOLLOWS}\n\n${markdown}` }] };
  const [, resource] = Object.entries(PARTS).find(([name]) => uri === `jarida://${name}`) ?? [];
  const found: [string, unknown][] = [];
  for (const [name, address] of Object.entries(resource?.partsAt(now) ?? {})) {
    const text = await read(API_BASE + address);
    if (text !== undefined) found.push([name, JSON.parse(text)]);
  }
  if (found.length === 0) throw new ResourceNotFoundError(uri);
  const text = JSON.stringify({ about: CONTENT_FOLLOWS, ...Object.fromEntries(found) });
  return { contents: [{ uri, mimeType: "application/json", text }] };
}
