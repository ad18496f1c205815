import type { ImageEdit } from "#platform/images.ts";
import { fingerprint } from "#shared/fingerprint.ts";
import { MODERN_FORMATS, pictureFolder, pictureUrl, pictureWidths, variantUrl } from "#shared/pictures.ts";
import { isStorable, nameKey, words } from "#shared/text.ts";

export const NO_PICTURE = "Picture not found.";
export const REMOVED_PICTURE = "This picture was taken down.";

/** The folder name of a picture's files. */
export const PICTURE_KEY = /^[a-z0-9]{8,40}$/;

const ADDRESS = /\/media\/([a-z0-9]{8,40})(?:\/|$)/;

/** The key in any address of a picture, with or without the site's origin; undefined if there is none. */
export function keyInAddress(address: string): string | undefined {
  return PICTURE_KEY.test(address) ? address : ADDRESS.exec(address)?.[1];
}

const ADDRESSES = /\/media\/([a-z0-9]{8,40})\//g;

/** The keys of all stored pictures with addresses in some texts: fields or HTML. */
export const keysInTexts = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(ADDRESSES)].map(([, key = ""]) => key))),
];

type Stored = { key: string; width: number; height: number; fallback_format: "jpg" | "png" };

/** The canonical address of a stored picture. */
export function addressOf({ key, width, height, fallback_format }: Stored): string {
  return pictureUrl({ key, width, height, fallbackFormat: fallback_format });
}

/** Every address a picture may have been requested by, the canonical one first. */
export function addressesOf(picture: Stored): string[] {
  const variants = pictureWidths(picture.width).flatMap((width) =>
    MODERN_FORMATS.map((format) => variantUrl(picture.key, width, format)),
  );
  return [addressOf(picture), ...variants];
}

/** The editable texts of a picture with their maximum lengths. */
export const PICTURE_TEXTS = { alt: 500, caption: 1_000, credit: 200, licence: 200 } as const;
export type PictureText = keyof typeof PICTURE_TEXTS;
export const PICTURE_TEXT_NAMES = Object.keys(PICTURE_TEXTS) as PictureText[];

/** The default focal point: the centre. */
export const MIDDLE = 0.5;

/** The search words of a picture, folded, each after a space, so that a query word matches prefixes. */
export function searchedWords(texts: { name: string } & Record<PictureText, string>, tags: string[] = []): string {
  const all = [texts.name, ...PICTURE_TEXT_NAMES.map((name) => texts[name]), ...tags].join(" ");
  return [...new Set(words(all))].map((word) => ` ${word}`).join("");
}

/** Maximum tags per picture, and pictures per bulk change. */
export const MAX_PICTURE_TAGS = 20;
export const MAX_TAG_LENGTH = 50;
export const MAX_BULK_PICTURES = 100;

/** The key of a tag, which ignores case, accents and surrounding spaces. */
export const tagKey = nameKey;

const MAX_NAME = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not contain them
const CONTROL = /[\u0000-\u001f\u007f]+/g;

/** The file name that a client sent, without folders; empty if it is meaningless or cannot be stored. */
export function tidyName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? "").replace(CONTROL, " ").trim();
  return isStorable(name) ? [...name.slice(0, 2 * MAX_NAME)].slice(0, MAX_NAME).join("") : "";
}

/** What an editor sets of a picture. */
export type Described = Record<PictureText, string> & { focal_x: number; focal_y: number };

/** The version an edit of a picture's details is based on. */
export const pictureVersion = (row: Described): string =>
  fingerprint([...PICTURE_TEXT_NAMES.map((name) => row[name]), String(row.focal_x), String(row.focal_y)]);

const within = (share: number) => Math.min(1, Math.max(0, share));

/** The focal point after an edit; moved to the edge if it was cut off. */
export function editedFocus({ focal_x, focal_y }: Pick<Described, "focal_x" | "focal_y">, edit: ImageEdit) {
  const { rotate = 0, crop = { x: 0, y: 0, width: 1, height: 1 } } = edit;
  let [x, y] = [focal_x, focal_y];
  for (let turned = 0; turned < rotate; turned += 90) [x, y] = [1 - y, x];
  return { focal_x: within((x - crop.x) / crop.width), focal_y: within((y - crop.y) / crop.height) };
}

/** Whether a use can show another picture: what was sent stays as it was, and so does what is in the trash. */
export const isReplaceable = ({
  type,
  is_sent,
  is_trashed,
}: {
  type?: string;
  is_sent?: true | undefined;
  is_trashed?: true | undefined;
}) => !is_sent && !is_trashed && type !== "template";

/** The field with another picture's address, if it names the picture `key`. */
export const fieldReplaced = (field: string, key: string, url: string): string =>
  field.includes(pictureFolder(key)) ? url : field;
