import { lazy, Suspense } from "react";
import { LoadingRoom } from "#features/documents/room/admin/instead-of-room.tsx";
import { RoomScreen } from "#features/documents/room/admin/room-screen.tsx";
import { ISSUE_TYPE } from "./issue-type.ts";

/** With the editor's own blocks it is as heavy as the editor. */
const IssueRoom = lazy(() => import("./internal/issue-room.tsx").then((module) => ({ default: module.IssueRoom })));

type Props = {
  path: string;
  /** The address of the list, for whoever did not come from there. */
  backTo: string;
};

/** A newsletter issue's own screen: where it is written until it is sent, and its report from then on. */
export function IssueScreen(props: Props) {
  return (
    <RoomScreen type={ISSUE_TYPE} {...props}>
      {(room) => (
        <Suspense
          fallback={
            <LoadingRoom
              type={ISSUE_TYPE}
              isFailed={false}
              onRetry={() => undefined}
              onCancel={room.onCancel}
              offers={null}
            />
          }
        >
          <IssueRoom {...room} />
        </Suspense>
      )}
    </RoomScreen>
  );
}
