import { MoveHorizontal } from "lucide";
import { Link } from "react-router";
import { useNow } from "#shared/site-context.tsx";
import { storyWord } from "#shared/story.ts";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, AdminIconButton, buttonLook } from "#ui/admin/controls.tsx";
import { useDragging } from "#ui/admin/dragging.ts";
import { Menu } from "#ui/admin/menu.tsx";
import { Icon } from "#ui/icon.tsx";
import type { StoryIdea } from "../endpoints.ts";
import { SLOT_LABELS } from "../rules.ts";
import { type BoardColumn, type BoardView, columnLabel, dueWords } from "./columns.ts";

type Taken = { story: StoryIdea; from: string };
type Props = {
  view: BoardView;
  columns: BoardColumn[];
  zone: string;
  onOpen: (story: StoryIdea) => void;
  onDraft: (story: StoryIdea) => void;
  onMove: (story: StoryIdea, from: string, column: BoardColumn) => Promise<void>;
};

/** Stories in columns, which scroll sideways where there is no room; on a phone they are below each other. */
export function Board({ columns, onMove, ...given }: Props) {
  const drag = useDragging<Taken, BoardColumn>({
    onDrop: ({ story, from }, column) => column.key !== from && void onMove(story, from, column),
  });
  return (
    <section
      aria-label="Board"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="grid gap-x-3 gap-y-6 pb-4 sm:auto-cols-[minmax(11rem,1fr)] sm:grid-flow-col sm:overflow-x-auto"
    >
      {columns.map((column) => (
        <section
          key={column.key}
          aria-label={columnLabel(column)}
          className={`min-w-0 data-over:bg-surface sm:min-h-64 ${column.stories.length === 0 ? "max-sm:hidden" : ""}`}
          {...drag({ place: column })}
        >
          <h2 className="mb-2 border-b border-rule pb-1.5 text-[0.9375rem] font-semibold">
            {column.title} <span className="meta font-normal tabular-nums">{column.stories.length}</span>
          </h2>
          <ul className="space-y-2">
            {column.stories.map((story) => (
              <li key={story.id} {...(story.may_change && drag({ item: { story, from: column.key } }))}>
                <Card
                  story={story}
                  targets={columns.filter(({ key }) => key !== column.key)}
                  onMove={(to) => void onMove(story, column.key, to)}
                  {...given}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

type CardProps = Omit<Props, "columns" | "onMove"> & {
  story: StoryIdea;
  targets: BoardColumn[];
  onMove: (column: BoardColumn) => void;
};

function Card({ story, targets, view, zone, onOpen, onDraft, onMove }: CardProps) {
  const now = useNow();
  const { id, title, people, due, is_late, length, slot, article, state, may_change } = story;
  const facts = [
    view !== "state" && storyWord(state),
    people.map(({ name }) => name).join(", ") || "Open",
    length !== null && `${length.toLocaleString("en")} words`,
    slot !== "" && SLOT_LABELS[slot],
  ].filter(Boolean);
  const moves = targets.map((column) => ({ label: columnLabel(column), run: () => onMove(column) }));
  return (
    <article
      aria-label={title}
      className={`border border-l-3 border-rule bg-paper p-2.5 ${may_change ? "sm:cursor-grab" : ""} ${is_late ? "border-l-down" : "border-l-faint"}`}
    >
      <button
        type="button"
        id={`story-${id}`}
        onClick={() => onOpen(story)}
        className="block w-full text-left text-[0.9375rem] leading-snug font-semibold wrap-anywhere hover:underline max-sm:min-h-11"
        dir="auto"
      >
        {title}
      </button>
      <p className="meta mt-1 wrap-anywhere">{facts.join(" · ")}</p>
      {due !== null && (
        <p className={`text-sm tabular-nums ${is_late ? "font-semibold text-down" : "text-muted"}`}>
          {is_late ? "Late: " : "Due: "}
          {dueWords(due, zone, now)}
        </p>
      )}
      <div className="mt-1 -mb-1.5 -ml-[0.9375rem] flex items-center justify-between gap-1">
        {article !== null ? (
          <Link to={adminUrl.article(article)} aria-label={`Open the article ${title}`} className={buttonLook("quiet")}>
            Open
          </Link>
        ) : (
          <AdminButton variant="quiet" aria-label={`Make a draft of ${title}`} onClick={() => onDraft(story)}>
            Make a draft
          </AdminButton>
        )}
        {may_change && (
          <Menu
            label={`Move ${title} to`}
            groups={[moves]}
            onChosen={() => document.getElementById(`story-${id}`)?.focus()}
            trigger={
              <AdminIconButton label={`Move ${title}`}>
                <Icon icon={MoveHorizontal} size={16} />
              </AdminIconButton>
            }
          />
        )}
      </div>
    </article>
  );
}
