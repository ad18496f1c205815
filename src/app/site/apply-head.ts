import { trustedPolicy } from "#shared/html.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { documentTitle, HEAD_MARK, type HeadTag, headTags } from "./head-tags.ts";

const policy = trustedPolicy("jarida-data", { createScript: (json) => json });

/** Applies a page's head to the current document, after a client-side navigation. */
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
  // The text here is data for machines (JSON-LD): browsers do not execute it.
  if (text !== undefined) element.textContent = policy.createScript(text);
  return element;
}
