import { STORY_STATES, type StoryState, storyWord } from "#shared/story.ts";
import { addDays, type Day, dayTime, instantAt, longDay, shortDay } from "../../admin/items.ts";
import type { IdeaChange, StoryIdea } from "../endpoints.ts";

export const BOARD_VIEWS = ["state", "person", "day"] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** What a drop on a column means. */
type Drop = { change: IdeaChange } | { draft: true } | { rejected: string };
export type BoardColumn = {
  key: string;
  title: string;
  stories: StoryIdea[];
  /** `from`: the key of the column that the story is taken from. */
  drop: (story: StoryIdea, from: string) => Drop;
};

type Board = {
  view: BoardView;
  stories: readonly StoryIdea[];
  /** Who has a column without stories too. */
  people: readonly { id: number; name: string }[];
  zone: string;
  now: number;
};

export function columnsOf(board: Board): BoardColumn[] {
  if (board.view === "person") return personColumns(board);
  return board.view === "day" ? dayColumns(board) : stateColumns(board);
}

/** States that have a column without stories too. */
const ALWAYS: ReadonlySet<StoryState> = new Set(["idea", "writing", "asked", "ready", "scheduled"]);

function stateColumns({ stories }: Board): BoardColumn[] {
  return STORY_STATES.map((state) => ({
    key: state,
    title: storyWord(state),
    stories: stories.filter((story) => story.state === state),
    drop: (story: StoryIdea) => dropOnState(story, state),
  })).filter(({ key, stories }) => stories.length > 0 || ALWAYS.has(key as StoryState));
}

function dropOnState(story: StoryIdea, state: StoryState): Drop {
  if (story.state === "idea" && state === "writing") return { draft: true };
  if (story.article === null) return { rejected: "Make a draft first." };
  return { rejected: "Open the article to change its state." };
}

const OPEN = "open";

function personColumns({ stories, people }: Board): BoardColumn[] {
  const known = new Map([...people, ...stories.flatMap((story) => story.people)].map(({ id, name }) => [id, name]));
  const columns = [...known]
    .map(([id, name]) => ({
      key: String(id),
      title: name,
      stories: stories.filter((story) => story.people.some((person) => person.id === id)),
      drop: ({ people: before }: StoryIdea, from: string): Drop => {
        const others = before.map((person) => person.id).filter((other) => String(other) !== from);
        return { change: { people: [...new Set([...others, id])] } };
      },
    }))
    .sort((one, other) => one.title.localeCompare(other.title, "en"));
  const open: BoardColumn = {
    key: OPEN,
    title: "Open",
    stories: stories.filter((story) => story.people.length === 0),
    drop: ({ people: before }, from) => ({
      change: { people: before.map((person) => person.id).filter((id) => String(id) !== from) },
    }),
  };
  return [open, ...columns];
}

/** When a story without a time is due on the day that it is moved to. */
const AFTERNOON = 17 * 60;
const DAYS = 6;

function dayColumns({ stories, zone, now }: Board): BoardColumn[] {
  const today = dayTime(now, zone).day;
  const end = addDays(today, DAYS);
  const dayOf = ({ due }: StoryIdea) => (due === null ? null : dayTime(Date.parse(due), zone).day);
  const among = (is: (day: Day | null) => boolean) => stories.filter((story) => is(dayOf(story)));
  const onto =
    (day: Day) =>
    ({ due }: StoryIdea): Drop => {
      const minute = due === null ? AFTERNOON : dayTime(Date.parse(due), zone).minute;
      return { change: { due: new Date(instantAt({ day, minute }, zone)).toISOString() } };
    };
  const titleOf = (day: Day, at: number) => ["Today", "Tomorrow"][at] ?? shortDay(day);
  const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at)).map((day, at) => ({
    key: day,
    title: titleOf(day, at),
    stories: among((due) => due === day),
    drop: onto(day),
  }));
  const before = among((due) => due !== null && due < today);
  const past = { key: "past", title: "Before today", stories: before, drop: onto(addDays(today, -1)) };
  return [
    ...(before.length > 0 ? [past] : []),
    ...days,
    { key: "later", title: "Later", stories: among((due) => due !== null && due >= end), drop: onto(end) },
    { key: "none", title: "No date", stories: among((due) => due === null), drop: () => ({ change: { due: null } }) },
  ];
}

/** When a story is due, in words: `Today, 17:00`. */
export function dueWords(due: string, zone: string, now: number): string {
  const { day, minute } = dayTime(Date.parse(due), zone);
  const today = dayTime(now, zone).day;
  const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const word = day === today ? "Today" : day === addDays(today, 1) ? "Tomorrow" : shortDay(day);
  return `${word}, ${clock}`;
}

export const columnLabel = ({ title, key }: BoardColumn): string => (/^\d{4}-/.test(key) ? longDay(key) : title);
