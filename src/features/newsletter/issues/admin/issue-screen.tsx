import { LazyRoom } from "#features/documents/room/admin/instead-of-room.tsx";
import { RoomScreen } from "#features/documents/room/admin/room-screen.tsx";
import { suggestionType, useIsSuggesting } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { lazyComponent } from "#ui/admin/lazy-component.ts";
import { ISSUE_TYPE } from "./issue-type.ts";

/** Loaded lazily, as it includes the rich-text editor. */
const IssueRoom = lazyComponent(async () => (await import("./internal/issue-room.tsx")).IssueRoom);
const IssueSuggestRoom = lazyComponent(async () => (await import("./internal/issue-room.tsx")).IssueSuggestRoom);
const ISSUE_SUGGESTIONS = suggestionType(ISSUE_TYPE);

type Props = {
  path: string;
  /** The address of the list, for users who did not come from it. */
  backTo: string;
};

/** The screen of a newsletter issue: its room until it is sent, its report afterwards. */
export function IssueScreen(props: Props) {
  if (useIsSuggesting())
    return (
      <RoomScreen key="suggestions" type={ISSUE_SUGGESTIONS} {...props}>
        {(room) => (
          <LazyRoom type={ISSUE_TYPE} onCancel={room.onCancel}>
            <IssueSuggestRoom {...room} type={ISSUE_SUGGESTIONS} />
          </LazyRoom>
        )}
      </RoomScreen>
    );
  return (
    <RoomScreen type={ISSUE_TYPE} {...props}>
      {(room) => (
        <LazyRoom type={ISSUE_TYPE} onCancel={room.onCancel}>
          <IssueRoom {...room} />
        </LazyRoom>
      )}
    </RoomScreen>
  );
}
