import { Image } from "@tiptap/extension-image";
import { pictureAddress } from "./safe-address.ts";

const srcOf = (element: HTMLElement) => pictureAddress(element.getAttribute("src") ?? "");

/** A picture between paragraphs. Pictures whose address is refused are dropped. */
export const PictureNode = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), src: { default: null, parseHTML: srcOf }, alt: { default: "" } };
  },
  parseHTML: () => [{ tag: "img[src]", getAttrs: (element) => (srcOf(element) ? null : false) }],
  // No Markdown shorthand: addresses are entered in the dialog, which validates them.
  addInputRules: () => [],
});
