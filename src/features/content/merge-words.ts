import type { Merge } from "#shared/merge-blocks.ts";
import { append, commonSubsequence, MAX_BLOCK_STEPS } from "#shared/sequences.ts";
import { asOwnSuggestions } from "./own-suggestions.ts";
import { isSpaced, isSuggestion, isWord, type Token } from "./tokens.ts";

/** Base tokens from `start` to before `end`, replaced by those of the version from `from` to before `to`. */
type Edit = { start: number; end: number; from: number; to: number };

/** A version as a change of the base. `places`: where the version has each token of the base; -1 for deleted ones. */
type Change = { tokens: readonly Token[]; edits: Edit[]; places: Int32Array };

type Side = "mine" | "theirs";
type Changes = { base: readonly Token[] } & Record<Side, Change>;

function changeOf(base: readonly Token[], tokens: readonly Token[]): Change {
  const keys = (list: readonly Token[]) => list.map(({ key }) => key);
  const common = commonSubsequence(keys(base), keys(tokens), MAX_BLOCK_STEPS);
  const places = new Int32Array(base.length).fill(-1);
  const edits: Edit[] = [];
  let [start, from] = [0, 0];
  for (const [at, to] of [...common, [base.length, tokens.length] as const]) {
    if (at > start || to > from) edits.push({ start, end: at, from, to });
    if (at < base.length) places[at] = to;
    [start, from] = [at + 1, to + 1];
  }
  const change = { tokens, edits, places };
  for (const edit of edits) settle(base, change, edit);
  return change;
}

/** How many places an insertion or deletion may be moved back to become whole elements. */
const MAX_BACK = 64;

/**
 * Moves an insertion or deletion that could be at several places, as of a paragraph whose neighbours have the same tags:
 * to the last place where it is whole elements, otherwise to the last one. Both sides choose alike.
 */
function settle(base: readonly Token[], { tokens, places }: Change, edit: Edit): void {
  const isInsertion = edit.start === edit.end;
  if (!isInsertion && edit.from !== edit.to) return;
  const list = isInsertion ? tokens : base;
  const [first, end] = isInsertion ? (["from", "to"] as const) : (["start", "end"] as const);
  const forward = (): boolean => {
    const { start, end: stop, from, to } = edit;
    if (stop >= base.length || places[stop] !== to || base[stop]?.key !== list[edit[first]]?.key) return false;
    if (!isInsertion) places[stop] = -1;
    places[start] = from;
    Object.assign(edit, { start: start + 1, end: stop + 1, from: from + 1, to: to + 1 });
    return true;
  };
  const back = (): boolean => {
    const { start, end: stop, from, to } = edit;
    if (start === 0 || places[start - 1] !== from - 1 || base[start - 1]?.key !== list[edit[end] - 1]?.key)
      return false;
    if (!isInsertion) places[start - 1] = -1;
    places[stop - 1] = to - 1;
    Object.assign(edit, { start: start - 1, end: stop - 1, from: from - 1, to: to - 1 });
    return true;
  };
  while (forward());
  const run = () => list.slice(edit[first], edit[end]);
  if (!run().some(({ is }) => is === "open" || is === "close")) return;
  let steps = 0;
  while (!isWhole(run()) && steps < MAX_BACK && back()) steps++;
  if (isWhole(run())) return;
  while (steps-- > 0) forward();
}

function isWhole(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const { is } of tokens) {
    if (is === "open") depth++;
    if (is === "close" && --depth < 0) return false;
  }
  return depth === 0;
}

const isInsertion = ({ start, end }: Edit) => start === end;
const isDeletion = ({ from, to }: Edit) => from === to;
const runOf = ({ tokens }: Change, { from, to }: Edit): readonly Token[] => tokens.slice(from, to);
const keyOfRun = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join("\0");

type Cluster = { start: number; end: number } & Record<Side, Edit[]>;

/** The edits of both sides by place: those that overlap are in one cluster. */
function clustersOf({ mine, theirs }: Changes): Cluster[] {
  const all = [
    ...theirs.edits.map((edit) => ({ edit, side: "theirs" as const })),
    ...mine.edits.map((edit) => ({ edit, side: "mine" as const })),
  ].sort((one, other) => one.edit.start - other.edit.start || one.edit.end - other.edit.end);
  const clusters: Cluster[] = [];
  for (const { edit, side } of all) {
    const last = clusters.at(-1);
    const isSamePlace = last && isInsertion(edit) && last.start === last.end && last.start === edit.start;
    if (last && (edit.start < last.end || isSamePlace)) {
      last.end = Math.max(last.end, edit.end);
      last[side].push(edit);
    } else clusters.push({ start: edit.start, end: edit.end, mine: [], theirs: [], [side]: [edit] });
  }
  return clusters;
}

/** Whether both sides changed the same words differently. What both deleted, or replaced alike, is no conflict. */
function isContested({ mine, theirs }: Changes, cluster: Cluster): boolean {
  if (cluster.start === cluster.end || [...cluster.mine, ...cluster.theirs].every(isDeletion)) return false;
  return cluster.mine.some((edit) =>
    cluster.theirs.some((other) => {
      if (Math.max(edit.start, other.start) >= Math.min(edit.end, other.end) && !isInside(edit, other)) return false;
      const isSame = edit.start === other.start && edit.end === other.end;
      return !isSame || keyOfRun(runOf(mine, edit)) !== keyOfRun(runOf(theirs, other));
    }),
  );
}

const isInside = (one: Edit, other: Edit) =>
  (isInsertion(one) && other.start < one.start && one.start < other.end) ||
  (isInsertion(other) && one.start < other.start && other.start < one.end);

/**
 * A token of the result, with its places in both versions, by which neighbours of one version are known. `isReplaced`: it is
 * a part of the result only where it has to be suggested that mine replaces it. `isKept`: it is a part of a word of the base,
 * which a suggestion cuts.
 */
type Placed = Token & { at: Record<Side, number>; isReplaced?: boolean; isKept?: boolean };
const NOWHERE = { mine: -2, theirs: -2 };

/** Merges two changes of the same tokens; where both changed the same words, each side has its own. */
export function mergeTokens(base: readonly Token[], mine: readonly Token[], theirs: readonly Token[]): Merge<Token[]> {
  const changes = { base, mine: changeOf(base, mine), theirs: changeOf(base, theirs) };
  const clusters = clustersOf(changes);
  const contested = new Set(clusters.filter((cluster) => isContested(changes, cluster)));
  let isConflict = contested.size > 0;
  const write = (side: Side): Token[] | undefined => {
    const merged: Placed[] = [];
    let at = 0;
    const take = (to: number) => {
      for (; at < to; at++) {
        const kept = keptToken(changes, at);
        isConflict ||= kept === "contested";
        merged.push(kept === "contested" ? ownToken(changes, at, side) : kept);
      }
    };
    for (const cluster of clusters) {
      take(cluster.start);
      if (contested.has(cluster)) append(merged, versionOf(changes, side, cluster));
      else {
        append(merged, replacedIn(changes, cluster));
        append(merged, insertedIn(changes, cluster));
      }
      at = cluster.end;
    }
    take(base.length);
    const placeIn = (which: Side) => (at: number) => (merged[at]?.at[which] ?? -1) >= 0;
    const [inMine, inTheirs] = [placeIn("mine"), placeIn("theirs")];
    return asOwnSuggestions(separated(merged), {
      inMine,
      isAdded: (at) => inMine(at) && !inTheirs(at) && !merged[at]?.isKept,
      isReplaced: (at) => merged[at]?.isReplaced === true,
    });
  };
  const [withTheirs, withMine] = [write("theirs"), write("mine")];
  if (!withTheirs || !withMine) return { theirs: [...theirs], mine: [...mine], isConflict: true };
  return { theirs: withTheirs, mine: isConflict ? withMine : withTheirs, isConflict };
}

const placesAt = ({ mine, theirs }: Changes, at: number) => ({
  mine: mine.places[at] ?? -1,
  theirs: theirs.places[at] ?? -1,
});

/** A token of the base as one side has it. */
function ownToken(changes: Changes, at: number, side: Side): Placed {
  const places = placesAt(changes, at);
  const token = changes[side].tokens[places[side]] ?? (changes.base[at] as Token);
  return { ...token, at: places };
}

/** A token that both sides have, with the space and formatting that either changed. */
function keptToken(changes: Changes, at: number): Placed | "contested" {
  const began = changes.base[at] as Token;
  const [one, other] = [ownToken(changes, at, "theirs"), ownToken(changes, at, "mine")];
  const marks = mergeMarks(began.marks, other.marks, one.marks);
  if (marks === undefined) return "contested";
  const { space, spaceMarks } = mergeSpace(began, other, one);
  return { ...one, marks, space, spaceMarks };
}

type Space = Pick<Token, "space" | "spaceMarks">;

/** Of two changed spaces the longer one, for either side. */
function mergeSpace(base: Space, mine: Space, theirs: Space): Space {
  const [began, own, other] = [base, mine, theirs].map((one) => one.space + one.spaceMarks.join("")) as [
    string,
    string,
    string,
  ];
  if (own === began || own === other) return theirs;
  if (other === began) return mine;
  // One that is there in any case is not suggested.
  const [isMine, isTheirs] = [mine, theirs].map((one) => one.space !== "" && one.spaceMarks.length === 0);
  if (isMine !== isTheirs) return isMine ? mine : theirs;
  const longer = mine.space.length - theirs.space.length;
  return longer > 0 || (longer === 0 && own > other) ? mine : theirs;
}

const nameOf = (mark: string) => /^<[a-z0-9]+/.exec(mark)?.[0];

/** The marks of both sides; undefined if each has another one of the same kind, such as two links. */
function mergeMarks(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] | undefined {
  const key = (marks: readonly string[]) => marks.join("");
  if (key(mine) === key(base)) return theirs;
  if (key(theirs) === key(base) || key(mine) === key(theirs)) return mine;
  const kept = theirs.filter((mark) => mine.includes(mark) || !base.includes(mark));
  const merged = [...kept, ...mine.filter((mark) => !base.includes(mark) && !kept.includes(mark))];
  return new Set(merged.map(nameOf)).size === merged.length ? merged : undefined;
}

/** What a side has in the place of a cluster. */
function versionOf(changes: Changes, side: Side, { start, end, ...cluster }: Cluster): Placed[] {
  const version: Placed[] = [];
  let at = start;
  for (const edit of cluster[side]) {
    for (; at < edit.start; at++) version.push(ownToken(changes, at, side));
    append(version, placed(changes, edit, side));
    at = edit.end;
  }
  for (; at < end; at++) version.push(ownToken(changes, at, side));
  return version;
}

function placed(changes: Changes, edit: Edit, side: Side): Placed[] {
  const isKept = side === "mine" && !isInsertion(edit) && isRemarked(changes, edit);
  return runOf(changes[side], edit).map((token, index) => ({
    ...token,
    at: { ...NOWHERE, [side]: edit.from + index },
    isKept,
  }));
}

const SUGGESTED = / data-(?:inserted|deleted)="[a-z0-9]{1,40}"/g;

/** Whether mine has the same there without what it suggests: it suggests to change a part of a word, or the block. */
function isRemarked({ base, mine }: Changes, { start, end, from, to }: Edit): boolean {
  const isPlain = ({ marks }: Token) => !marks.some((mark) => isSuggestion(mark) && nameOf(mark) === "<ins");
  const textOf = (tokens: readonly Token[]) => tokens.map(({ raw }) => raw.replace(SUGGESTED, "")).join("");
  return textOf(base.slice(start, end)) === textOf(mine.tokens.slice(from, to).filter(isPlain));
}

/** What mine replaces by other words and theirs still has, as theirs has it. */
const replacedIn = (changes: Changes, { mine }: Cluster): Placed[] =>
  mine
    .filter((edit) => !isInsertion(edit) && !isDeletion(edit) && !isRemarked(changes, edit))
    .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index))
    .filter((at) => (changes.theirs.places[at] ?? -1) >= 0)
    .map((at) => ({ ...ownToken(changes, at, "theirs"), isReplaced: true }));

/** What both sides inserted at one place, theirs first; the same only once. */
function insertedIn(changes: Changes, { mine, theirs }: Cluster): Placed[] {
  const runs = (edits: readonly Edit[], side: Side) =>
    edits.flatMap((edit) => withMarksOf(changes, edit, side, placed(changes, edit, side)));
  const [one, other] = [runs(theirs, "theirs"), runs(mine, "mine")];
  if (includes(one, other)) return one;
  return includes(other, one) ? other : [...one, ...other];
}

/** Fewer words may be equal by chance, as of two sentences that begin alike. */
const MIN_REPEATED = 3;
/** Above this many pairs, a text in another one is not looked for. */
const MAX_PAIRS = 1_000_000;

/** Whether an insertion has the other one in it, as when it was saved before and sent again. */
function includes(all: readonly Token[], part: readonly Token[]): boolean {
  if (part.length === 0 || all.length === part.length) return keyOfRun(all) === keyOfRun(part);
  const isLong = part.filter(isWord).length >= MIN_REPEATED && all.length * part.length <= MAX_PAIRS;
  return isLong && all.some((_token, at) => part.every(({ key }, index) => key === all[at + index]?.key));
}

/** Inserted tokens with the formatting that the other side gave to, or took from, the words around or before. */
function withMarksOf({ base, ...changes }: Changes, edit: Edit, side: Side, tokens: Placed[]): Placed[] {
  const { places, tokens: others } = changes[side === "mine" ? "theirs" : "mine"];
  const around = isInsertion(edit) ? [edit.start - 1, edit.start] : [edit.start, edit.end - 1];
  const pairs = around.flatMap((at) => {
    const [began, now] = [base[at], others[places[at] ?? -1]];
    return began && now && began.is !== "open" && began.is !== "close" ? [{ began: began.marks, now: now.marks }] : [];
  });
  const [first] = pairs;
  if (!first || pairs.length < 2 || pairs.every(({ began, now }) => began.join() === now.join())) return tokens;
  const added = first.now.filter(
    (mark) =>
      !isSuggestion(mark) &&
      pairs.every(({ began, now }) => now.includes(mark) && !began.some((one) => nameOf(one) === nameOf(mark))),
  );
  const removed = first.began.filter((mark) => pairs.every(({ now }) => !now.includes(mark)));
  return tokens.map((token) => {
    if (token.is === "open" || token.is === "close") return token;
    const kept = token.marks.filter((mark) => !removed.includes(mark));
    const more = added.filter((mark) => !kept.some((one) => nameOf(one) === nameOf(mark)));
    return { ...token, marks: [...kept, ...more] };
  });
}

const ENDS = /^[.,;:!?)\]”’»…]$/;

/** Separates words of two sides that came next to each other. */
function separated(tokens: readonly Placed[]): Token[] {
  let before: Placed | undefined;
  return tokens.map((placed) => {
    const { at, isReplaced = false, isKept: _, ...token } = placed;
    if (isReplaced) return token;
    const last = before;
    before = placed;
    if (!last || token.space !== "" || !isSpaced(token)) return token;
    const isTogether = at.mine === last.at.mine + 1 || at.theirs === last.at.theirs + 1;
    const isEnd = isSpaced(last) || ENDS.test(last.raw);
    // Without the suggested one of the two, nothing has to be separated.
    const spaceMarks = [token, last].map(({ marks }) => marks.filter(isSuggestion)).find(({ length }) => length > 0);
    return isTogether || !isEnd ? token : { ...token, space: " ", spaceMarks: spaceMarks ?? [] };
  });
}

/**
 * Whether a merged text has words twice that both moved, or lacks one that neither side deleted. Also whether both
 * inserted nearly the same text, such as a paragraph that both brought back.
 */
export function isWrong(
  base: readonly Token[],
  mine: readonly Token[],
  theirs: readonly Token[],
  merged: readonly Token[],
) {
  const [began, own, others, all] = [base, mine, theirs, merged].map(counted) as [Counts, Counts, Counts, Counts];
  const inserted = { mine: 0, theirs: 0, both: 0 };
  for (const word of new Set([...own.keys(), ...others.keys(), ...all.keys()])) {
    const [b, m, t, count] = [began, own, others, all].map((counts) => counts.get(word) ?? 0) as Four;
    if (m > b) inserted.mine++;
    if (t > b) inserted.theirs++;
    if (b === 0 && m > 0 && t > 0 && count === m + t) inserted.both++;
    // A frequent word does not show that a sentence was moved.
    if (b > 1) continue;
    const least = Math.min(m, t) < b ? Math.max(0, m + t - b) : Math.max(m, t);
    if (count < least || count > b + Math.max(0, m - b) + Math.max(0, t - b)) return true;
  }
  return inserted.both >= MIN_REPEATED && 2 * inserted.both >= Math.min(inserted.mine, inserted.theirs);
}

type Counts = Map<string, number>;
type Four = [number, number, number, number];

function counted(tokens: readonly Token[]): Counts {
  const counts: Counts = new Map();
  for (const token of tokens) if (isWord(token)) counts.set(token.key, (counts.get(token.key) ?? 0) + 1);
  return counts;
}
