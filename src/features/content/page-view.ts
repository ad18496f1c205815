import { daysInWords, RETENTION, RETENTION_NAMES, type Retention } from "#features/settings/rules.ts";
import { slugWords } from "#shared/slug.ts";
import { ownNodes, plainText } from "./derive.ts";
import { BUTTON_CLASS, type ContentNode, type ContentTag, PAGE_ASIDES, type PageAsideKind } from "./model.ts";
import type { OwnCards } from "./own-cards.ts";
import { textBeginning } from "./preview.ts";
import { attributeOf, isTag } from "./rules.ts";
import { pageHtml } from "./serialize.ts";

/** One part of a page for readers. `html` is clean. */
export type PagePart =
  | { type: "text"; html: string }
  /** Third-level headings with what follows each, next to each other; those that count "1. …", "2. …" one below another. */
  | { type: "points"; items: { title: string; html: string }[]; isNumbered?: boolean | undefined }
  | { type: "stats"; items: { figure: string; label: string }[] }
  | { type: "prices"; items: { name: string; price: string; per: string; html: string; features: string[] }[] }
  | { type: "office"; place: string; hours: { days: string; time: string }[] }
  | { type: "retention"; items: { label: string; period: string }[] }
  | { type: "contact" };

/** A page for readers: an introduction, then a section per heading. */
export type PageView = {
  slug: string;
  title: string;
  /** The line above the title; empty for none. */
  kicker: string;
  /** For search engines and shared links. */
  head: { title: string; description: string };
  /** Time of "Last updated" above the title, if shown; null for a page without edits, which shows today. */
  isDated: boolean;
  updated: string | null;
  /** The first paragraphs. */
  intro: string;
  opening: PagePart[];
  sections: { id: string; title: string; parts: PagePart[] }[];
};

/** Length of the description that search engines and networks show, in characters. */
const DESCRIPTION_LENGTH = 160;

type Given = {
  slug: string;
  title: string;
  content: string;
  seo_title: string;
  seo_description: string;
  /** Epoch milliseconds; null for a page without edits. */
  editedAt: number | null;
  /** Data retention; undefined if the page does not show it. */
  retention: Retention | undefined;
  /** The articles whose cards it shows. */
  cards?: OwnCards;
};

const isElement = (node: ContentNode): node is ContentTag => typeof node !== "string";
const isHeading = (node: ContentNode): node is ContentTag => isTag(node, "h1") || isTag(node, "h2");
const textOf = (nodes: ContentNode[]) => plainText(nodes).replaceAll("\n", " ");

function blockKind(node: ContentNode): PageAsideKind | null {
  const kind = isTag(node, "aside") ? attributeOf(node, "class") : "";
  return Object.hasOwn(PAGE_ASIDES, kind) ? (kind as PageAsideKind) : null;
}

/** Whether a page shows the retention table and therefore depends on that setting. */
export const showsRetention = (content: string): boolean => content.includes('"retention-table"');

/** Builds a page for readers from its stored `content`. */
export function viewOf({ slug, title, content, editedAt, retention, cards, ...page }: Given): PageView {
  const nodes = ownNodes(content, "page", cards);
  const first = nodes.findIndex(isHeading);
  const before = first === -1 ? nodes : nodes.slice(0, first);
  const isDated = nodes.some((node) => blockKind(node) === "last-updated");
  const opening = before.filter((node) => blockKind(node) !== "last-updated" && !isBlankText(node));
  const end = opening.findIndex((node) => !isTag(node, "p"));
  const intro = end === -1 ? opening : opening.slice(0, end);
  const make = partMaker(retention);
  const searchTitle = page.seo_title || title;
  return {
    slug,
    title,
    kicker: searchTitle === title ? "" : searchTitle,
    head: {
      title: searchTitle,
      description: page.seo_description || textBeginning(plainText(nodes), DESCRIPTION_LENGTH) || title,
    },
    isDated,
    updated: editedAt === null ? null : new Date(editedAt).toISOString(),
    intro: make.html(intro),
    opening: make.parts(opening.slice(intro.length)),
    sections: first === -1 ? [] : sectionsOf(nodes.slice(first), make),
  };
}

const isBlankText = (node: ContentNode) => typeof node === "string" && node.trim() === "";

function sectionsOf(nodes: ContentNode[], make: PartMaker): PageView["sections"] {
  const taken = new Set<string>();
  const sections: { heading: ContentTag; nodes: ContentNode[] }[] = [];
  for (const node of nodes) {
    if (isHeading(node)) sections.push({ heading: node, nodes: [] });
    else sections.at(-1)?.nodes.push(node);
  }
  return sections.map(({ heading, nodes: own }) => {
    const title = textOf(heading.children);
    const words = slugWords(title) || "section";
    let id = words;
    for (let number = 2; taken.has(id); number += 1) id = `${words}-${number}`;
    taken.add(id);
    // Must differ from the ids of the site's frame.
    return { id: `s-${id}`, title, parts: make.parts(own) };
  });
}

type PartMaker = ReturnType<typeof partMaker>;

function partMaker(retention: Retention | undefined) {
  const ids = new Map<string, number>();
  const html = (nodes: ContentNode[]): string =>
    nodes.length === 0 ? "" : pageHtml(nodes, Number.POSITIVE_INFINITY, false, ids).html;

  const text = (nodes: ContentNode[]): PagePart[] =>
    nodes.every(isBlankText) ? [] : [{ type: "text", html: html(nodes) }];

  /** Text in which third-level headings start points. */
  const flow = (nodes: ContentNode[]): PagePart[] => {
    const first = nodes.findIndex((node) => isTag(node, "h3"));
    if (first === -1) return text(nodes);
    return [...text(nodes.slice(0, first)), pointsOf(nodes.slice(first), html)];
  };

  const block = (kind: PageAsideKind, { children }: ContentTag): PagePart[] => {
    switch (kind) {
      case "stat-row":
        return [{ type: "stats", items: lines(children).map(({ lead, rest }) => ({ figure: lead, label: rest })) }];
      case "price-table":
        return [{ type: "prices", items: grouped(children).map(offer) }];
      case "office":
        return [
          {
            type: "office",
            place: textOf(children.filter((node) => !isTag(node, "ul"))),
            hours: lines(children).map(({ lead, rest }) => ({ days: lead, time: rest })),
          },
        ];
      case "contact-form":
        return [{ type: "contact" }];
      case "retention-table": {
        const items = retention
          ? RETENTION_NAMES.map((name) => ({ label: RETENTION[name].readers, period: daysInWords(retention[name]) }))
          : [];
        return [{ type: "retention", items }];
      }
      // Shown above the title, whatever its position.
      case "last-updated":
        return [];
    }
  };

  const offer = ({ heading, nodes }: Group) => {
    const own = nodes.filter(isElement);
    const [price, ...texts] = own.filter(({ name }) => name !== "ul");
    const { lead, rest } = leadOf(price?.children ?? []);
    return {
      name: textOf(heading.children),
      price: lead || rest,
      per: lead === "" ? "" : rest,
      html: html(texts),
      features: own
        .filter(({ name }) => name === "ul")
        .flatMap(({ children }) => children.map((item) => textOf([item]))),
    };
  };

  const parts = (nodes: ContentNode[]): PagePart[] => {
    const made: PagePart[] = [];
    let run: ContentNode[] = [];
    for (const node of nodes) {
      const kind = blockKind(node);
      const isButton = isTag(node, "p") && attributeOf(node, "class").split(" ").includes(BUTTON_CLASS);
      if (kind === null && !isButton) {
        run.push(node);
        continue;
      }
      made.push(...flow(run));
      run = [];
      if (kind === null) made.push(...text([node]));
      else made.push(...block(kind, node as ContentTag));
    }
    return [...made, ...flow(run)];
  };
  return { html, parts };
}

type Group = { heading: ContentTag; nodes: ContentNode[] };

/** Groups nodes by third-level heading; nodes before the first are left out. */
function grouped(nodes: ContentNode[]): Group[] {
  const groups: Group[] = [];
  for (const node of nodes) {
    if (isTag(node, "h3")) groups.push({ heading: node, nodes: [] });
    else groups.at(-1)?.nodes.push(node);
  }
  return groups;
}

function pointsOf(nodes: ContentNode[], html: (nodes: ContentNode[]) => string): PagePart {
  const groups = grouped(nodes).map(({ heading: { children: title }, nodes: own }) => ({ title, own }));
  const isNumbered = groups.every(({ title: [start] }, at) => String(start).startsWith(`${at + 1}. `));
  const items = groups.map(({ title: [start = "", ...rest], own }, at) => ({
    title: html(isNumbered ? [String(start).slice(`${at + 1}. `.length), ...rest] : [start, ...rest]),
    html: html(own),
  }));
  return { type: "points", items, ...(isNumbered && { isNumbered }) };
}

type Line = { lead: string; rest: string };

/** The items of a block's lists, each split into its bold start and the rest. */
const lines = (nodes: ContentNode[]): Line[] =>
  nodes.flatMap((node) =>
    isTag(node, "ul") ? node.children.filter(isElement).map(({ children }) => leadOf(children)) : [],
  );

function leadOf(nodes: ContentNode[]): Line {
  const [first, ...more] = nodes;
  if (first && isTag(first, "p")) return leadOf([...first.children, ...more]);
  if (first && (isTag(first, "strong") || isTag(first, "b"))) return { lead: textOf([first]), rest: textOf(more) };
  return { lead: "", rest: textOf(nodes) };
}
