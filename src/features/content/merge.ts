import { agreed, type Merge, type MergeRegion, mergeBlocks } from "#shared/merge-blocks.ts";
import { blockKey, wholeBlocks } from "./keys.ts";
import { isWrong, mergeTokens } from "./merge-words.ts";
import { comparableBlocks, topLevelBlocks } from "./rules.ts";
import { htmlTokens, isNested, joinHtml, joinText, suggestionIds, textTokens } from "./tokens.ts";

const apart = <Text>(mine: Text, theirs: Text): Merge<Text> => ({ mine, theirs, isConflict: true });

/** Merges by words what both changed of the same blocks. */
const mergeRegion: MergeRegion = (base, mine, theirs) => {
  const [began, own, others] = tokensOf([base, mine, theirs], suggestionIds(base.join("")));
  const merged = mergeTokens(began, own, others);
  const isBroken = [merged.mine, merged.theirs].some(
    (tokens) => !isNested(tokens, began, own, others) || (!merged.isConflict && isWrong(began, own, others, tokens)),
  );
  if (isBroken) return apart([...mine], [...theirs]);
  const blocks = (tokens: Tokens, version: readonly string[]) => {
    const written = wholeBlocks(topLevelBlocks(joinHtml(tokens)));
    // What only one side has stays as it was written.
    return written.map(blockKey).join() === version.map(blockKey).join() ? [...version] : written;
  };
  return { mine: blocks(merged.mine, mine), theirs: blocks(merged.theirs, theirs), isConflict: merged.isConflict };
};

type Tokens = ReturnType<typeof htmlTokens>;
type Four = [Set<string>, Set<string>, Set<string>, Set<string>];

/** The tokens of versions of the same blocks; `known`: the suggestions that their base has. */
const tokensOf = <Versions extends (readonly string[])[]>(versions: [...Versions], known: ReadonlySet<string>) =>
  versions.map((blocks) => htmlTokens(blocks.join(""), known)) as { [At in keyof Versions]: Tokens };

/**
 * Merges two changes of the same content: by blocks, and by words where both changed the same ones. If both changed the
 * same words, the result of each side has its own words there, and everything else of both.
 */
export function mergeContent(base: string, mine: string, theirs: string): Merge<string> {
  const { lists, isMovable, join } = comparableBlocks(base, mine, theirs);
  const [began = [], own = [], others = []] = lists;
  // Footnotes out of order would be cut from their references.
  const merged = mergeBlocks(began, own, others, blockKey, isMovable ? mergeRegion : undefined);
  if (!merged.isConflict) {
    const [known, ofMine, ofTheirs, all] = [base, mine, theirs, merged.theirs.join("")].map(suggestionIds) as Four;
    // Those that the merge has made.
    for (const id of all) if (!ofMine.has(id) && !ofTheirs.has(id)) known.add(id);
    if (isWrong(...tokensOf([began, own, others, merged.theirs], known))) return apart(mine, theirs);
  }
  return { mine: join(merged.mine), theirs: join(merged.theirs), isConflict: merged.isConflict };
}

/** The same; undefined if both changed the same words. */
export const mergedContent = (base: string, mine: string, theirs: string): string | undefined =>
  agreed(mergeContent(base, mine, theirs));

/** Merges two changes of a plain text by words. `max`: its greatest length in code points. */
export function mergeText(base: string, mine: string, theirs: string, max: number): Merge<string> {
  const [began, own, others] = [base, mine, theirs].map(textTokens) as [Text, Text, Text];
  // Two titles for a text without one are a choice, not one title.
  if (began.tokens.length === 0 && mine !== theirs) return apart(mine, theirs);
  const merged = mergeTokens(began.tokens, own.tokens, others.tokens);
  if (!merged.isConflict && isWrong(began.tokens, own.tokens, others.tokens, merged.theirs)) return apart(mine, theirs);
  const rest = others.rest === began.rest ? own.rest : others.rest;
  const [withMine, withTheirs] = [merged.mine, merged.theirs].map((tokens) => joinText(tokens) + rest) as [
    string,
    string,
  ];
  // Both additions together may be longer than the field.
  if ([...withTheirs].length > max || [...withMine].length > max) return apart(mine, theirs);
  return { mine: withMine, theirs: withTheirs, isConflict: merged.isConflict };
}

type Text = ReturnType<typeof textTokens>;
