import { comparableBlocks, withNotesInLine } from "#features/content/rules.ts";
import type { SuggestionList } from "../schema.ts";

type OfPerson = SuggestionList["suggestions"][number];
/** An edit, and who suggests it. */
export type ListedEdit = Pick<OfPerson, "person" | "name" | "saved"> & { edit: OfPerson["edits"][number] };

/** The edits of the plain texts, then the content, in pieces: HTML that nobody wants changed, and the edits at their places. */
export function piecesOf(
  { texts, suggestions }: SuggestionList,
  { lines, content }: { lines: readonly string[]; content: string },
): (string | ListedEdit)[] {
  const edits = suggestions.flatMap(({ person, name, saved, edits: own }) =>
    own.map((edit): ListedEdit => ({ person, name, saved, edit })),
  );
  const pieces: (string | ListedEdit)[] = lines.flatMap((field) => edits.filter(({ edit }) => edit.field === field));
  const [blocks = []] = comparableBlocks(texts[content] ?? "").lists;
  const addText = (from: number, to?: number) => {
    const html = blocks.slice(from, to).map(withNotesInLine).join("");
    if (html !== "") pieces.push(html);
  };
  const inContent = edits
    .filter(({ edit }) => edit.field === content)
    .toSorted((one, other) => one.edit.at - other.edit.at || one.edit.blocks - other.edit.blocks);
  let shown = 0;
  for (const listed of inContent) {
    const { at, blocks: replaced } = listed.edit;
    if (at > shown) addText(shown, at);
    pieces.push(listed);
    shown = Math.max(shown, at + replaced);
  }
  addText(shown);
  return pieces;
}
