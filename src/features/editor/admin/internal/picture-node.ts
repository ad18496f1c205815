import { Image } from "@tiptap/extension-image";
import { pictureAddress } from "./safe-address.ts";

const srcOf = (element: HTMLElement) => pictureAddress(element.getAttribute("src") ?? "");

/** A picture between paragraphs. One whose address is refused is left out. */
export const PictureNode = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), src: { default: null, parseHTML: srcOf }, alt: { default: "" } };
  },
  parseHTML: () => [{ tag: "img[src]", getAttrs: (element) => (srcOf(element) ? null : false) }],
  // No shorthand: an address is asked for in the dialog, which judges it.
  addInputRules: () => [],
});
