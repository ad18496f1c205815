import { type ComponentType, createContext, use } from "react";

/**
 * The newsletter that is written at the moment: articles can be put into it as they are published. `subject` is null
 * where none is written: then `add` begins one. It returns the subject.
 */
export type NextNewsletter = {
  subject: string | null;
  add: (article: { id: number; title: string }) => Promise<string>;
};

export type CorrectionsProps = {
  id: number;
  /** Opens the update with a correction to be written; null where the user may add none. */
  onAdd: (() => void) | null;
  onClose: () => void;
};

/** What features above this one contribute to the room of an article. */
export type RoomParts = {
  /** Returns null for who may not write newsletters, and until it is known. */
  useNextNewsletter: () => NextNewsletter | null;
  /** Counts the corrections that readers see; undefined until it is known. */
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
