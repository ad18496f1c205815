import { LongDate } from "#ui/time.tsx";
import type { ShownArticle } from "./complete-article.ts";

/** The dated corrections above or below the text, oldest first. */
export function ArticleCorrections(props: { article: Pick<ShownArticle, "corrections">; position: "top" | "bottom" }) {
  const { article, position } = props;
  return article.corrections
    .filter((one) => one.position === position)
    .toReversed()
    .map(({ date, text }) => (
      <p
        key={date + text}
        className={`my-7 ${position === "top" ? "" : "max-w-[41.5rem]"} border-l-4 border-accent bg-surface px-4 py-3 wrap-anywhere whitespace-pre-line`}
      >
        <b>
          Correction, <LongDate date={date} />:
        </b>{" "}
        {text}
      </p>
    ));
}
