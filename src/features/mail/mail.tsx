import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { inLanguage } from "#shared/language.ts";
import type { SiteInfo } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import {
  FAINT,
  FRAME_WIDTH,
  IMAGE,
  INK,
  Lines,
  MailButton,
  MailFrameProvider,
  type MailLook,
  type MailTheme,
  mailDirection,
  mailStyle,
  PAPER,
  RULE,
  type Story,
  StoryView,
  Table,
  useMailFrame,
} from "#ui/mail.tsx";

export type { MailTheme };

/**
 * The content of a mail, from top to bottom, with absolute addresses. Both parts are rendered from it, so that they
 * agree.
 */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "facts"; facts: { name: string; value: string }[] }
  | { kind: "quote"; text: string }
  | { kind: "story"; story: Story }
  /** Rendered by the owner of the content, for each part. */
  | { kind: "own"; view: ReactNode; text: string };

/** A mail before rendering. Inboxes show `preview` next to the subject. */
export type MailDraft = {
  subject: string;
  preview: string;
  /** The language of a mail to readers; English, as the admin area, if absent. */
  language?: SiteInfo["language"];
  blocks: Block[];
  /** The reason for the mail and, for subscribers, the link to unsubscribe. */
  reason: string;
  leave?: { label: string; url: string };
  /** The address of the same content on the site. */
  online?: { label: string; url: string };
};

/** The publication in mails. */
export type MailSite = Pick<SiteInfo, "name" | "url" | "language" | "timeZone" | "hasSlugs"> & {
  /** Lines separated by `\n`; empty if the newsroom has not set it. */
  postalAddress: string;
  /** The newsroom's own look, if it has one. */
  look?: MailLook | undefined;
  /** Its logo, by absolute addresses, and the width at which it has the height of the masthead. */
  logo?: MailLogo | undefined;
};

type MailLogo = { url: string; darkUrl: string | undefined; width: number };
export const MAIL_LOGO = { height: 40, maxWidth: 260 } as const;

export type MailContent = { subject: string; html: string; text: string };

/**
 * Renders the HTML and the text part of a mail. `theme` is for previews; mails follow the reader's. Every mail has the
 * postal address: in the United States a commercial mail without "a valid physical postal address of the sender" is
 * unlawful (CAN-SPAM Act, 15 U.S.C. 7704(a)(5)(A)(iii)), and other countries have similar laws.
 */
export function renderMail(site: MailSite, draft: MailDraft, theme?: MailTheme): MailContent {
  const page = renderToStaticMarkup(<MailPage site={site} draft={draft} theme={theme} />);
  return { subject: draft.subject, html: `<!doctype html>\n${page}\n`, text: plainText(site, draft) };
}

const isRightToLeft = ({ language }: MailDraft): boolean => inLanguage(language).dir === "rtl";

function MailPage({ site, draft, theme }: { site: MailSite; draft: MailDraft; theme: MailTheme | undefined }) {
  const { language = "en" } = draft;
  return (
    <html lang={language} dir={isRightToLeft(draft) ? "rtl" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        <meta name="supported-color-schemes" content={theme ?? "light dark"} />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{draft.subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file; React would escape its quotes */}
        <style dangerouslySetInnerHTML={{ __html: mailStyle(theme, site.look) }} />
      </head>
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: PAPER }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden", fontSize: 1, lineHeight: 1, opacity: 0 }}>
          {draft.preview}
        </div>
        <Table className="page" style={{ backgroundColor: PAPER }}>
          <tr>
            <td
              className="outer"
              align="center"
              style={{ padding: "24px 12px" }}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: React has no form for the comments that Outlook reads
              dangerouslySetInnerHTML={{
                __html: OUTLOOK_BEGIN + frameMarkup(site, draft) + OUTLOOK_END,
              }}
            />
          </tr>
        </Table>
      </body>
    </html>
  );
}

/** Outlook for Windows ignores `max-width`, so only there the frame is in a table of fixed width. */
const OUTLOOK_BEGIN = `<!--[if mso]><table role="presentation" width="${FRAME_WIDTH}" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`;
const OUTLOOK_END = "<!--[if mso]></td></tr></table><![endif]-->";

const frameMarkup = (site: MailSite, draft: MailDraft): string =>
  renderToStaticMarkup(
    <MailFrameProvider look={site.look} language={draft.language}>
      <Frame site={site} draft={draft} />
    </MailFrameProvider>,
  );

/** Fixed columns: a long word breaks instead of widening them. */
function Frame({ site, draft }: { site: MailSite; draft: MailDraft }) {
  const { cell, start } = useMailFrame();
  return (
    <Table
      // Set here too: some mail programs keep only the content of the body.
      dir={isRightToLeft(draft) ? "rtl" : undefined}
      style={{ maxWidth: FRAME_WIDTH, textAlign: start, tableLayout: "fixed" }}
    >
      <tr>
        <td className="frame page" style={{ ...cell, padding: "28px 32px", backgroundColor: PAPER }}>
          <Masthead site={site} online={draft.online} />
          {draft.blocks.map((block, index) => (
            <BlockView
              // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
              key={index}
              block={block}
              isLast={index === draft.blocks.length - 1}
              isAfterStory={draft.blocks[index - 1]?.kind === "story"}
            />
          ))}
          <Footer site={site} draft={draft} />
        </td>
      </tr>
    </Table>
  );
}

function Masthead({ site, online }: { site: MailSite; online: MailDraft["online"] }) {
  const { font, headline, start, end } = useMailFrame();
  const edge = { paddingBottom: 14, borderBottom: `2px solid ${INK}` };
  return (
    <Table>
      <tr>
        <td className="ink strong-rule" style={{ ...edge, font: `700 28px/1.1 ${headline}`, color: INK }}>
          <a href={absoluteUrl(site.url, pageUrl.home())} style={{ color: INK, textDecoration: "none" }}>
            {site.logo ? <Logo logo={site.logo} name={site.name} /> : site.name}
          </a>
        </td>
        {online && (
          <td
            className="faint strong-rule"
            align={end}
            valign="bottom"
            style={{ ...edge, [start === "left" ? "paddingLeft" : "paddingRight"]: 16 }}
          >
            <a href={online.url} className="faint" style={{ font: `400 13px/1.4 ${font}`, color: FAINT }}>
              {online.label}
            </a>
          </td>
        )}
      </tr>
    </Table>
  );
}

/** The logo; in the dark theme its own form, in mail programs that know both. The name where pictures are blocked. */
function Logo({ logo: { url, darkUrl, width }, name }: { logo: MailLogo; name: string }) {
  if (!darkUrl) return <img src={url} alt={name} width={width} style={IMAGE} />;
  return (
    <>
      <img src={url} alt={name} width={width} className="on-light" style={IMAGE} />
      <img src={darkUrl} alt={name} width={width} className="on-dark" style={{ ...IMAGE, display: "none" }} />
    </>
  );
}

/** The edge of a quote, at the side where lines start. */
const QUOTE_EDGES = {
  left: { padding: "4px 0 4px 18px", borderLeft: `3px solid ${RULE}` },
  right: { padding: "4px 18px 4px 0", borderRight: `3px solid ${RULE}` },
} as const;

type BlockProps = { block: Block; isLast: boolean; isAfterStory: boolean };

function BlockView({ block, isLast, isAfterStory }: BlockProps) {
  const { cell, font, headline, dir, start } = useMailFrame();
  switch (block.kind) {
    case "heading":
      return (
        <h1 className="ink" style={{ font: `600 26px/1.25 ${headline}`, color: INK, margin: "28px 0 14px" }}>
          {block.text}
        </h1>
      );
    case "paragraph":
      return (
        <p className="ink" style={{ font: cell.font, color: INK, margin: "18px 0" }}>
          <Lines text={block.text} />
        </p>
      );
    case "button":
      return <MailButton label={block.label} url={block.url} />;
    case "facts":
      return (
        <Table style={{ margin: "18px 0" }}>
          {block.facts.map(({ name, value }) => (
            <tr key={name}>
              <td
                className="faint"
                style={{
                  font: `400 14px/24px ${font}`,
                  color: FAINT,
                  padding: start === "left" ? "3px 16px 3px 0" : "3px 0 3px 16px",
                  width: 80,
                }}
                valign="top"
              >
                {name}
              </td>
              <td className="ink" style={{ ...cell, padding: "3px 0", fontSize: 15, lineHeight: "24px" }}>
                <span {...mailDirection(value, dir)}>{value}</span>
              </td>
            </tr>
          ))}
        </Table>
      );
    case "quote":
      return (
        <Table style={{ margin: "18px 0" }}>
          <tr>
            <td className="ink rule" style={{ ...cell, ...QUOTE_EDGES[start] }}>
              <Lines text={block.text} />
            </td>
          </tr>
        </Table>
      );
    case "story":
      return <StoryView story={block.story} isLast={isLast} />;
    case "own":
      // Below the rule that ends a story.
      return (
        <div className="ink" style={isAfterStory ? { paddingTop: 22 } : undefined}>
          {block.view}
        </div>
      );
  }
}

function Footer({ site, draft: { reason, leave, language } }: { site: MailSite; draft: MailDraft }) {
  const { font, dir } = useMailFrame();
  const style = { font: `400 13px/1.6 ${font}`, color: FAINT, margin: "0 0 6px" };
  return (
    <Table style={{ marginTop: 36 }}>
      <tr>
        <td className="faint rule" style={{ paddingTop: 16, borderTop: `1px solid ${RULE}` }}>
          <p className="faint" style={style}>
            {reason}
          </p>
          <p className="faint" style={style}>
            {leave && (
              <>
                <a href={leave.url} className="faint" style={{ color: FAINT }}>
                  {leave.label}
                </a>
                {" · "}
              </>
            )}
            <a href={absoluteUrl(site.url, pageUrl.privacyPolicy())} className="faint" style={{ color: FAINT }}>
              {textIn(language)("Privacy Policy")}
            </a>
          </p>
          {site.postalAddress && (
            <p {...mailDirection(site.postalAddress, dir)} className="faint" style={{ ...style, margin: 0 }}>
              {site.name}
              <br />
              <Lines text={site.postalAddress} />
            </p>
          )}
        </td>
      </tr>
    </Table>
  );
}

/** The plain part: the same blocks in the same order. */
function plainText(site: MailSite, { blocks, reason, leave, online, language }: MailDraft): string {
  const footer = [
    reason,
    ...(leave ? [`${leave.label}: ${leave.url}`] : []),
    `${textIn(language)("Privacy Policy")}: ${absoluteUrl(site.url, pageUrl.privacyPolicy())}`,
    ...(site.postalAddress ? ["", site.name, site.postalAddress] : []),
  ].join("\n");
  const head = [
    site.name,
    absoluteUrl(site.url, pageUrl.home()),
    ...(online ? [`${online.label}: ${online.url}`] : []),
  ].join("\n");
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
    case "own":
      return block.text;
  }
}
