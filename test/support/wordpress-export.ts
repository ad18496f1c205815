import { Readable } from "node:stream";
import type { SourceFiles } from "#features/transfer/sources/files.ts";
import type { Read, TextItem } from "#features/transfer/sources/items.ts";
import { wordpressSource } from "#features/transfer/sources/wordpress/source.ts";

/** Small exports of WordPress, and what their source reads in them. */

export const HEAD = `<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">`;
export const SITE = `<title>Site &amp; Co</title><link>https://old.example</link><language>en_GB</language>
  <wp:base_blog_url>https://old.example/</wp:base_blog_url>`;
export const wxr = (items: string, site = SITE) =>
  `<?xml version="1.0" encoding="UTF-8" ?>${HEAD}<channel>${site}${items}</channel></rss>`;

export type Fields = Record<string, string>;
/** An item; `more` is added as it is. */
export const item = (fields: Fields = {}, more = "") => {
  const all: Fields = {
    title: "Title",
    link: "https://old.example/2020/title/",
    "wp:post_id": "1",
    "wp:post_date": "2020-01-02 05:04:05",
    "wp:post_date_gmt": "2020-01-02 03:04:05",
    "wp:post_name": "title",
    "wp:status": "publish",
    "wp:post_type": "post",
    "content:encoded": "Text",
    ...fields,
  };
  const elements = Object.entries(all).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`);
  return `<item>${elements.join("")}${more}</item>`;
};
export const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
export const category = (domain: string, nicename: string, name: string) =>
  `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`;
export const attachment = (id: string, name: string, more: Fields = {}) =>
  item(
    {
      "wp:post_id": id,
      "wp:post_type": "attachment",
      "wp:status": "inherit",
      "wp:attachment_url": `https://old.example/wp-content/uploads/${name}`,
      link: `https://old.example/2020/title/${id}/`,
      ...more,
    },
    meta("_wp_attachment_image_alt", `Alt ${id}`),
  );

export function filesOf(files: Record<string, string | Buffer>): SourceFiles {
  const entries = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text as string);
    return { path, size: bytes.length, open: async () => Readable.from(slicesOf(bytes)) };
  });
  return {
    name: "export",
    entries,
    find: (path) => entries.find((entry) => entry.path === path),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function* slicesOf(bytes: Buffer, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function read(files: Record<string, string | Buffer>): Promise<Read[]> {
  const all: Read[] = [];
  for await (const one of wordpressSource.read(filesOf(files))) all.push(one);
  return all;
}
export const readItems = (items: string) => read({ "a.xml": wxr(items) });
export const texts = (all: Read[]) => all.filter((one): one is TextItem => one.kind === "post" || one.kind === "page");
export const findings = (all: Read[]) => all.filter((one) => one.kind === "finding");
export const firstText = async (items: string) => texts(await readItems(items))[0] as TextItem;
