import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleDot,
  EyeOff,
  FilePenLine,
  type IconNode,
  Lightbulb,
  MessageCircleQuestion,
  MessageSquareWarning,
} from "lucide";
import type { DocumentTypeName } from "#shared/document.ts";
import { type StoryState as State, type Story, storyWord } from "#shared/story.ts";
import { Icon } from "../icon.tsx";

const MARKS: Record<State, [icon: IconNode, look: string]> = {
  idea: [Lightbulb, "text-muted"],
  writing: [CircleDashed, "text-muted"],
  asked: [MessageCircleQuestion, "text-ink"],
  changes: [MessageSquareWarning, "text-down"],
  ready: [CircleCheck, "text-accent"],
  scheduled: [CalendarClock, "text-ink"],
  public: [CircleDot, "text-up"],
  corrected: [FilePenLine, "text-up"],
  withdrawn: [EyeOff, "text-muted"],
};

/** The mark of a state alone, next to its word. */
export function StoryMark({ state }: { state: State }) {
  const [icon, look] = MARKS[state];
  return <Icon icon={icon} size={14} className={`mt-[0.2em] shrink-0 ${look}`} />;
}

type Props = {
  story: Story;
  type?: DocumentTypeName;
  /** What the word alone does not say, such as a time: `Tue 09:00`. */
  detail?: string | undefined;
  /** Replaces the word, where a type knows more: an issue that is being sent. */
  word?: string | undefined;
  className?: string;
};

/** The state of a story as a mark and a word, the same wherever a document is named. */
export function StoryState({ story: { state, has_changes }, type, detail, word, className = "" }: Props) {
  const [, look] = MARKS[state];
  const words = [word ?? storyWord(state, type), detail].filter(Boolean).join(", ");
  return (
    <span data-state={state} className={`story-state inline-flex flex-wrap items-center gap-x-1.5 ${className}`}>
      <span className={`inline-flex items-start gap-1.5 font-semibold ${look}`}>
        <StoryMark state={state} />
        <span>{words}</span>
      </span>
      {has_changes && (
        <span className="inline-block whitespace-nowrap rounded-full border border-current px-2 text-xs font-semibold text-accent">
          Changes waiting
        </span>
      )}
    </span>
  );
}
