import { ARTICLE_PREVIEW_LENGTH, ELLIPSIS, isAroundBlocks, type Part, previewEnd } from "#features/content/preview.ts";

/** Elements that article content never has. The backend removes them, and the page's policy blocks them as well. */
const REMOVED =
  "script,style,link,meta,base,title,template,noscript,iframe,frame,object,embed,form,input,button,select,textarea,svg,math";
const ADDRESSES = ["href", "src", "srcset", "action", "formaction", "poster", "background"];
/** Addresses with these schemes are removed, as they could run scripts. */
const UNSAFE = /^(?:javascript|vbscript|data):/i;
const IMAGE_DATA = /^data:image\//i;
/** Characters that browsers ignore in an address. */
const IGNORED = /[\s\p{Cc}]/gu;

function isUnsafe(address: string): boolean {
  const read = address.replace(IGNORED, "");
  return UNSAFE.test(read) && !IMAGE_DATA.test(read);
}

/**
 * Prepares content in the browser as our server does (features/content/serialize.ts), for a backend that returns plain
 * HTML, already sanitised by the caller. Returns whether the preview hides a part of it.
 */
export function prepareContent(html: string): { html: string; hasRest: boolean } {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(REMOVED)) element.remove();
  for (const element of body.querySelectorAll("*")) clean(element);
  for (const element of body.querySelectorAll("pre, table")) element.setAttribute("tabindex", "0");
  for (const picture of body.querySelectorAll("img")) {
    picture.setAttribute("loading", "lazy");
    picture.setAttribute("decoding", "async");
    if (!picture.hasAttribute("alt")) picture.alt = "";
  }
  if (body.querySelector("h1")) lowerHeadings(body);
  const hasRest = markRest(body);
  return { html: body.innerHTML, hasRest };
}

function clean(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const leadsToScript = ADDRESSES.includes(name) && isUnsafe(value);
    if (leadsToScript || name.startsWith("on") || name === "style") element.removeAttribute(name);
  }
}

function lowerHeadings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll("h5, h4, h3, h2, h1")) {
    const lower = body.ownerDocument.createElement(`h${Number(heading.tagName[1]) + 1}`);
    lower.append(...heading.childNodes);
    for (const { name, value } of heading.attributes) lower.setAttribute(name, value);
    heading.replaceWith(lower);
  }
}

/** Marks what the preview hides. Returns whether it hides anything. */
function markRest(body: HTMLElement): boolean {
  const { ownerDocument: page } = body;
  const end = previewEnd<ChildNode>(body.textContent ?? "", ARTICLE_PREVIEW_LENGTH, body.childNodes, partOf);
  if (!end) return false;
  const ellipsis = page.createElement("span");
  ellipsis.dataset.ellipsis = "";
  ellipsis.textContent = ELLIPSIS;
  if (end.isBetween) blockAt(body, end.at)?.before(ellipsis);
  else {
    const texts = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let text = texts.nextNode() as Text | null;
    let seen = 0;
    for (; text && seen + text.length < end.at; text = texts.nextNode() as Text | null) seen += text.length;
    text?.splitText(end.at - seen);
    text?.after(ellipsis);
  }
  if (!ellipsis.isConnected) return false;
  for (let at: Node = ellipsis; at !== body; at = at.parentNode as Node)
    for (let next = at.nextSibling; next; next = hide(next).nextSibling);
  return true;
}

function partOf(node: ChildNode): Part<ChildNode> {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return "";
  return { name: node.localName, className: node.className, children: node.childNodes };
}

/** The first block that has `length` characters of text before it. */
function blockAt(body: HTMLElement, length: number): ChildNode | undefined {
  let seen = 0;
  const find = (around: Element): ChildNode | undefined => {
    for (const node of around.childNodes) {
      if (seen === length) return node;
      const part = partOf(node);
      const isAround = node instanceof Element && typeof part !== "string" && isAroundBlocks(part);
      const found = isAround ? find(node) : undefined;
      if (found) return found;
      if (!isAround) seen += typeof part === "string" ? part.length : (node.textContent ?? "").length;
    }
    return undefined;
  };
  return find(body);
}

/** Hides a node beyond the preview; wraps text in an element, which is returned. */
function hide(node: ChildNode): ChildNode {
  if (node instanceof HTMLElement) node.dataset.rest = "";
  if (!(node instanceof Text) || node.data.trim() === "") return node;
  const rest = node.ownerDocument.createElement("span");
  rest.dataset.rest = "";
  node.replaceWith(rest);
  rest.append(node);
  return rest;
}
