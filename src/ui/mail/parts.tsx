import { directionOf } from "#shared/direction.ts";
import { inLanguage } from "#shared/language.ts";
import { ACCENT, CELL, FONT, HEADLINE, IMAGE, INK, MAIL_WIDTH, MUTED, RULE, TEXT } from "./style.ts";

type TableProps = { children: React.ReactNode; className?: string; style?: React.CSSProperties };

/** Mail clients need tables for layout; the role keeps them from being read out as data. */
export function Table({ children, className, style }: TableProps) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className={className} style={style}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Text with its line breaks. */
export function Lines({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
  return text.split("\n").map((line, index) => [index > 0 && <br key={index} />, line]);
}

/** A link that looks like a button. */
export function MailButton({ label, url }: { label: string; url: string }) {
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
              background: ACCENT,
              color: "#ffffff",
              font: `600 16px/1.2 ${FONT}`,
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

/** An article; `picture` is null if it is shown without one. `isLead`: it is the first, and larger. */
export type Story = {
  title: string;
  category: string;
  excerpt: string;
  /** A BCP 47 tag; empty for the site's language. */
  language: string;
  url: string;
  picture: { url: string; alt: string } | null;
  isLead: boolean;
};

/** Sets the direction of right-to-left text: not every mail program detects it. */
export const mailDirection = (text: string): { dir?: "rtl" } => (directionOf(text) === "rtl" ? { dir: "rtl" } : {});

/** The attributes of an article's words. */
const wordsOf = (story: Story, words: string) => (story.language ? inLanguage(story.language) : mailDirection(words));

/** Stories are separated by a rule; after the last one comes the footer's. */
export function StoryView({ story, isLast }: { story: Story; isLast: boolean }) {
  const { title, category, excerpt, url, picture, isLead } = story;
  return (
    <Table style={{ margin: "26px 0 0", tableLayout: "fixed" }}>
      {picture && (
        <tr>
          <td style={{ paddingBottom: 14 }}>
            <a href={url} className="muted" style={{ font: `400 14px/1.5 ${FONT}`, color: MUTED }}>
              <img src={picture.url} alt={picture.alt} width={MAIL_WIDTH} style={{ ...IMAGE, width: "100%" }} />
            </a>
          </td>
        </tr>
      )}
      <tr>
        <td
          className="rule"
          style={{ ...CELL, ...(isLast ? {} : { paddingBottom: 22, borderBottom: `1px solid ${RULE}` }) }}
        >
          <p className="accent" style={{ font: `600 13px/1.4 ${FONT}`, color: ACCENT, margin: "0 0 6px" }}>
            {category}
          </p>
          <h2
            {...wordsOf(story, title)}
            className="ink"
            style={{ font: `600 ${isLead ? 25 : 20}px/1.25 ${HEADLINE}`, color: INK, margin: "0 0 8px" }}
          >
            <a href={url} style={{ color: INK, textDecoration: "none" }}>
              {title}
            </a>
          </h2>
          {excerpt && (
            <p
              {...wordsOf(story, excerpt)}
              className="muted"
              style={{ ...TEXT, fontSize: 15, color: MUTED, margin: 0 }}
            >
              {excerpt}
            </p>
          )}
        </td>
      </tr>
    </Table>
  );
}
