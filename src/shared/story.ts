import type { DocumentTypeName } from "./document.ts";

/** Where a story is on its way from an idea to readers, for documents of every type. */
export const STORY_STATES = [
  "idea",
  "writing",
  "asked",
  "changes",
  "ready",
  "scheduled",
  "public",
  "corrected",
  "withdrawn",
] as const;
export type StoryState = (typeof STORY_STATES)[number];

/** `has_changes`: readers have another text than the newsroom. */
export type Story = { state: StoryState; has_changes: boolean };

/** What the state is derived from. `isReady`: undefined for types that are not marked as ready. */
export type StoryFacts = {
  /** Whether readers have it, will have it at its time, had to stop before it, or do not have it. */
  phase: "draft" | "waiting" | "held" | "public";
  isReady?: boolean;
  wasPublic: boolean;
  isCorrected: boolean;
  /** The answers of reviewers; null for one that is missing. */
  answers: readonly ("approve" | "changes" | null)[];
  /** Whether a working copy differs from the document. */
  hasChanges: boolean;
};

export function storyOf({ phase, hasChanges, ...facts }: StoryFacts): Story {
  const isSeen = phase === "public" || phase === "waiting";
  return { state: stateOf({ phase, ...facts }), has_changes: isSeen && hasChanges };
}

function stateOf(facts: Omit<StoryFacts, "hasChanges">): StoryState {
  const { phase, answers, isCorrected, wasPublic } = facts;
  if (phase === "public") return isCorrected ? "corrected" : "public";
  if (phase === "waiting") return "scheduled";
  if (answers.includes("changes")) return "changes";
  if (answers.includes(null)) return "asked";
  if (phase === "held" || (facts.isReady ?? answers.length > 0)) return "ready";
  return wasPublic ? "withdrawn" : "writing";
}

const WORDS: Record<StoryState, string> = {
  idea: "Idea",
  writing: "Draft",
  asked: "In review",
  changes: "Changes requested",
  ready: "Ready",
  scheduled: "Scheduled",
  public: "Published",
  // The specified words of the status come first.
  corrected: "Published, corrected",
  withdrawn: "Draft, withdrawn",
};

/** The words for a state. Newsletter issues are sent, not published. */
export const storyWord = (state: StoryState, type: DocumentTypeName = "article"): string =>
  state === "public" && type === "issue" ? "Sent" : WORDS[state];
