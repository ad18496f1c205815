import type { ToastMessage } from "#ui/toast-stage.tsx";

/** The outcome of one file, with the text of its own toast. */
export type UploadOutcome = { name: string; toast: ToastMessage };

const isFailure = ({ toast }: UploadOutcome) => toast.variant === "destructive";

/**
 * One toast for files that were chosen together: only one is visible at a time, and the last must not hide a failure
 * before it. Failures are listed; those with the same reason share a sentence.
 */
export function outcomeToast(earlier: readonly UploadOutcome[], latest: UploadOutcome): ToastMessage {
  const failed = [...earlier, latest].filter(isFailure);
  const [first] = failed;
  if (!first || earlier.length === 0) return latest.toast;
  const sentences = [...Map.groupBy(failed, ({ toast }) => toast.description ?? toast.title)].map(
    ([reason, files]) => `${namesOf(files)}: ${reason}`,
  );
  const isOneKind = failed.every(({ toast }) => toast.title === first.toast.title);
  return {
    title: isOneKind ? first.toast.title : "Upload failed",
    description: sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(" "),
    variant: "destructive",
  };
}

/** Files listed by name; the rest are counted. */
const MAX_NAMES = 5;

function namesOf(files: readonly UploadOutcome[]): string {
  const names = files.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
  const more = files.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
