// Its rules replace some of the room.
import "./writing-room.css";
import "./room-bar.css";
import { ChevronDown, ExternalLink, Eye } from "lucide";
import { type MouseEvent, type ReactNode, useRef } from "react";
import type { Story } from "#shared/story.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { Menu, type MenuItem } from "#ui/admin/menu.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { StoryMark } from "#ui/admin/story-state.tsx";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";
import type { StateWords } from "./room-frame.tsx";

/** The one action of a room that readers may see the result of. */
export type PrimaryAction = {
  /** Parts of the label: a phone shows only the first. */
  label: readonly [first: string, rest?: string];
  title?: string;
  /** Submits the form of the room, unless there is something to `run`. */
  run?: () => void;
  isIdle?: boolean;
  /** Other ways to do it, and what undoes it. */
  menu: readonly (readonly MenuItem[])[];
};

type Props = {
  type: string;
  isBusy: boolean;
  /** The public page, once readers have it. */
  pageUrl?: string | undefined;
  onPreview: (() => void) | null;
  /** What else the type offers, before the primary action. */
  children?: ReactNode;
  primary: PrimaryAction | null;
};

/** From this width on the bar has room for all its buttons. */
const WIDE = "(width >= 40rem)";

export const useIsPhone = (): boolean => !useMedia(WIDE);

/** What a phone has in the menu of the tools, as its bar has no room for it. */
export function usePhoneItems({ pageUrl, onPreview }: Pick<Props, "pageUrl" | "onPreview">): MenuItem[] {
  const isPhone = useIsPhone();
  if (!isPhone) return [];
  return [
    ...(onPreview ? [{ label: "Preview", icon: Eye, run: onPreview }] : []),
    ...(pageUrl ? [{ label: "View page", icon: ExternalLink, run: () => void window.open(pageUrl, "_blank") }] : []),
  ];
}

/** The right end of the bar of every room: the public page, the preview, and one primary action with a menu. */
export function BarActions({ type, isBusy, pageUrl, onPreview, children, primary }: Props) {
  useScreenActions(onPreview ? [{ label: `Preview this ${type}`, run: onPreview }] : []);
  return (
    <>
      {pageUrl && (
        <a
          href={pageUrl}
          target="_blank"
          rel="noopener"
          title="View the page readers see"
          className={`${buttonLook("quiet")} max-sm:hidden`}
        >
          <Icon icon={ExternalLink} size={18} />
          <span className="max-lg:sr-only">View page</span>
        </a>
      )}
      {onPreview && (
        <AdminButton
          variant="quiet"
          disabled={isBusy}
          className="max-sm:hidden"
          aria-haspopup="dialog"
          title="Preview"
          onClick={onPreview}
        >
          <Icon icon={Eye} size={18} />
          <span className="max-lg:sr-only">Preview</span>
        </AdminButton>
      )}
      {children}
      {primary && <Primary isBusy={isBusy} primary={primary} />}
    </>
  );
}

function Primary({
  isBusy,
  primary: { label, title, run, isIdle = false, menu },
}: Pick<Props, "isBusy"> & { primary: PrimaryAction }) {
  const opener = useRef<HTMLButtonElement>(null);
  const groups = menu.filter((group) => group.length > 0);
  const [first, rest] = label;
  const onClick = (event: MouseEvent) => {
    // `run` may make this very button submit the form, which the browser would then do after this click.
    event.preventDefault();
    run?.();
  };
  return (
    <span className="room-primary">
      <AdminButton
        variant="primary"
        isBusy={isBusy || isIdle}
        title={title}
        {...(run ? { onClick, "aria-haspopup": "dialog" as const } : { type: "submit" as const })}
      >
        <span>
          {first}
          {rest && <span className="max-sm:sr-only"> {rest}</span>}
        </span>
      </AdminButton>
      {groups.length > 0 && (
        <Menu
          label={`${first}: more ways`}
          trigger={
            <AdminButton ref={opener} variant="primary" className="min-w-9 px-0! pointer-coarse:min-w-11">
              <Icon icon={ChevronDown} size={18} />
              <span className="sr-only">{first}: more ways</span>
            </AdminButton>
          }
          groups={groups}
          onChosen={() => opener.current?.focus()}
        />
      )}
    </span>
  );
}

/** The state of a document and of its work, with the mark of the state. Not announced, as toasts report saves. */
export function RoomStateLine({ story, words, isWarning = false }: StateWords & { story?: Story | undefined }) {
  return (
    <span
      title={words}
      className={`room-state text-sm tabular-nums ${isWarning ? "font-medium text-down" : "text-faint"}`}
    >
      {story && <StoryMark state={story.state} />}
      <span>{words}</span>
    </span>
  );
}
