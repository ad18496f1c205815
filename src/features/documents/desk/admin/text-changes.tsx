import { compareContent } from "#features/articles/admin/version-fields.tsx";
import { type Change, contentChanges, type Run, wordChanges } from "#features/content/compare.ts";

/** What changed from one content (HTML) to another, paragraph by paragraph and word by word. */
export function ContentChanges({ before, after }: { before: string; after: string }) {
  const { mine, theirs } = compareContent(before, after);
  const changes = contentChanges(mine, theirs);
  if (changes.every((change) => "unchanged" in change)) return <p className="meta">Only its formatting has changed.</p>;
  return changes.map((change, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
    <ChangedPart key={at} change={change} />
  ));
}

function ChangedPart({ change }: { change: Change }) {
  if ("runs" in change)
    return (
      <p>
        <Runs runs={change.runs} />
      </p>
    );
  const { unchanged } = change;
  return (
    <p className="meta">{unchanged === 1 ? "One paragraph is the same." : `${unchanged} paragraphs are the same.`}</p>
  );
}

/** What changed from one text to another, word by word. */
export const TextChanges = ({ before, after }: { before: string; after: string }) => (
  <Runs runs={wordChanges(before, after)} />
);

function Runs({ runs }: { runs: Run[] }) {
  return runs.map(({ text, is }, at) => {
    const Element = is === "added" ? "ins" : is === "removed" ? "del" : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
    return <Element key={at}>{text}</Element>;
  });
}
