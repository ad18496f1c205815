import { creditOf } from "#features/media/pictures/admin/stored-picture.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";

/** A figure with what the library knows of its picture (figure-nodes.ts). */
export function figureOf(picture: StoredPicture, attributes = { src: picture.url, alt: picture.alt }) {
  const line = (type: string, text: string) => ({ type, ...(text && { content: [{ type: "text", text }] }) });
  return {
    type: "figure",
    content: [
      { type: "image", attrs: attributes },
      line("figureCredit", creditOf(picture)),
      line("figureCaption", picture.caption),
    ],
  };
}
