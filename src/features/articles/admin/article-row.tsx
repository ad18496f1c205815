import type { IconNode } from "lucide";
import { Award, ChevronDown, Copy, EllipsisVertical, ExternalLink, Pencil, RefreshCw, Star, Trash2, Zap } from "lucide";
import { type KeyboardEvent, useRef } from "react";
import { pageUrl } from "#shared/urls.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { RowActions } from "#ui/admin/data-table.tsx";
import type { KeySection } from "#ui/admin/keyboard.tsx";
import { Menu, type MenuItem } from "#ui/admin/menu.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ListedArticle } from "../schema.ts";
import type { Selection } from "./bulk-bar.tsx";
import { type FlagName, stateOf } from "./row-actions.tsx";

/** What the cells of a row need. */
export type RowParts = {
  articles: ListedArticle[];
  now: number;
  zone: string;
  selection: Selection;
  /** Whether the user may change and delete an article; the user can read others and suggest changes to them. */
  mayChange: (article: ListedArticle) => boolean;
  /** Without it, the list can't be sorted, selected or changed, and shows only the specified columns. */
  hasNewsroom: boolean;
  isExpanded: (id: number) => boolean;
  onExpand: (id: number) => void;
  onEdit: (article: ListedArticle) => void;
  onDelete: (article: ListedArticle) => void;
  /** Null if the user may not write articles. */
  onDuplicate: ((article: ListedArticle) => void) | null;
  onToggleFlag: (article: ListedArticle, flag: FlagName) => void;
  mayFlag: boolean;
};

/** The id of a row's edit button. It gets the focus when the user returns from the room. */
export const editButtonId = (id: number) => `edit-article-${id}`;

type Flag = { label: string; flag: FlagName; on: string; off: string; icon: IconNode; key: string };

/** The flags of the list, each with the key that switches it. */
export const FLAGS: readonly Flag[] = [
  { label: "Auto-Update", flag: "is_auto_update", on: "Enabled", off: "Disabled", icon: RefreshCw, key: "u" },
  { label: "Featured", flag: "is_featured", on: "Featured", off: "Regular", icon: Star, key: "f" },
  { label: "Editor's Pick", flag: "is_editors_pick", on: "Yes", off: "No", icon: Award, key: "p" },
  { label: "Breaking", flag: "is_breaking", on: "Yes", off: "No", icon: Zap, key: "b" },
];

type MarkProps = { flag: Flag; title: string; isOn: boolean; onToggle: () => void };

/** A flag of a row as a mark: filled if it is set. Its words are read out and shown by the pointer. */
export function FlagMark({ flag: { label, icon, on, off }, title, isOn, onToggle }: MarkProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${label}: ${title}`}
      title={isOn ? `${label}: ${on}. Switch off` : `${label}: ${off}. Switch on`}
      onClick={onToggle}
      className={`-my-2 -ml-2.5 inline-flex size-9 items-center justify-center hover:bg-surface hover:text-ink pointer-coarse:size-11 ${isOn ? "text-accent [&_svg]:fill-current" : "text-faint"}`}
    >
      <Icon icon={icon} size={17} />
      <span className="sr-only">{isOn ? on : off}</span>
    </button>
  );
}

/** The buttons of a row: the specified ones, or with a newsroom one menu. */
export function RowButtons({ article, parts }: { article: ListedArticle; parts: RowParts }) {
  const { mayChange, hasNewsroom, isExpanded, onExpand, onEdit, onDelete } = parts;
  const { id, title } = article;
  const isOpen = isExpanded(id);
  const edit = (
    <AdminIconButton id={editButtonId(id)} label={`Edit ${title}`} onClick={() => onEdit(article)}>
      <Icon icon={Pencil} size={16} />
    </AdminIconButton>
  );
  if (hasNewsroom)
    return (
      <RowActions>
        {edit}
        <RowMenu article={article} parts={parts} />
      </RowActions>
    );
  return (
    <RowActions>
      <AdminIconButton
        label={`${isOpen ? "Hide" : "Show"} excerpt of ${title}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `excerpt-${id}` : undefined}
        onClick={() => onExpand(id)}
      >
        <Icon icon={ChevronDown} size={17} className={isOpen ? "rotate-180" : ""} />
      </AdminIconButton>
      {edit}
      {mayChange(article) && (
        <AdminIconButton label={`Delete ${title}`} className="hover:text-down" onClick={() => onDelete(article)}>
          <Icon icon={Trash2} size={16} />
        </AdminIconButton>
      )}
    </RowActions>
  );
}

/** Everything else that can be done with a row. The keys work while the focus is in it. */
function RowMenu({ article, parts }: { article: ListedArticle; parts: RowParts }) {
  const { mayChange, mayFlag, isExpanded, onExpand, onDelete, onDuplicate, onToggleFlag, now } = parts;
  const { id, title } = article;
  const trigger = useRef<HTMLButtonElement>(null);
  const isPublic = stateOf(article, now) === "Published";
  const groups: MenuItem[][] = [
    [
      {
        label: isExpanded(id) ? "Hide excerpt" : "Show excerpt",
        icon: ChevronDown,
        keys: "E",
        run: () => onExpand(id),
      },
      ...(onDuplicate ? [{ label: "Duplicate", icon: Copy, keys: "D", run: () => onDuplicate(article) }] : []),
      ...(isPublic
        ? [
            {
              label: "View on the site",
              icon: ExternalLink,
              keys: "V",
              run: () => void window.open(pageUrl.article(id), "_blank", "noopener"),
            },
          ]
        : []),
    ],
    mayFlag
      ? FLAGS.map(({ label, flag, icon, key }) => ({
          label,
          icon,
          keys: key.toUpperCase(),
          isOn: article[flag],
          run: () => onToggleFlag(article, flag),
        }))
      : [],
    mayChange(article)
      ? [{ label: "Delete", icon: Trash2, keys: "Delete", isDanger: true, run: () => onDelete(article) }]
      : [],
  ];
  return (
    <Menu
      label={`Actions for ${title}`}
      groups={groups.filter((group) => group.length > 0)}
      onChosen={() => trigger.current?.focus()}
      trigger={
        <AdminIconButton ref={trigger} label={`Actions for ${title}`}>
          <Icon icon={EllipsisVertical} size={17} />
        </AdminIconButton>
      }
    />
  );
}

export const ROW_KEYS: readonly KeySection[] = [
  {
    title: "In the list of articles, on a row",
    rows: [
      ["Next and previous row", "J", "K", "↓", "↑"],
      ["Select", "X"],
      ["Show excerpt", "E"],
      ["Duplicate", "D"],
      ["View on the site", "V"],
      ["Switch Auto-Update, Featured, Editor's Pick, Breaking", "U", "F", "P", "B"],
      ["Delete", "Delete"],
    ],
  },
];

const ROWS = ":scope > tbody > tr:not(.data-table-detail)";
const NEXT = ["j", "ArrowDown"];
const PREVIOUS = ["k", "ArrowUp"];

/** Keys of a row, while the focus is in it. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, parts: RowParts): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("tbody > tr") : null;
  const table = row?.closest("table");
  if (!row || !table || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const rows = [...table.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.indexOf(row);
  const article = parts.articles[at];
  if (!article) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const run = actionOf(key, article, parts);
  const step = NEXT.includes(key) ? 1 : PREVIOUS.includes(key) ? -1 : 0;
  if (!run && step === 0) return;
  event.preventDefault();
  run?.();
  if (step !== 0) rows[at + step]?.querySelector<HTMLElement>("[data-card=title] a")?.focus();
}

function actionOf(key: string, article: ListedArticle, parts: RowParts): (() => void) | undefined {
  const { selection, mayChange, mayFlag, onDelete, onDuplicate, onExpand, onToggleFlag, now } = parts;
  const flag = mayFlag && FLAGS.find((one) => one.key === key);
  if (flag) return () => onToggleFlag(article, flag.flag);
  if (key === "e") return () => onExpand(article.id);
  if (key === "d" && onDuplicate) return () => onDuplicate(article);
  if (key === "v" && stateOf(article, now) === "Published")
    return () => void window.open(pageUrl.article(article.id), "_blank", "noopener");
  if (!mayChange(article)) return undefined;
  if (key === "x") return () => selection.set([article], !selection.has(article.id));
  if (key === "Delete") return () => onDelete(article);
  return undefined;
}
