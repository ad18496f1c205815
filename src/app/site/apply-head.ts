import type { Head, SiteInfo } from "#shared/page.ts";
import { documentTitle, HEAD_MARK, type HeadTag, headTags } from "./head-tags.ts";

/** Puts a page's head into the living document, after a navigation in the page. */
export function applyHead(head: Head, site: SiteInfo): void {
  const title = documentTitle(head, site);
  if (document.title !== title) document.title = title;
  for (const old of document.head.querySelectorAll(`[${HEAD_MARK}]`)) old.remove();
  document.head.append(
    ...headTags(head, site)
      .filter(({ tag }) => tag !== "title")
      .map(toElement),
  );
}

function toElement({ tag, attributes, text }: HeadTag): HTMLElement {
  const element = document.createElement(tag);
  element.setAttribute(HEAD_MARK, "");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
