import { KeyListDialog } from "#ui/admin/keyboard.tsx";
import { useOfferedActions } from "#ui/admin/screen.tsx";
import type { EditorAddition } from "../rich-text.ts";
import { keySections } from "./key-rows.ts";

type Props = { addition: EditorAddition | undefined; hasNotes: boolean; onClose: () => void };

/** All keys of the editor and its screen, and what typed signs become. */
export function KeysDialog({ addition, hasNotes, onClose }: Props) {
  const offered = useOfferedActions();
  return <KeyListDialog sections={keySections({ addition, hasNotes, actions: offered() })} onClose={onClose} />;
}
