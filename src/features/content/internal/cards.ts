import { type CardDetails, embedOf } from "#features/media/remote/rules.ts";
import { allowedAddress, attributeOf, isCard, isTag, unmadeAddress } from "../rules.ts";
import type { ContentNode, ContentTag } from "./nodes.ts";

/**
 * Cards: a page of another host as a linked picture and title. One that is not made yet is a link whose text is its
 * address; that is also what remains where the page cannot be had.
 */

const tag = (name: ContentTag["name"], attributes: ContentTag["attributes"], children: ContentNode[]): ContentTag => ({
  name,
  attributes,
  children,
});
const linkTo = (address: string, children: ContentNode[]) => tag("p", [], [tag("a", [["href", address]], children)]);

const unmade = (address: string) => tag("aside", [["class", "card"]], [linkTo(address, [address])]);

/** A card with what is known of its page. */
function cardOf(address: string, { title, source, picture, isVideo }: CardDetails): ContentTag {
  const attributes: ContentTag["attributes"] = [
    ["src", picture],
    ["alt", ""],
  ];
  const image = picture === "" ? [] : [tag("img", attributes, [])];
  const lines = [linkTo(address, [...image, title]), ...(source === "" ? [] : [tag("p", [], [source])])];
  return tag("aside", [["class", isVideo ? "card-video" : "card"]], lines);
}

/** The address of a paragraph that holds nothing but that of a page known for posts or videos; null for any other. */
function embeddedIn(node: ContentNode): string | null {
  if (!isTag(node, "p") || node.children.length !== 1) return null;
  const [child] = node.children;
  const text = isTag(child, "a") ? child.children.join("") : String(child);
  if (typeof child === "object" && (!isTag(child, "a") || attributeOf(child, "href") !== text)) return null;
  const address = allowedAddress(text.trim(), "link");
  return address !== null && embedOf(address) ? address : null;
}

/**
 * Content in which paragraphs that hold only the address of a post or video are cards, and cards say what is known of
 * their pages.
 */
export function withCards(nodes: ContentNode[], known: ReadonlyMap<string, CardDetails> | undefined): ContentNode[] {
  return nodes.map((node): ContentNode => {
    const embedded = embeddedIn(node);
    const card = embedded === null ? node : unmade(embedded);
    if (!isCard(card)) return node;
    const address = unmadeAddress(card);
    const details = address === null ? undefined : known?.get(address);
    return address !== null && details ? cardOf(address, details) : card;
  });
}
