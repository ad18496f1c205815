import { ArrowDown, ArrowUp, GripVertical, X } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../icon.tsx";
import { AdminIconButton } from "./controls.tsx";

/** The list with one item at another position. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1);
  if (item === undefined) return [...items];
  return [...items.slice(0, from), ...items.slice(from + 1)].toSpliced(to, 0, item);
}

/** Runs `add`, which appends a row to the list next to a button, and moves the focus to the row's first field. */
export function addRow(button: HTMLElement, add: () => void): void {
  flushSync(add);
  let around = button.parentElement;
  while (around && !around.querySelector(":scope > ul > li")) around = around.parentElement;
  around?.querySelector<HTMLElement>(":scope > ul > li:last-child input")?.focus();
}

type Props = {
  label: string;
  count: number;
  /** What a row is called in the names of its buttons. */
  nameOf: (at: number) => string;
  onMove: (from: number, to: number) => void;
  onRemove: (at: number) => void;
  /** The fields of a row. */
  children: (at: number) => ReactNode;
};

/** Rows in an order that the user sets: by dragging their handles, or with their buttons, which keep the focus. */
export function OrderedRows({ label, count, nameOf, onMove, onRemove, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<number | null>(null);
  /** Where the dragged row lands: above or below the row that it takes the place of. */
  const [over, setOver] = useState<{ at: number; side: "above" | "below" } | null>(null);
  const [said, setSaid] = useState("");
  function move(from: number, to: number, by: "up" | "down" | "drag") {
    if (from === to || to < 0 || to >= count) return;
    const name = nameOf(from);
    flushSync(() => {
      onMove(from, to);
      setSaid(`${name}: now ${to + 1} of ${count}`);
    });
    if (by === "drag") return;
    const buttons = [
      ...(list.current?.children[to]?.querySelectorAll<HTMLButtonElement>(
        ":scope > div > [data-controls] > [data-move]",
      ) ?? []),
    ];
    const same = buttons.find((button) => button.dataset.move === by);
    (same?.disabled ? buttons.find((button) => !button.disabled) : same)?.focus();
  }
  function remove(at: number) {
    const name = nameOf(at);
    flushSync(() => {
      onRemove(at);
      setSaid(`${name}: removed`);
    });
    const next = list.current?.children[Math.min(at, count - 2)];
    const button = next?.querySelector<HTMLElement>(":scope > div > [data-controls] > [data-remove]");
    (button ?? list.current)?.focus();
  }
  const end = () => {
    dragged.current = null;
    setOver(null);
  };
  return (
    <>
      <ul ref={list} aria-label={label} tabIndex={-1} className="space-y-3 outline-none">
        {Array.from({ length: count }, (_, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place.
            key={at}
            onDragOver={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              event.stopPropagation();
              if (over?.at !== at) setOver({ at, side: dragged.current < at ? "below" : "above" });
            }}
            onDrop={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged.current, at, "drag");
              end();
            }}
            data-over={over?.at === at ? over.side : undefined}
            className="border-t border-rule pt-3 data-[over=above]:shadow-[0_-2px_0_var(--focus-ring)] data-[over=below]:shadow-[0_2px_0_var(--focus-ring)]"
          >
            <div className="flex items-start gap-2">
              <div className="@container min-w-0 grow">{children(at)}</div>
              <RowControls
                name={nameOf(at)}
                isFirst={at === 0}
                isLast={at === count - 1}
                onGrab={() => {
                  dragged.current = at;
                }}
                onRelease={end}
                onMove={(by) => move(at, by === "up" ? at - 1 : at + 1, by)}
                onRemove={() => remove(at)}
              />
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

type ControlProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onGrab: () => void;
  onRelease: () => void;
  onMove: (by: "up" | "down") => void;
  onRemove: () => void;
};

/** The handle and the buttons of a row. */
function RowControls({ name, isFirst, isLast, onGrab, onRelease, onMove, onRemove }: ControlProps) {
  return (
    <div data-controls="" className="flex min-h-11.5 shrink-0 items-center max-sm:flex-col">
      <span
        draggable
        aria-hidden="true"
        title="Drag to move"
        onDragStart={(event) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", name);
          const row = event.currentTarget.closest("li");
          const { left, top } = (row ?? event.currentTarget).getBoundingClientRect();
          if (row) event.dataTransfer.setDragImage(row, event.clientX - left, event.clientY - top);
          onGrab();
        }}
        onDragEnd={onRelease}
        className="inline-flex size-9 cursor-grab items-center justify-center text-muted pointer-coarse:hidden"
      >
        <Icon icon={GripVertical} size={16} />
      </span>
      <AdminIconButton data-move="up" label={`Move up: ${name}`} disabled={isFirst} onClick={() => onMove("up")}>
        <Icon icon={ArrowUp} size={16} />
      </AdminIconButton>
      <AdminIconButton data-move="down" label={`Move down: ${name}`} disabled={isLast} onClick={() => onMove("down")}>
        <Icon icon={ArrowDown} size={16} />
      </AdminIconButton>
      <AdminIconButton data-remove="" label={`Remove: ${name}`} onClick={onRemove}>
        <Icon icon={X} size={16} />
      </AdminIconButton>
    </div>
  );
}
