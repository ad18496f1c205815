import { createContext, type ReactNode, useContext } from "react";
import { type Direction, directionIn, inLanguage } from "#shared/language.ts";

/** The design of mails: fonts and colours of the site (app/site/site.css), light in attributes, dark in the style sheet. */

export const SANS = "'Libre Franklin', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
export const SERIF = "Newsreader, Georgia, 'Times New Roman', serif";
export const MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

export const INK = "#14171f";
export const MUTED = "#4d5058";
export const FAINT = "#66676c";
export const PAPER = "#faf7f2";
export const SURFACE = "#f1ebe1";
export const RULE = "#ddd5c8";

/**
 * The publication's look in mails: its accent, of text and behind white text, in each theme; the radius of buttons in
 * pixels; and the typefaces of headlines and of everything else, with their fallbacks.
 */
export type MailLook = {
  accent: string;
  darkAccent: string;
  fill: string;
  darkFill: string;
  radius: number;
  headline: string;
  font: string;
};

/** Breaks long words: columns are fixed. */
const BREAKING = { wordWrap: "break-word", overflowWrap: "anywhere", wordBreak: "break-word" } as const;

const HOUSE_LOOK: MailLook = {
  accent: "#bd3216",
  darkAccent: "#ff7d5e",
  fill: "#bd3216",
  darkFill: "#c9401f",
  radius: 0,
  headline: SERIF,
  font: SANS,
};

/** The frame of a mail: its look, its language with its direction, and the sides where its lines start and end. */
type MailFrame = MailLook & {
  language: string | undefined;
  dir: Direction;
  start: "left" | "right";
  end: "left" | "right";
  /** Set once for a table cell and inherited. Nested tables need it again, because Outlook inherits nothing there. */
  cell: typeof BREAKING & { font: string; color: string };
};

function frameOf(look: MailLook, language: string | undefined): MailFrame {
  const isRtl = inLanguage(language).dir === "rtl";
  const cell = { font: `400 16px/1.6 ${look.font}`, color: INK, ...BREAKING };
  return {
    ...look,
    language,
    dir: isRtl ? "rtl" : "ltr",
    start: isRtl ? "right" : "left",
    end: isRtl ? "left" : "right",
    cell,
  };
}

const MailFrameContext = createContext<MailFrame | null>(null);

type FrameProps = { look?: MailLook | undefined; language: string | undefined; children: ReactNode };

/** Shows everything inside in the publication's look, if it has one of its own, and in the direction of the language. */
export const MailFrameProvider = ({ look = HOUSE_LOOK, language, children }: FrameProps) => (
  <MailFrameContext value={frameOf(look, language)}>{children}</MailFrameContext>
);

export const useMailFrame = (): MailFrame => useContext(MailFrameContext) ?? frameOf(HOUSE_LOOK, undefined);

export const FRAME_WIDTH = 600;

export const MAIL_WIDTH = 536;

export const IMAGE = { display: "block", border: 0, maxWidth: "100%", height: "auto" } as const;

/** The theme of a preview; mails follow the reader's. */
export type MailTheme = "light" | "dark";
const MEDIA: Record<MailTheme, string> = { light: "not all", dark: "all" };

/** The style sheet. Clients without dark mode ignore it; styles needed everywhere are in attributes. */
export const mailStyle = (theme?: MailTheme, { darkAccent, darkFill }: MailLook = HOUSE_LOOK) => `
:root { color-scheme: ${theme ?? "light dark"}; supported-color-schemes: ${theme ?? "light dark"}; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
@media (max-width: 480px) {
  .frame { padding: 20px 18px !important; }
  .outer { padding: 0 !important; }
}
@media ${theme ? MEDIA[theme] : "(prefers-color-scheme: dark)"} {
  .page, .frame { background: #14171f !important; }
  .ink, .ink a { color: #efeae0 !important; }
  .muted, .muted a { color: #b4b1aa !important; }
  .faint, .faint a { color: #96948f !important; }
  .accent { color: ${darkAccent} !important; }
  .on-light { display: none !important; }
  .on-dark { display: block !important; }
  .surface { background: #1e222c !important; }
  .rule { border-color: #2d323e !important; }
  .accent-rule { border-color: ${darkAccent} !important; }
  .strong-rule { border-color: #efeae0 !important; }
  .button, .ink a.button { background: ${darkFill} !important; color: #ffffff !important; }
}
`;

type TableProps = {
  children: React.ReactNode;
  className?: string;
  dir?: "rtl" | undefined;
  style?: React.CSSProperties;
};

/** Mail clients need tables for layout; the role keeps them from being read out as data. */
export function Table({ children, className, dir, style }: TableProps) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      dir={dir}
      className={className}
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

export function Lines({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
  return text.split("\n").map((line, index) => [index > 0 && <br key={index} />, line]);
}

export function MailButton({ label, url }: { label: string; url: string }) {
  const { fill, radius, font } = useMailFrame();
  return (
    <Table style={{ margin: "8px 0 26px" }}>
      <tr>
        <td>
          <a
            href={url}
            className="button"
            style={{
              display: "inline-block",
              padding: "14px 24px",
              background: fill,
              ...(radius > 0 && { borderRadius: radius }),
              color: "#ffffff",
              font: `600 16px/1.2 ${font}`,
              textDecoration: "none",
            }}
          >
            {label}
          </a>
        </td>
      </tr>
    </Table>
  );
}

/** An article; `picture` is null if it has none. `isLead`: the first and larger one. */
export type Story = {
  title: string;
  category: string;
  excerpt: string;
  /** A BCP 47 tag; empty for the site's language. */
  language: string;
  url: string;
  /** `lines`: its caption and credit. */
  picture: { url: string; alt: string; lines: readonly string[] } | null;
  isLead: boolean;
};

/** Sets the text direction if it is not that of the mail: not every mail program detects it. */
export function mailDirection(text: string, around: Direction): { dir?: Direction } {
  const dir = directionIn(text, around);
  return dir === around ? {} : { dir };
}

const wordsOf = (story: Story, words: string, around: Direction) =>
  story.language ? inLanguage(story.language) : mailDirection(words, around);

/** Stories are separated by a rule; the footer has the last one. */
export function StoryView({ story, isLast }: { story: Story; isLast: boolean }) {
  const { title, category, excerpt, url, picture, isLead } = story;
  const { accent, cell, font, headline, dir } = useMailFrame();
  return (
    <Table style={{ margin: "26px 0 0", tableLayout: "fixed" }}>
      {picture && (
        <tr>
          <td style={{ paddingBottom: 14 }}>
            <a href={url} className="muted" style={{ font: `400 14px/1.5 ${font}`, color: MUTED }}>
              <img src={picture.url} alt={picture.alt} width={MAIL_WIDTH} style={{ ...IMAGE, width: "100%" }} />
            </a>
            {picture.lines.map((line) => (
              <p
                key={line}
                {...wordsOf(story, line, dir)}
                className="muted"
                style={{ font: `400 12px/1.4 ${font}`, color: MUTED, margin: "6px 0 0" }}
              >
                {line}
              </p>
            ))}
          </td>
        </tr>
      )}
      <tr>
        <td
          className="rule"
          style={{ ...cell, ...(isLast ? {} : { paddingBottom: 22, borderBottom: `1px solid ${RULE}` }) }}
        >
          <p className="accent" style={{ font: `600 13px/1.4 ${font}`, color: accent, margin: "0 0 6px" }}>
            {category}
          </p>
          <h2
            {...wordsOf(story, title, dir)}
            className="ink"
            style={{ font: `600 ${isLead ? 25 : 20}px/1.25 ${headline}`, color: INK, margin: "0 0 8px" }}
          >
            <a href={url} style={{ color: INK, textDecoration: "none" }}>
              {title}
            </a>
          </h2>
          {excerpt && (
            <p
              {...wordsOf(story, excerpt, dir)}
              className="muted"
              style={{ font: cell.font, fontSize: 15, color: MUTED, margin: 0 }}
            >
              {excerpt}
            </p>
          )}
        </td>
      </tr>
    </Table>
  );
}
