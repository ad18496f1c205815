import { type ReactNode, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import type { OpenStory } from "#features/documents/requests/schema.ts";
import { useSettingsSheet } from "./settings-panel.tsx";

/** What is open before a text is published, and where it is in its room. */
export type Matter = { kind: "answer" | "reviews" | "notes" | "suggestions"; words: string };

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const reviewsWith = (story: OpenStory, wanted: "changes" | null) =>
  story.reviews.filter(({ answer }) => answer === wanted);

export function openMatters(story: OpenStory | undefined): Matter[] {
  if (!story) return [];
  const { open_notes: notes, suggestions } = story;
  return [
    ...reviewsWith(story, "changes").map(({ name, is_me }) => ({
      kind: "reviews" as const,
      words: is_me ? "You request changes" : `${name} requests changes`,
    })),
    ...reviewsWith(story, null).map(({ name, is_me }) =>
      is_me
        ? { kind: "answer" as const, words: "Answer the review request" }
        : { kind: "reviews" as const, words: `${name} has not answered` },
    ),
    ...(notes > 0 ? [{ kind: "notes" as const, words: counted(notes, "open note") }] : []),
    ...(suggestions > 0
      ? [
          {
            kind: "suggestions" as const,
            words: `Undecided suggestions by ${counted(suggestions, "person").replace("persons", "people")}`,
          },
        ]
      : []),
  ];
}

/** Whether it is more than the request to the user, which has a banner of its own. */
export const isOfOthers = ({ kind }: Matter) => kind !== "answer";
export const isOfText = ({ kind }: Matter) => kind === "notes" || kind === "suggestions";

const MAX_NAMED = 2;

/** The name of the second click, which publishes although something is open: `Publish without Lucy’s answer`. */
export function anywayWords(verb: string, story: OpenStory): string {
  const namesOf = (wanted: "changes" | null) =>
    reviewsWith(story, wanted)
      .toSorted((one, other) => Number(one.is_me) - Number(other.is_me))
      .map(({ name, is_me }) => (is_me ? "you" : name));
  const [objecting, unanswered] = [namesOf("changes"), namesOf(null)];
  const list = (names: string[]) => new Intl.ListFormat("en").format(names);
  if (objecting.length > 0 && unanswered.length > 0)
    return `${verb} despite ${counted(objecting.length, "objection")} and without ${counted(unanswered.length, "answer")}`;
  if (objecting.length > MAX_NAMED) return `${verb} despite ${objecting.length} objections`;
  if (objecting.length > 0) return `${verb} despite the changes requested by ${list(objecting)}`;
  if (unanswered.length > MAX_NAMED) return `${verb} without ${unanswered.length} answers`;
  if (unanswered.length > 1) return `${verb} without the answers of ${list(unanswered)}`;
  if (unanswered[0] === "you") return `${verb} without your answer`;
  if (unanswered.length === 1) return `${verb} without ${unanswered[0]}’s answer`;
  if (story.suggestions > 0) return `${verb} with undecided suggestions`;
  return `${verb} with ${counted(story.open_notes, "open note")}`;
}

/** Whether the text was published although something is open, or asks first. */
export function useSecondClick(story: OpenStory | undefined) {
  const [isNamed, setIsNamed] = useState(false);
  const needsIt = openMatters(story).length > 0;
  return {
    /** Whether the named button is shown. */
    isNamed: isNamed && needsIt,
    /** Returns whether the click is the one that publishes. */
    isConfirmed() {
      if (!needsIt || isNamed) return true;
      setIsNamed(true);
      return false;
    },
  };
}

/** A button in a list that leads to a place in the room. */
export const ToPlace = ({ onGo, children }: { onGo: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onGo}
    className="tap text-left underline underline-offset-4 hover:text-accent wrap-anywhere"
  >
    {children}
  </button>
);

type MattersProps = { matters: readonly Matter[]; onGo: (kind: Matter["kind"]) => void };

/** What is open, each leading to its place in the room. */
export function OpenMatters({ matters, onGo }: MattersProps) {
  if (matters.length === 0) return null;
  return (
    <section aria-label="Still open" className="border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      <p className="text-sm font-semibold">Still open</p>
      <ul>
        {matters.map(({ kind, words }) => (
          <li key={words}>
            <ToPlace onGo={() => onGo(kind)}>{words}</ToPlace>
          </li>
        ))}
      </ul>
    </section>
  );
}

const REVIEWERS = "room-reviewers";

/** Leads to what is open: to the notes, the suggestions, the request to the user, or the reviewers among the settings. */
export function useMatterPlaces(
  element: RefObject<HTMLElement | null>,
  notes: Pick<RoomNotes, "open" | "close" | "panel">,
): (kind: Matter["kind"]) => void {
  const sheet = useSettingsSheet();
  return (kind) => {
    if (kind === "notes") {
      flushSync(() => notes.open());
      return notes.panel.current?.querySelector<HTMLElement>("h2")?.focus();
    }
    if (kind === "suggestions") return element.current?.querySelector<HTMLElement>("[data-suggestions]")?.click();
    flushSync(notes.close);
    if (kind === "answer") return element.current?.querySelector<HTMLElement>("[data-review-request] button")?.focus();
    const place = element.current?.querySelector<HTMLElement>(`#${REVIEWERS}`);
    const group = place?.closest("details");
    if (group) group.open = true;
    if (place?.closest("dialog:not([open])")) sheet.open(REVIEWERS);
    else place?.focus();
  };
}
