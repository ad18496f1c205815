import { type CSSProperties, type ReactElement, type ReactNode, useContext } from "react";
import { directionWithin } from "#features/content/derive.ts";
import { BUTTON_CLASS, type ContentNode, type ContentTag } from "#features/content/model.ts";
import { type ButtonLink, buttonOf, isBackLink, rawText } from "#features/content/rules.ts";
import type { Block } from "#features/mail/mail.tsx";
import type { Direction } from "#shared/language.ts";
import { parsePictureUrl, plainUrl } from "#shared/pictures.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { FAINT, IMAGE, INK, MAIL_WIDTH, MONOSPACE, MUTED, RULE, SURFACE, Table, useMailFrame } from "#ui/mail.tsx";
import { articleBlockOf, asideLabel, type BlockTag, isInline, runsOf } from "./content-parts.ts";
import { AddressContext, addressOf, type LinkParts } from "./link-addresses.ts";
import { richText } from "./rich-text.ts";

export type RichParts = LinkParts & {
  /** The language of its labels. */
  language?: string | undefined;
  /** An article as the mail shows it; null if it is not public. */
  story: (block: { id: number; hasPicture: boolean }) => Block | null;
};

/** The rich text of an issue as blocks of a mail, from top to bottom. */
export function richBlocks(nodes: ContentNode[], parts: RichParts): Block[] {
  return runsOf(nodes).flatMap((node): Block[] => {
    if (Array.isArray(node)) return [own(parts, [{ name: "p", attributes: [], children: node }])];
    const article = articleBlockOf(node);
    if (article) return [parts.story(article)].filter((block) => block !== null);
    const button = buttonOf(node);
    if (button) return [{ kind: "button", label: button.label, url: addressOf(parts, button.href, button.label) }];
    return [own(parts, [node])];
  });
}

const own = (parts: RichParts, nodes: ContentNode[]): Block => ({
  kind: "own",
  view: (
    <AddressContext value={(href, label) => addressOf(parts, href, label)}>
      <Flow nodes={nodes} siteUrl={parts.siteUrl} />
    </AddressContext>
  ),
  text: richText(nodes, {
    address: (href, label) => addressOf(parts, href, label),
    language: parts.language,
  }),
});

/** Fonts and colours are inherited from the cell: repeated in each paragraph, they would be most of the mail. */
const PARAGRAPH: CSSProperties = { margin: "0 0 18px" };

type FlowProps = { nodes: ContentNode[]; siteUrl: string; style?: CSSProperties };

/** Stacks blocks; inline text between them becomes a paragraph. */
function Flow({ nodes, siteUrl, style = {} }: FlowProps): ReactNode {
  return runsOf(nodes).map((node, index) =>
    Array.isArray(node) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
      <p key={index} style={{ ...PARAGRAPH, ...style }}>
        <Inline nodes={node} siteUrl={siteUrl} />
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
      <BlockOf key={index} node={node} siteUrl={siteUrl} style={style} />
    ),
  );
}

const classOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "class")?.[1] ?? "";
const attributeOf = ({ attributes }: ContentTag, wanted: string) => attributes.find(([name]) => name === wanted)?.[1];

/** The direction of a block, if it is not that of the mail. */
function directionOf(node: ContentTag, around: Direction): { dir?: Direction } {
  const dir = directionWithin(node, around);
  return dir === around ? {} : { dir };
}

/** Indentation per level in pixels; phones have little room. */
const INDENT = 16;

/** Alignment and indentation by their classes. */
function layoutOf(node: ContentTag, start: "left" | "right"): CSSProperties {
  const align = /\balign-(center|right|justify)\b/.exec(classOf(node))?.[1] as CSSProperties["textAlign"];
  const indent = Number(/\bindent-(\d)\b/.exec(classOf(node))?.[1] ?? 0);
  return {
    ...(align && { textAlign: align }),
    ...(indent > 0 && { [start === "left" ? "paddingLeft" : "paddingRight"]: indent * INDENT }),
  };
}

/** Headings start below the mail's own heading. */
const HEADINGS = { h1: ["h2", 23], h2: ["h2", 21], h3: ["h3", 18] } as const;
const isHeading = (name: string): name is keyof typeof HEADINGS => name in HEADINGS;

type BlockProps = { node: BlockTag; siteUrl: string; style: CSSProperties };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of block
function BlockOf({ node, siteUrl, style }: BlockProps): ReactElement {
  const { font, headline, dir: around, start: startSide } = useMailFrame();
  const direction = directionOf(node, around);
  const inside = <Flow nodes={node.children} siteUrl={siteUrl} />;
  if (isHeading(node.name)) {
    const [Name, size] = HEADINGS[node.name];
    return (
      <Name
        {...direction}
        className="ink"
        style={{
          font: `600 ${size}px/1.3 ${headline}`,
          color: INK,
          margin: "28px 0 10px",
          ...layoutOf(node, startSide),
        }}
      >
        <Inline nodes={node.children} siteUrl={siteUrl} />
      </Name>
    );
  }
  switch (node.name) {
    case "p": {
      const button = buttonOf(node);
      if (button) return <PlainButton button={button} />;
      return (
        <p {...direction} style={{ ...PARAGRAPH, ...style, ...layoutOf(node, startSide) }}>
          <Inline nodes={node.children} siteUrl={siteUrl} />
        </p>
      );
    }
    case "ul":
    case "ol": {
      const start = attributeOf(node, "start");
      const List = node.name;
      return (
        <List
          {...direction}
          {...(start && { start: Number(start) })}
          style={{ ...PARAGRAPH, [(direction.dir ?? around) === "rtl" ? "paddingRight" : "paddingLeft"]: 24 }}
        >
          {inside}
        </List>
      );
    }
    case "li":
      return (
        <li style={{ margin: "0 0 6px" }}>
          <Flow nodes={node.children} siteUrl={siteUrl} style={{ margin: 0 }} />
        </li>
      );
    case "blockquote":
      return <EdgedText edge={RULE}>{inside}</EdgedText>;
    // Always open, as mail clients cannot toggle it.
    case "details":
      return <EdgedText edge={RULE}>{inside}</EdgedText>;
    case "summary":
      return (
        <p {...direction} style={{ ...PARAGRAPH, fontWeight: 600 }}>
          <Inline nodes={node.children} siteUrl={siteUrl} />
        </p>
      );
    case "aside":
      return <Aside kind={classOf(node)}>{inside}</Aside>;
    case "pre":
      return (
        <pre
          {...direction}
          className="ink surface"
          style={{
            font: `400 14px/1.5 ${MONOSPACE}`,
            color: INK,
            background: SURFACE,
            padding: 14,
            margin: "0 0 18px",
            ...(direction.dir && { textAlign: "left" }),
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
          }}
        >
          <Inline nodes={node.children} siteUrl={siteUrl} />
        </pre>
      );
    case "hr":
      return <hr className="rule" style={{ border: 0, borderTop: `1px solid ${RULE}`, margin: "28px 0" }} />;
    case "img":
      return <Picture node={node} siteUrl={siteUrl} />;
    case "figure":
    case "div":
      return <div style={{ margin: "0 0 18px" }}>{inside}</div>;
    case "small":
    case "figcaption":
      return (
        <p className="muted" style={{ font: `400 14px/1.5 ${font}`, color: MUTED, margin: "6px 0 0" }}>
          <Inline nodes={node.children} siteUrl={siteUrl} />
        </p>
      );
    case "table":
    case "tbody":
      return <DataTable node={node} siteUrl={siteUrl} />;
    case "section":
      return (
        <div className="muted rule" style={{ borderTop: `1px solid ${RULE}`, paddingTop: 14, fontSize: 14 }}>
          {inside}
        </div>
      );
    // Rendered by their parents: a table, and the mail itself.
    case "tr":
    case "th":
    case "td":
    case "article":
      return inside;
  }
}

/** Lists and boxes have no room for a full-width button. */
function PlainButton({ button: { label, href } }: { button: ButtonLink }) {
  const linkTo = useContext(AddressContext);
  const { fill, radius, font } = useMailFrame();
  return (
    <p style={{ margin: "0 0 18px" }}>
      <a
        href={linkTo(href, label)}
        className={BUTTON_CLASS}
        style={{
          display: "inline-block",
          padding: "12px 20px",
          background: fill,
          ...(radius > 0 && { borderRadius: radius }),
          color: "#ffffff",
          font: `600 15px/1.2 ${font}`,
          textDecoration: "none",
        }}
      >
        {label}
      </a>
    </p>
  );
}

/** Padding and border at the side where lines start. */
const EDGES = { left: ["4px 0 0 18px", "borderLeft"], right: ["4px 18px 0 0", "borderRight"] } as const;

function EdgedText({ edge, edgeClass = "rule", children }: { edge: string; edgeClass?: string; children: ReactNode }) {
  const { cell, start } = useMailFrame();
  const [padding, border] = EDGES[start];
  return (
    <Table style={{ margin: "0 0 18px" }}>
      <tr>
        <td className={`ink ${edgeClass}`} style={{ ...cell, padding, [border]: `3px solid ${edge}` }}>
          {children}
        </td>
      </tr>
    </Table>
  );
}

/** A pull quote, a callout, a file, or a sponsored block with its label. */
function Aside({ kind, children }: { kind: string; children: ReactNode }) {
  const { accent, cell, font, language } = useMailFrame();
  const label = asideLabel(kind, language);
  if (kind === "pull-quote")
    return (
      <EdgedText edge={accent} edgeClass="accent-rule">
        {children}
      </EdgedText>
    );
  return (
    <Table style={{ margin: "26px 0" }}>
      <tr>
        <td className="ink surface" style={{ ...cell, backgroundColor: SURFACE, padding: "16px 18px 2px" }}>
          {label && (
            <p className="faint" style={{ font: `600 13px/1.4 ${font}`, color: FAINT, margin: "0 0 8px" }}>
              {label}
            </p>
          )}
          {children}
        </td>
      </tr>
    </Table>
  );
}

function Picture({ node, siteUrl }: { node: ContentTag; siteUrl: string }) {
  const src = attributeOf(node, "src") ?? "";
  const stored = parsePictureUrl(src);
  const own = Number(attributeOf(node, "width")) || stored?.width || MAIL_WIDTH;
  return (
    <img
      src={absoluteUrl(siteUrl, plainUrl(src))}
      alt={attributeOf(node, "alt") ?? ""}
      width={Math.min(MAIL_WIDTH, own)}
      style={{ ...IMAGE, margin: "0 0 18px" }}
    />
  );
}

function DataTable({ node, siteUrl }: { node: ContentTag; siteUrl: string }) {
  const rows = (node.name === "table" ? node.children : [node]).flatMap((child): ContentNode[] =>
    typeof child !== "string" && child.name === "tbody" ? child.children : [child],
  );
  const tags = (nodes: ContentNode[]) => nodes.filter((each) => typeof each !== "string");
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: "0 0 18px", borderCollapse: "collapse" }}>
      <tbody>
        {tags(rows).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
          <tr key={at}>
            {tags(row.children).map((cell, index) => (
              <Cell
                // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
                key={index}
                cell={cell}
                siteUrl={siteUrl}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell, siteUrl }: { cell: ContentTag; siteUrl: string }) {
  const Name = cell.name === "th" ? "th" : "td";
  const { cell: text, dir: around, start, end } = useMailFrame();
  const fontWeight = Name === "th" ? 600 : 400;
  const [columns, rows] = [Number(attributeOf(cell, "colspan") ?? 1), Number(attributeOf(cell, "rowspan") ?? 1)];
  return (
    <Name
      className="ink rule"
      colSpan={columns}
      rowSpan={rows}
      align={start}
      // A number's sign is on its left in every language.
      {...(around === "rtl" && /^[^\p{L}]{1,60}$/u.test(rawText(cell.children).trim()) && { dir: "ltr" })}
      valign="top"
      style={{
        ...text,
        padding: end === "right" ? "6px 12px 6px 0" : "6px 0 6px 12px",
        borderBottom: `1px solid ${RULE}`,
        fontSize: 15,
        fontWeight,
      }}
    >
      <Flow nodes={cell.children} siteUrl={siteUrl} style={{ margin: 0 }} />
    </Name>
  );
}

function Inline({ nodes, siteUrl }: { nodes: ContentNode[]; siteUrl: string }): ReactNode {
  return nodes.map((node, index) =>
    typeof node === "string" ? (
      node
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
      <InlineTag key={index} node={node} siteUrl={siteUrl} />
    ),
  );
}

function InlineTag({ node, siteUrl }: { node: ContentTag; siteUrl: string }): ReactElement | null {
  const linkTo = useContext(AddressContext);
  const inside = <Inline nodes={node.children} siteUrl={siteUrl} />;
  if (node.name === "img") return <Picture node={node} siteUrl={siteUrl} />;
  // Inline, only the text of a block is shown.
  if (!isInline(node)) return inside;
  switch (node.name) {
    case "br":
      return <br />;
    case "code":
      return <code style={{ fontFamily: MONOSPACE, fontSize: "0.92em" }}>{inside}</code>;
    case "a": {
      const href = attributeOf(node, "href") ?? "";
      // Mail clients ignore fragment links: show the text only, and omit links back from footnotes.
      if (href.startsWith("#")) return isBackLink(node) ? null : inside;
      return (
        <a href={linkTo(href, rawText(node.children))} style={{ color: INK }}>
          {inside}
        </a>
      );
    }
    case "strong":
    case "b":
    case "em":
    case "i":
    case "u":
    case "s": {
      const Mark = node.name;
      return <Mark>{inside}</Mark>;
    }
    case "sup":
    case "sub": {
      const Script = node.name;
      return <Script>{inside}</Script>;
    }
  }
}
