import { type Block, compareNodes } from "#features/content/compare.ts";
import { isElementName } from "#features/content/model.ts";
import type { ContentNode } from "#features/content/parse.ts";
import { parseInert } from "#ui/admin/inert-html.ts";

/** What an HTML element contains, parsed in an inert document: nothing is fetched or run. */
function nodesOf(parent: Element): ContentNode[] {
  return [...parent.childNodes].flatMap((child): ContentNode[] => {
    if (child instanceof Text) return [child.data];
    if (!(child instanceof Element)) return [];
    const name = child.localName;
    if (!isElementName(name)) return nodesOf(child);
    const attributes = [...child.attributes].map((each): [string, string] => [each.name, each.value]);
    return [{ name, attributes, children: nodesOf(child) }];
  });
}

/** Content as the browser reads it, in the form that the server's parser gives it too. */
export const contentIn = (html: string): ContentNode[] => nodesOf(parseInert(html).body);

/** Both contents as blocks; those that occur in both, in the same order, are marked. */
export function compareContent(mine: string, theirs: string): { mine: Block[]; theirs: Block[] } {
  return compareNodes(contentIn(mine), contentIn(theirs));
}
