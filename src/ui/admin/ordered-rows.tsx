import { ArrowDown, ArrowUp, GripVertical, type IconNode, X } from "lucide";
import { type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../icon.tsx";
import { AdminIconButton } from "./controls.tsx";
import { useDragging } from "./dragging.ts";

/** Runs `add`, which appends a row to the list next to a button, and moves the focus to the row's first field. */
export function addRow(button: HTMLElement, add: () => void): void {
  flushSync(add);
  let around = button.parentElement;
  while (around && !around.querySelector(":scope > ol > li")) around = around.parentElement;
  around?.querySelector<HTMLElement>(":scope > ol > li:last-child input")?.focus();
}

type RowKey = string | number;
export type RowControl = "up" | "down" | "remove";

/** Announces changes of rows, and gives the focus to a control afterwards: the browser drops that of a moved row. */
export function useRowChanges() {
  const id = useId();
  const [news, setNews] = useState("");
  const idOf = (row: RowKey, control: RowControl) => `${id}-${row}-${control}`;
  return {
    idOf,
    change(run: () => void, said: string, focused?: { row: RowKey; control: RowControl }) {
      flushSync(() => {
        run();
        setNews(said);
      });
      if (focused) document.getElementById(idOf(focused.row, focused.control))?.focus();
    },
    status: (
      <p role="status" className="sr-only">
        {news}
      </p>
    ),
  };
}

type ButtonProps = { id?: string; label: string; icon: IconNode; isOff?: boolean; onClick: () => void };

/** A button of a row. While `isOff`, as at an end of the list, it does nothing but can have the focus. */
export const RowButton = ({ icon, isOff, ...button }: ButtonProps) => (
  <AdminIconButton {...button} aria-disabled={isOff} className="aria-disabled:opacity-40">
    <Icon icon={icon} size={16} />
  </AdminIconButton>
);

type Props<Item> = {
  label: string;
  items: readonly Item[];
  /**
   * Called with the items in another order, or without one of them. `drop`: after dragging, where the item is now, and the
   * item that had this place.
   */
  onChange: (items: Item[], did: "moved" | "removed", drop?: { at: number; onto: Item }) => void;
  /** What a row is called in the names of its buttons. */
  nameOf: (item: Item, at: number) => string;
  /** Identifies an item. By default its place does, for items that have nothing else. */
  keyOf?: (item: Item, at: number) => RowKey;
  /** Makes the row itself draggable, for rows without fields. By default only its handle is. */
  dragsRow?: boolean;
  /** The content of a row. */
  children: (item: Item, at: number) => ReactNode;
};

const byPlace = (_item: unknown, at: number): RowKey => at;

/** Rows in an order that the user sets: by dragging, or with their buttons, which keep the focus. */
export function OrderedRows<Item>(props: Props<Item>) {
  const { label, items, onChange, nameOf, keyOf = byPlace, dragsRow = false, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const rows = useRowChanges();
  const indexOf = (key: RowKey) => items.findIndex((item, at) => keyOf(item, at) === key);
  const drag = useDragging<RowKey, number>({ onDrop: (key, to) => move(indexOf(key), to) });
  function move(from: number, to: number, control?: RowControl) {
    const [item, onto] = [items[from], items[to]];
    const drop = control === undefined && onto !== undefined ? { at: to, onto } : undefined;
    if (item === undefined || from === to || to < 0 || to >= items.length) return;
    rows.change(
      () => onChange(items.toSpliced(from, 1).toSpliced(to, 0, item), "moved", drop),
      `“${nameOf(item, from)}” is now ${to + 1} of ${items.length}.`,
      control && { row: keyOf(item, to), control },
    );
  }
  function remove(item: Item, at: number) {
    const rest = items.toSpliced(at, 1);
    const next = Math.min(at, rest.length - 1);
    const neighbour = rest[next];
    rows.change(
      () => onChange(rest, "removed"),
      `“${nameOf(item, at)}” was removed.`,
      neighbour && { row: keyOf(neighbour, next), control: "remove" },
    );
    if (document.activeElement === document.body) list.current?.focus();
  }
  /** A row takes the place of the one that it is dropped on. */
  function markAt(at: number, key: RowKey): string | null {
    const from = indexOf(key);
    return from === at ? null : from < at ? "below" : "above";
  }
  return (
    <>
      <ol ref={list} aria-label={label} tabIndex={-1} className="space-y-3 outline-none">
        {items.map((item, at) => {
          const key = keyOf(item, at);
          const name = nameOf(item, at);
          return (
            <li
              key={key}
              {...drag({ place: at, mark: (dragged) => markAt(at, dragged), ...(dragsRow && { item: key }) })}
              className={`border-t border-rule pt-3 data-[over=above]:shadow-[0_-2px_0_var(--focus-ring)] data-[over=below]:shadow-[0_2px_0_var(--focus-ring)] ${dragsRow ? "cursor-grab" : ""}`}
            >
              <div className={`flex items-start gap-x-2 ${dragsRow ? "" : "max-sm:flex-col max-sm:items-stretch"}`}>
                <div className="@container min-w-0 grow">{children(item, at)}</div>
                <div className="flex min-h-11.5 shrink-0 items-center justify-end">
                  <span
                    {...(!dragsRow && drag({ item: key, preview: (handle) => handle.closest("li") }))}
                    aria-hidden="true"
                    title="Drag to move"
                    className="inline-flex size-9 cursor-grab items-center justify-center text-muted pointer-coarse:hidden"
                  >
                    <Icon icon={GripVertical} size={16} />
                  </span>
                  <MoveButtons
                    idOf={(control) => rows.idOf(key, control)}
                    name={name}
                    isFirst={at === 0}
                    isLast={at === items.length - 1}
                    onMove={(by, control) => move(at, at + by, control)}
                  />
                  <RowButton
                    id={rows.idOf(key, "remove")}
                    label={`Remove: ${name}`}
                    icon={X}
                    onClick={() => remove(item, at)}
                  />
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      {rows.status}
    </>
  );
}

type MoveProps = {
  idOf: (control: RowControl) => string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1, control: RowControl) => void;
};

/** The buttons that move a row up and down. */
export const MoveButtons = ({ idOf, name, isFirst, isLast, onMove }: MoveProps) => (
  <>
    <RowButton
      id={idOf("up")}
      label={`Move up: ${name}`}
      icon={ArrowUp}
      isOff={isFirst}
      onClick={() => onMove(-1, "up")}
    />
    <RowButton
      id={idOf("down")}
      label={`Move down: ${name}`}
      icon={ArrowDown}
      isOff={isLast}
      onClick={() => onMove(1, "down")}
    />
  </>
);
