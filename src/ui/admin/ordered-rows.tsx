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
  const [over, setOver] = useState<number | null>(null);
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
  const end = () => {
    dragged.current = null;
    setOver(null);
  };
  return (
    <>
      <ul ref={list} aria-label={label} className="space-y-3">
        {Array.from({ length: count }, (_, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place.
            key={at}
            onDragOver={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              event.stopPropagation();
              if (over !== at) setOver(at);
            }}
            onDrop={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged.current, at, "drag");
              end();
            }}
            className={`border-t pt-3 ${over === at ? "border-accent" : "border-rule"}`}
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
                onRemove={() => onRemove(at)}
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
    <div data-controls="" className="flex shrink-0 items-center max-sm:flex-col">
      <span
        draggable
        aria-hidden="true"
        title="Drag to move"
        onDragStart={(event) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", name);
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
      <AdminIconButton label={`Remove: ${name}`} onClick={onRemove}>
        <Icon icon={X} size={16} />
      </AdminIconButton>
    </div>
  );
}
