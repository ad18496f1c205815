import { useSyncExternalStore } from "react";
import { ConfirmDialog } from "./dialog.tsx";
import { leaveQuestion } from "./unsaved.ts";

/** The question before work is lost within the admin area; the browser asks its own before the page is closed. */
export function LeaveQuestion() {
  const isOpen = useSyncExternalStore(leaveQuestion.watch, leaveQuestion.isOpen);
  if (!isOpen) return null;
  return (
    <ConfirmDialog
      title="You have unsaved changes"
      confirm="Leave"
      onConfirm={() => leaveQuestion.answer(true)}
      onCancel={() => leaveQuestion.answer(false)}
    >
      Leave without saving them?
    </ConfirmDialog>
  );
}
