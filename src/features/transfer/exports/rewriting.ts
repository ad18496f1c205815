import { type ContentNode, type ContentTag, contentElement } from "#features/content/model.ts";
import { parseContent } from "#features/content/parse.ts";
import type { PictureRow } from "#features/media/tables.ts";
import { parsePictureUrl, plainUrl } from "#shared/pictures.ts";
import type { ExportText } from "./reading.ts";

/**
 * What an address of a stored text becomes: `picture` for a picture of this site, by its path and the name of its file; `link`
 * for other addresses of this site that the format has a form of its own for.
 */
export type Rewriting = {
  site: string;
  picture: (picture: { path: string; file: string }) => string;
  link?: (path: string) => string | undefined;
};

type StoredPicture = Pick<PictureRow, "key" | "fallback_format">;

/** The name of a picture's file in an export. */
export const pictureFile = ({ key, fallback_format }: StoredPicture): string => `${key}.${fallback_format}`;

/** A picture's address: in the export if it is stored here, else complete. Empty for none. */
export function pictureAddress(address: string, { site, picture }: Rewriting): string {
  const path = plainUrl(address);
  const stored = parsePictureUrl(path);
  if (stored) return picture({ path, file: pictureFile({ key: stored.key, fallback_format: stored.fallbackFormat }) });
  return address === "" ? "" : complete(address, site);
}

/** Addresses of this site become complete, also after the text has moved; those within the text stay. */
const complete = (address: string, site: string): string =>
  address.startsWith("#") ? address : (URL.parse(address, `${site}/`)?.href ?? address);

/** A stored text whose addresses mean the same elsewhere. */
export function rewrittenNodes({ html, type }: Pick<ExportText, "html" | "type">, rewriting: Rewriting): ContentNode[] {
  const rewrite = (node: ContentNode): ContentNode => {
    if (typeof node === "string") return node;
    const rules = contentElement(node.name)?.attributes;
    const attributes = node.attributes.map(([name, value]): ContentTag["attributes"][number] => {
      if (rules?.[name] === "picture") return [name, pictureAddress(value, rewriting)];
      // A link to the file of a picture that comes along leads to that.
      return [name, rules?.[name] === "link" ? linkAddress(value, rewriting) : value];
    });
    return { ...node, attributes, children: node.children.map(rewrite) };
  };
  return parseContent(html, [], type).nodes.map(rewrite);
}

const linkAddress = (address: string, rewriting: Rewriting): string =>
  parsePictureUrl(plainUrl(address))
    ? pictureAddress(address, rewriting)
    : (address.startsWith("/") && rewriting.link?.(address)) || complete(address, rewriting.site);

/** Names that are given once: a further one gets a number. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name}-${number}`;
    taken.add(unique);
    return unique;
  };
}
