import { lazy } from "react";
import { LazyRoom } from "#features/documents/room/admin/instead-of-room.tsx";
import { RoomScreen } from "#features/documents/room/admin/room-screen.tsx";
import { suggestionType } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { useIsSuggesting } from "#features/documents/suggestions/admin/use-room-mode.ts";
import { ISSUE_TYPE } from "./issue-type.ts";

/** With the editor's own blocks it is as heavy as the editor. */
const IssueRoom = lazy(() => import("./internal/issue-room.tsx").then((module) => ({ default: module.IssueRoom })));

const IssueSuggestRoom = lazy(() =>
  import("./internal/issue-room.tsx").then((module) => ({ default: module.IssueSuggestRoom })),
);
const ISSUE_SUGGESTIONS = suggestionType(ISSUE_TYPE);

type Props = {
  path: string;
  /** The address of the list, for whoever did not come from there. */
  backTo: string;
};

/** A newsletter issue's own screen: where it is written until it is sent, and its report from then on. */
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
