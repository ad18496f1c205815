import { createElement, type ReactNode, useMemo } from "react";
import {
  type Block,
  blockPairs,
  compareNodes,
  type MarkedNode,
  markChanges,
  type Run,
  unionOf,
  wordChanges,
} from "#features/content/compare.ts";
import { ARTICLE_ATTRIBUTE, type ContentNode, isElementName } from "#features/content/model.ts";
import { withNotesAsCharacters } from "#features/content/rules.ts";
import { parseInert } from "#ui/admin/inert-html.ts";

/** Attributes with a different name in React. */
const NAMES: Readonly<Record<string, string>> = { class: "className", colspan: "colSpan", rowspan: "rowSpan" };

type Props = {
  /** Stored HTML of both versions; equal ones have no marks. */
  before: string;
  after: string;
};

/** Content as readers see it, with insertions and deletions marked. */
export function RenderedContent({ before, after }: Props) {
  const nodes = useMemo(() => {
    const now = contentIn(after);
    return before === after ? now : markChanges(contentIn(before), now);
  }, [before, after]);
  return <div className="prose-article">{nodes.map(rendered)}</div>;
}

function rendered(node: MarkedNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { name, attributes, children } = node;
  const properties: Record<string, unknown> = { key };
  // Issues refer to articles by number.
  const article = attributes.find(([attribute]) => attribute === ARTICLE_ATTRIBUTE);
  if (article) return createElement("p", { ...properties, className: "meta" }, `Article ${article[1]}`);
  for (const [attribute, value] of attributes) properties[NAMES[attribute] ?? attribute] = value;
  // A link here must not leave the room.
  if (name === "a") Object.assign(properties, { target: "_blank", rel: "noopener noreferrer" });
  if (name === "img") properties.loading = "lazy";
  // Toggles are open here.
  if (name === "details") properties.open = true;
  return children.length === 0
    ? createElement(name, properties)
    : createElement(name, properties, children.map(rendered));
}

export const TextChanges = ({ before, after }: { before: string; after: string }) => (
  <Runs runs={wordChanges(before, after)} />
);

function Runs({ runs }: { runs: Run[] }) {
  return runs.map(({ text, is }, at) => {
    const Element = is === "added" ? "ins" : is === "removed" ? "del" : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
    return <Element key={at}>{text}</Element>;
  });
}

export function markedWords(mine: string, theirs: string) {
  const runs = wordChanges(mine, theirs);
  const isSame = runs.every(({ is }) => is === "same");
  const side = (own: Run["is"]) =>
    runs
      .filter(({ is }) => is === "same" || is === own)
      .map(({ text, is }, at) => {
        const Element = isSame || is === own ? "mark" : "span";
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
        return <Element key={at}>{text}</Element>;
      });
  return { mine: side("removed"), theirs: side("added") };
}

/** Two versions of a movable block as one with the words of both; as two blocks if they have little in common. */
export function bothVersions(theirs: string, mine: string): string[] {
  const { texts, restore } = withNotesAsCharacters([theirs, mine]);
  const [before = [], after = []] = texts.map(contentIn);
  const union = unionOf(before, after);
  return union === undefined ? [theirs, mine] : [restore(union)];
}

/** Two contents (HTML) by paragraph, with differing words marked and equal paragraphs counted. */
export function contentSides(mine: string, theirs: string) {
  const compared = compareContent(mine, theirs);
  const pairs = blockPairs(compared.mine, compared.theirs).map(
    (pair) => pair && { ...pair, words: markedWords(pair.before?.text ?? "", pair.after?.text ?? "") },
  );
  const side = (own: "before" | "after", words: "mine" | "theirs") => (
    <Blocks blocks={pairs.flatMap((pair) => (pair === null ? [null] : pair[own] ? [pair.words[words]] : []))} />
  );
  return { mine: side("before", "mine"), theirs: side("after", "theirs") };
}

function Blocks({ blocks }: { blocks: readonly (ReactNode | null)[] }) {
  if (blocks.length === 0) return <p>(empty)</p>;
  const parts: { common: number; shown: ReactNode }[] = [];
  for (const shown of blocks) {
    const last = parts.at(-1);
    if (shown === null && last && last.shown === null) last.common++;
    else parts.push({ common: 1, shown });
  }
  return parts.map(({ common, shown }, at) =>
    shown === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at} className="meta">
        {common === 1 ? "1 unchanged paragraph." : `${common} unchanged paragraphs.`}
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at}>{shown}</p>
    ),
  );
}

/** Parses HTML in an inert document, which fetches and runs nothing. */
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

/** Content parsed by the browser, in the form of the server's parser. */
export const contentIn = (html: string): ContentNode[] => nodesOf(parseInert(html).body);

export function compareContent(mine: string, theirs: string): { mine: Block[]; theirs: Block[] } {
  return compareNodes(contentIn(mine), contentIn(theirs));
}
