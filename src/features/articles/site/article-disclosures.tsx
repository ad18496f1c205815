/** What the authors held when the article was published, at the end of the text. */
export function ArticleDisclosures({ sentences }: { sentences: readonly string[] }) {
  return sentences.length === 0 ? null : (
    <p className="my-7 max-w-[41.5rem] border-t border-rule pt-3 text-[0.9375rem] wrap-anywhere text-muted">
      <b className="text-ink">Disclosure:</b> {sentences.join(" ")}
    </p>
  );
}
