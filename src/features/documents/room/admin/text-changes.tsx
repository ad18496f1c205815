import { type Run, wordChanges } from "#features/content/compare.ts";

/** The changes between two texts, word by word. */
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
