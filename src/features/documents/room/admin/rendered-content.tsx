import { createElement, type ReactNode, useMemo } from "react";
import { type MarkedNode, markChanges } from "#features/content/marked.ts";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { contentIn } from "./content-sides.tsx";

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
