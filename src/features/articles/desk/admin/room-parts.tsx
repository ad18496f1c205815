import { type ComponentType, createContext, use } from "react";

/**
 * The newsletter being written: articles can be added as they are published. `subject` is null if there is none; `add`
 * then creates one. It returns the subject.
 */
export type NextNewsletter = {
  subject: string | null;
  add: (article: { id: number; title: string }) => Promise<string>;
};

export type CorrectionsProps = {
  id: number;
  /** Opens the update dialog with a new correction; null if the user may not add one. */
  onAdd: (() => void) | null;
  onClose: () => void;
};

/** Contributions of higher features to an article's room. */
export type RoomParts = {
  /** Returns null for users who may not write newsletters, and while loading. */
  useNextNewsletter: () => NextNewsletter | null;
  /** Counts the corrections that readers see; undefined while loading. */
  useCorrectionCount: (id: number, isPublic: boolean) => number | undefined;
  CorrectionsDialog: ComponentType<CorrectionsProps>;
};

export const NO_ROOM_PARTS: RoomParts = {
  useNextNewsletter: () => null,
  useCorrectionCount: () => undefined,
  CorrectionsDialog: () => null,
};

const Context = createContext(NO_ROOM_PARTS);

export const RoomPartsProvider = Context.Provider;

export const useRoomParts = (): RoomParts => use(Context);

export function useNextNewsletter(): NextNewsletter | null {
  const { useNextNewsletter: useNext } = useRoomParts();
  return useNext();
}
