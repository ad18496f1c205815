import { type IconNode, MessageSquareText, MoreHorizontal } from "lucide";
import { type RefObject, useRef } from "react";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Menu, type MenuItem } from "#ui/admin/menu.tsx";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";

/** A tool of a room next to the text, such as the notes. */
export type RoomTool = {
  label: string;
  icon: IconNode;
  count?: number | undefined;
  /** Whether its panel is open; omitted for dialogs. */
  isOpen?: boolean;
  /** In the menu unless the bar has room for all. */
  isRare?: boolean;
  run: () => void;
};

/** The notes tool; counts unresolved ones. */
export const notesTool = ({ notes, isOpen, toggle }: Pick<RoomNotes, "notes" | "isOpen" | "toggle">): RoomTool => ({
  label: "Notes",
  icon: MessageSquareText,
  count: notes.filter(({ state }) => state !== "resolved").length,
  isOpen,
  run: toggle,
});

type Props = {
  tools: readonly RoomTool[];
  more: readonly MenuItem[];
  /** The button that is focused when the panel of notes closes. */
  notesButton: RefObject<HTMLButtonElement | null>;
};

/** From this width on the tools have buttons; below it they are in the menu. */
const WIDE = "(width >= 80rem)";
/** From this width on there is room for the rare ones, too, and a line for the state. */
const ROOMY = "(width >= 90rem)";

const namedAs = ({ label, count }: RoomTool) => (count ? `${label} ${count}` : label);

/** The tools in a room's bar, labelled and with counts; on a narrow screen in one menu. */
export function RoomTools({ tools, more, notesButton }: Props) {
  const [isWide, isRoomy] = [useMedia(WIDE), useMedia(ROOMY)];
  const opener = useRef<HTMLButtonElement>(null);
  const refer = (button: HTMLButtonElement | null) => {
    opener.current = button;
    if (!isWide) notesButton.current = button;
  };
  const isShown = ({ isRare }: RoomTool) => isWide && (isRoomy || !isRare);
  const inMenu = tools
    .filter((tool) => !isShown(tool))
    .map((tool) => ({ label: namedAs(tool), icon: tool.icon, run: tool.run }));
  const groups = [inMenu, more].filter((group) => group.length > 0);
  return (
    <div className="room-tools">
      {tools.filter(isShown).map((tool) => (
        <AdminButton
          key={tool.label}
          {...(tool.isOpen !== undefined && { ref: notesButton, "aria-expanded": tool.isOpen })}
          {...(tool.isOpen === undefined && { "aria-haspopup": "dialog" as const })}
          variant="quiet"
          className="shrink-0 px-2.5!"
          onClick={tool.run}
        >
          {tool.label}
          {tool.count ? <span className="tabular-nums text-accent">{tool.count}</span> : null}
        </AdminButton>
      ))}
      {groups.length > 0 && (
        <Menu
          label="More"
          trigger={
            <AdminButton ref={refer} variant="quiet" className="min-w-11 shrink-0 px-0!">
              <Icon icon={MoreHorizontal} size={20} />
              <span className="sr-only">More</span>
            </AdminButton>
          }
          groups={groups}
          onChosen={() => opener.current?.focus()}
        />
      )}
    </div>
  );
}
