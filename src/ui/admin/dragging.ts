import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { useState } from "react";

type Options<Item, Place> = {
  onDrop: (item: Item, place: Place) => void;
  /** Called while an item is dragged: with the place it is over, or null when it leaves one. */
  onOver?: (item: Item, place: Place | null) => void;
};

type Part<Item, Place> = {
  /** Makes the element draggable. */
  item?: Item | undefined;
  /** Returns whether the item may be dragged, when a drag starts. */
  canDrag?: () => boolean;
  /** Returns the element that follows the pointer; by default the draggable one. */
  preview?: (element: HTMLElement) => HTMLElement | null;
  /** Makes the element a place to drop items on. */
  place?: Place;
  /** The value of the attribute `data-over` while an item is over the place; null for none. */
  mark?: (item: Item) => string | null;
};

/**
 * Drag and drop of items onto places, by pointer and touch. Returns a function that gives an element its part. Items
 * can be dropped only on places of the same call. Keys need controls of their own.
 */
export function useDragging<Item, Place>({ onDrop, onOver }: Options<Item, Place>) {
  const [owner] = useState(() => Symbol("drag"));

  function makeDraggable(element: HTMLElement, item: Item, { canDrag, preview }: Part<Item, Place>) {
    return draggable({
      element,
      ...(canDrag && { canDrag }),
      getInitialData: () => ({ owner, item }),
      onGenerateDragPreview({ nativeSetDragImage, location }) {
        const shown = preview?.(element);
        if (!shown) return;
        const { left, top } = shown.getBoundingClientRect();
        const { clientX, clientY } = location.initial.input;
        nativeSetDragImage?.(shown, clientX - left, clientY - top);
      },
    });
  }

  function makePlace(element: HTMLElement, place: Place, mark: (item: Item) => string | null) {
    const leave = (item: Item) => {
      element.removeAttribute("data-over");
      onOver?.(item, null);
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.owner === owner,
      onDragEnter({ source }) {
        const item = source.data.item as Item;
        const marked = mark(item);
        if (marked !== null) element.setAttribute("data-over", marked);
        onOver?.(item, place);
      },
      onDragLeave: ({ source }) => leave(source.data.item as Item),
      onDrop({ source }) {
        const item = source.data.item as Item;
        leave(item);
        onDrop(item, place);
      },
    });
  }

  return (part: Part<Item, Place>) => ({
    ref(element: HTMLElement | null) {
      if (!element) return;
      const { item, place, mark = () => "" } = part;
      return combine(
        ...(item === undefined ? [] : [makeDraggable(element, item, part)]),
        ...(place === undefined ? [] : [makePlace(element, place, mark)]),
      );
    },
  });
}

export type Dragging<Item, Place> = ReturnType<typeof useDragging<Item, Place>>;
