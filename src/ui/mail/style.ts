/** How mails look: the site's faces and colours (app/site/site.css), light in attributes, dark in the style sheet. */

export const FONT = "'Libre Franklin', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
export const HEADLINE = "Newsreader, Georgia, 'Times New Roman', serif";
export const MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

export const INK = "#14171f";
export const MUTED = "#4d5058";
export const FAINT = "#66676c";
export const ACCENT = "#bd3216";
export const PAPER = "#faf7f2";
export const SURFACE = "#f1ebe1";
export const RULE = "#ddd5c8";

/** The greatest width of the frame in pixels. */
export const FRAME_WIDTH = 600;

/** The width of the text in pixels, where there is room for it. */
export const MAIL_WIDTH = 536;

/** Set once for a table cell and inherited by what is in it. Tables in it need it again: Outlook inherits nothing there. */
export const CELL = {
  font: `400 16px/1.6 ${FONT}`,
  color: INK,
  wordWrap: "break-word",
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;

export const TEXT = { font: CELL.font, color: INK, margin: "0 0 18px" } as const;

export const IMAGE = { display: "block", border: 0, maxWidth: "100%", height: "auto" } as const;

/** Which theme a preview shows; mails follow the reader's. */
export type MailTheme = "light" | "dark";
const MEDIA: Record<MailTheme, string> = { light: "not all", dark: "all" };

/** The style sheet. Clients without dark mode ignore it; styles needed everywhere are in attributes. */
export const mailStyle = (theme?: MailTheme) => `
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
  .accent { color: #ff7d5e !important; }
  .surface { background: #1e222c !important; }
  .rule { border-color: #2d323e !important; }
  .strong-rule { border-color: #efeae0 !important; }
  .button, .ink a.button { background: #c9401f !important; color: #ffffff !important; }
}
`;
