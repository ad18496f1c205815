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

/** The width of the text in pixels, where there is room for it. */
export const MAIL_WIDTH = 536;

export const TEXT = { font: `400 16px/1.6 ${FONT}`, color: INK, margin: "0 0 18px", overflowWrap: "anywhere" } as const;

/** Which theme a preview shows; mails follow the reader's. */
export type MailTheme = "light" | "dark";
const MEDIA: Record<MailTheme, string> = { light: "not all", dark: "all" };

/** The style sheet. Clients without dark mode ignore it; styles needed everywhere are in attributes. */
export const mailStyle = (theme?: MailTheme) => `
:root { color-scheme: ${theme ?? "light dark"}; supported-color-schemes: ${theme ?? "light dark"}; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
img { border: 0; display: block; max-width: 100%; height: auto; }
a { overflow-wrap: anywhere; }
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
  .button { background: #c9401f !important; color: #ffffff !important; }
}
`;
