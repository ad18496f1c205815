import { type Block, blockPairs, compareNodes, type Run, wordChanges } from "#features/content/compare.ts";
import type { ContentNode } from "#features/content/model.ts";
import { parseContent } from "#features/content/parse.ts";
import { topLevelBlocks } from "#features/content/rules.ts";
import { commonSubsequence } from "#shared/sequences.ts";
import type { PublishedText } from "./serialize.ts";

/** Limits of one comparison, at most some 20 ms: steps through blocks or words, and characters of each side. */
const MAX_STEPS = 250_000;
const MAX_COMPARED = 64 * 1024;
const CONTEXT = 120;

export type Part = { is: Run["is"] | "omitted"; text: string };
export type FieldChange = { field: "title" | "excerpt" | "image" | "content"; parts: Part[] };

const TOO_LONG = "Further changes are too long to show word by word.";
const FORMATTING = "Only formatting or pictures have changed.";
const PICTURE = "The picture has changed.";

export function textChanges(before: PublishedText, after: PublishedText): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of ["title", "excerpt"] as const)
    if (before[field] !== after[field]) changes.push({ field, parts: runsOf(before[field], after[field]) });
  if (before.image_url !== after.image_url) changes.push({ field: "image", parts: [{ is: "omitted", text: PICTURE }] });
  return [...changes, ...contentChanges(before.content, after.content)];
}

const runsOf = (before: string, after: string): Part[] => shortened(wordChanges(before, after, MAX_STEPS));

/** Only the outermost elements that differ are parsed: an edit affects few of a long text. */
function contentChanges(before: string, after: string): FieldChange[] {
  if (before === after) return [];
  const changes: FieldChange[] = [];
  const [left, right] = [topLevelBlocks(before), topLevelBlocks(after)];
  let room = MAX_COMPARED;
  let [row, column] = [0, 0];
  for (const [mine, theirs] of [...commonSubsequence(left, right, MAX_STEPS), [left.length, right.length] as const]) {
    const removed = left.slice(row, mine).join("");
    const added = right.slice(column, theirs).join("");
    [row, column] = [mine + 1, theirs + 1];
    if (removed === added) continue;
    room -= Math.max(removed.length, added.length);
    if (room < 0) return [...changes, { field: "content", parts: [{ is: "omitted", text: TOO_LONG }] }];
    changes.push(...partChanges(removed, added));
  }
  if (changes.length > 0) return changes;
  return [{ field: "content", parts: [{ is: "omitted", text: FORMATTING }] }];
}

function partChanges(before: string, after: string): FieldChange[] {
  const { mine, theirs } = compareNodes(nodesOf(before), nodesOf(after), MAX_STEPS);
  let stepsLeft = MAX_STEPS;
  return blockPairs(mine, theirs).flatMap((pair): FieldChange[] => {
    if (pair === null) return [];
    const [old, now] = [pair.before?.text ?? "", pair.after?.text ?? ""];
    stepsLeft = Math.max(0, stepsLeft - (old.length / 6) * (now.length / 6));
    const parts = old === now ? sameWords(pair) : shortened(wordChanges(old, now, stepsLeft));
    return parts.length > 0 ? [{ field: "content", parts }] : [];
  });
}

/** Content without picture addresses, which mean nothing to readers and may be on other hosts. */
const nodesOf = (html: string) => withoutSources(parseContent(html).nodes);
const withoutSources = (nodes: ContentNode[]): ContentNode[] =>
  nodes.map((node) => {
    if (typeof node === "string") return node;
    const attributes = node.attributes.filter(([name]) => name !== "src");
    return { ...node, attributes, children: withoutSources(node.children) };
  });

function sameWords({ before, after }: { before?: Block | undefined; after?: Block | undefined }): Part[] {
  const [old = [], now = []] = [before?.addresses, after?.addresses];
  const parts: Part[] = [
    ...old.filter((address) => !now.includes(address)).map((text) => ({ is: "removed" as const, text: ` ${text}` })),
    ...now.filter((address) => !old.includes(address)).map((text) => ({ is: "added" as const, text: ` ${text}` })),
  ];
  return parts.length > 0 ? [...shortened([{ is: "same", text: after?.text ?? "" }]), ...parts] : [];
}

function shortened(runs: Run[]): Part[] {
  return runs.map(({ is, text }, at) => {
    if (is !== "same" || text.length <= 2 * CONTEXT) return { is, text };
    const start = at === 0 ? "" : upToWord(text);
    const end = at === runs.length - 1 && at > 0 ? "" : fromWord(text);
    return { is, text: `${start}…${end}` };
  });
}

const upToWord = (text: string) => text.slice(0, text.lastIndexOf(" ", CONTEXT) + 1);
const fromWord = (text: string) => {
  const from = text.indexOf(" ", text.length - CONTEXT);
  return from === -1 ? "" : text.slice(from);
};
