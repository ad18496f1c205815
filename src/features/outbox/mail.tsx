import { renderToStaticMarkup } from "react-dom/server";
import type { SiteInfo } from "#shared/page.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";

/**
 * The content of a mail, from top to bottom. Addresses are absolute. Both parts are rendered from it, so that they
 * agree.
 */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "facts"; facts: { name: string; value: string }[] }
  | { kind: "quote"; text: string }
  | { kind: "story"; story: Story };

/** An article; `picture` is null if it has no picture. */
export type Story = {
  title: string;
  category: string;
  excerpt: string;
  url: string;
  picture: { url: string; alt: string } | null;
  isLead: boolean;
};

/** A mail before rendering. `preview` is what inboxes show next to the subject. */
export type MailDraft = {
  subject: string;
  preview: string;
  blocks: Block[];
  /** Why the reader gets it, and, for mails to subscribers, the link to unsubscribe. */
  reason: string;
  leave?: { label: string; url: string };
};

export type MailContent = { subject: string; html: string; text: string };

type Site = Pick<SiteInfo, "name" | "url">;

/** Renders the HTML and the text part of a mail. */
export function renderMail(site: Site, draft: MailDraft): MailContent {
  const page = renderToStaticMarkup(<MailPage site={site} draft={draft} />);
  return { subject: draft.subject, html: `<!doctype html>\n${page}\n`, text: plainText(site, draft) };
}

const FONT = "'Libre Franklin', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const HEADLINE = "Newsreader, Georgia, 'Times New Roman', serif";

/** The colours of the site (app/site/site.css): light in attributes, dark in the style sheet. */
const INK = "#14171f";
const MUTED = "#4d5058";
const FAINT = "#66676c";
const ACCENT = "#bd3216";
const PAPER = "#faf7f2";
const RULE = "#ddd5c8";

/** Clients without dark mode ignore it; styles needed everywhere are in attributes. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
img { border: 0; display: block; max-width: 100%; height: auto; }
a { overflow-wrap: anywhere; }
@media (max-width: 480px) {
  .frame { padding: 20px 18px !important; }
  .outer { padding: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .frame { background: #14171f !important; }
  .ink, .ink a { color: #efeae0 !important; }
  .muted, .muted a { color: #b4b1aa !important; }
  .faint, .faint a { color: #96948f !important; }
  .accent { color: #ff7d5e !important; }
  .rule { border-color: #2d323e !important; }
  .strong-rule { border-color: #efeae0 !important; }
  .button { background: #c9401f !important; color: #ffffff !important; }
}
`;

function MailPage({ site, draft }: { site: Site; draft: MailDraft }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{draft.subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file; React would escape its quotes */}
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: PAPER }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden", fontSize: 1, lineHeight: 1, opacity: 0 }}>
          {draft.preview}
        </div>
        <Table className="page" style={{ background: PAPER }}>
          <tr>
            <td className="outer" align="center" style={{ padding: "24px 12px" }}>
              <Table style={{ maxWidth: 600, textAlign: "left" }}>
                <tr>
                  <td className="frame page" style={{ padding: "28px 32px", background: PAPER }}>
                    <Masthead site={site} />
                    {draft.blocks.map((block, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
                      <BlockView key={index} block={block} isLast={index === draft.blocks.length - 1} />
                    ))}
                    <Footer site={site} draft={draft} />
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
}

type TableProps = { children: React.ReactNode; className?: string; style?: React.CSSProperties };

/** Mail clients need tables for layout; the role keeps them from being read out as data. */
function Table({ children, className, style }: TableProps) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className={className} style={style}>
      <tbody>{children}</tbody>
    </table>
  );
}

function Masthead({ site }: { site: Site }) {
  return (
    <Table>
      <tr>
        <td
          className="ink strong-rule"
          style={{ paddingBottom: 14, borderBottom: `2px solid ${INK}`, font: `700 28px/1.1 ${HEADLINE}`, color: INK }}
        >
          <a href={absoluteUrl(site.url, pageUrl.home())} style={{ color: INK, textDecoration: "none" }}>
            {site.name}
          </a>
        </td>
      </tr>
    </Table>
  );
}

const TEXT = { font: `400 16px/1.6 ${FONT}`, color: INK, margin: "0 0 18px", overflowWrap: "anywhere" } as const;

function BlockView({ block, isLast }: { block: Block; isLast: boolean }) {
  switch (block.kind) {
    case "heading":
      return (
        <h1 className="ink" style={{ font: `600 26px/1.25 ${HEADLINE}`, color: INK, margin: "28px 0 14px" }}>
          {block.text}
        </h1>
      );
    case "paragraph":
      return (
        <p className="ink" style={{ ...TEXT, marginTop: 18 }}>
          <Lines text={block.text} />
        </p>
      );
    case "button":
      return (
        <Table style={{ margin: "8px 0 26px" }}>
          <tr>
            <td>
              <a
                href={block.url}
                className="button"
                style={{
                  display: "inline-block",
                  padding: "14px 24px",
                  background: ACCENT,
                  color: "#ffffff",
                  font: `600 16px/1.2 ${FONT}`,
                  textDecoration: "none",
                }}
              >
                {block.label}
              </a>
            </td>
          </tr>
        </Table>
      );
    case "facts":
      return (
        <Table style={{ margin: "18px 0" }}>
          {block.facts.map(({ name, value }) => (
            <tr key={name}>
              <td
                className="faint"
                style={{ font: `400 14px/24px ${FONT}`, color: FAINT, padding: "3px 16px 3px 0", width: 80 }}
                valign="top"
              >
                {name}
              </td>
              <td className="ink" style={{ ...TEXT, padding: "3px 0", fontSize: 15, lineHeight: "24px" }}>
                {value}
              </td>
            </tr>
          ))}
        </Table>
      );
    case "quote":
      return (
        <Table style={{ margin: "18px 0" }}>
          <tr>
            <td className="ink rule" style={{ ...TEXT, padding: "4px 0 4px 18px", borderLeft: `3px solid ${RULE}` }}>
              <Lines text={block.text} />
            </td>
          </tr>
        </Table>
      );
    case "story":
      return <StoryView story={block.story} isLast={isLast} />;
  }
}

/** Text with its line breaks. */
function Lines({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
  return text.split("\n").map((line, index) => [index > 0 && <br key={index} />, line]);
}

/** Stories are separated by a rule; after the last one comes the footer's. */
function StoryView({ story, isLast }: { story: Story; isLast: boolean }) {
  const { title, category, excerpt, url, picture, isLead } = story;
  return (
    <Table style={{ margin: "26px 0 0" }}>
      {picture && isLead && (
        <tr>
          <td style={{ paddingBottom: 14 }}>
            <a href={url} className="muted" style={{ font: `400 14px/1.5 ${FONT}`, color: MUTED }}>
              <img src={picture.url} alt={picture.alt} width={536} style={{ width: "100%", height: "auto" }} />
            </a>
          </td>
        </tr>
      )}
      <tr>
        <td className="rule" style={isLast ? {} : { paddingBottom: 22, borderBottom: `1px solid ${RULE}` }}>
          <p className="accent" style={{ font: `600 13px/1.4 ${FONT}`, color: ACCENT, margin: "0 0 6px" }}>
            {category}
          </p>
          <h2
            className="ink"
            style={{ font: `600 ${isLead ? 25 : 20}px/1.25 ${HEADLINE}`, color: INK, margin: "0 0 8px" }}
          >
            <a href={url} style={{ color: INK, textDecoration: "none" }}>
              {title}
            </a>
          </h2>
          {excerpt && (
            <p className="muted" style={{ ...TEXT, fontSize: 15, color: MUTED, margin: 0 }}>
              {excerpt}
            </p>
          )}
        </td>
      </tr>
    </Table>
  );
}

function Footer({ site, draft: { reason, leave } }: { site: Site; draft: MailDraft }) {
  const style = { font: `400 13px/1.6 ${FONT}`, color: FAINT, margin: "0 0 6px" };
  return (
    <Table style={{ marginTop: 36 }}>
      <tr>
        <td className="faint rule" style={{ paddingTop: 16, borderTop: `1px solid ${RULE}` }}>
          <p className="faint" style={style}>
            {reason}
          </p>
          <p className="faint" style={{ ...style, margin: 0 }}>
            {leave && (
              <>
                <a href={leave.url} className="faint" style={{ color: FAINT }}>
                  {leave.label}
                </a>
                {" · "}
              </>
            )}
            <a href={absoluteUrl(site.url, pageUrl.privacyPolicy())} className="faint" style={{ color: FAINT }}>
              Privacy Policy
            </a>
          </p>
        </td>
      </tr>
    </Table>
  );
}

/** The plain part: the same blocks in the same order. */
function plainText(site: Site, { blocks, reason, leave }: MailDraft): string {
  const footer = [
    reason,
    ...(leave ? [`${leave.label}: ${leave.url}`] : []),
    `Privacy Policy: ${absoluteUrl(site.url, pageUrl.privacyPolicy())}`,
  ].join("\n");
  const head = `${site.name}\n${absoluteUrl(site.url, pageUrl.home())}`;
  return `${[head, ...blocks.map(plainBlock), `--\n${footer}`].join("\n\n")}\n`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${block.text}\n${"=".repeat(Math.min(block.text.length, 60))}`;
    case "paragraph":
      return block.text;
    case "button":
      return `${block.label}:\n${block.url}`;
    case "facts":
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join("\n");
    case "quote":
      return block.text.replace(/^/gm, "> ");
    case "story": {
      const { category, title, excerpt, url } = block.story;
      return [category, title, ...(excerpt ? [excerpt] : []), url].join("\n");
    }
  }
}
