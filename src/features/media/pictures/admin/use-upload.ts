import { useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { isAway } from "#ui/admin/edit-form/retry.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import { animationNote, refusalOf, uploadPicture } from "./upload.ts";
import { outcomeToast, type UploadOutcome } from "./upload-outcomes.ts";

/**
 * `onProgress` receives 0 to 1; `signal` cancels the upload silently. `keep` stores a picture while the server is
 * unreachable and returns a temporary address; without it the upload fails. `outcomes` collects the results of files
 * that were chosen together, for a single toast.
 */
type UploadOptions = {
  outcomes?: UploadOutcome[];
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  keep?: (file: File) => Promise<string>;
};

const UPLOADED = { title: "Success", description: "Image uploaded successfully" };
const KEPT = {
  title: "Image kept in this browser",
  description: "It is uploaded as soon as the server can be reached.",
};

export type Upload = {
  /** From 0 to 1 while pictures are being uploaded, over all of them; null otherwise. */
  progress: number | null;
  /** Uploads one picture and returns its address; null if it was cancelled or failed with a toast. */
  upload: (file: File, options?: UploadOptions) => Promise<string | null>;
};

/** Uploads, several at once if needed, with a toast for each outcome. */
export function useUpload(): Upload {
  const api = useEditorApi();
  const show = useToast();
  const shares = useRef(new Map<object, number>());
  const [progress, setProgress] = useState<number | null>(null);
  function update() {
    const running = [...shares.current.values()];
    setProgress(running.length === 0 ? null : running.reduce((sum, share) => sum + share, 0) / running.length);
  }
  async function upload(file: File, options: UploadOptions = {}): Promise<string | null> {
    const { onProgress, signal, keep, outcomes = [] } = options;
    const report = (toast: ToastMessage) => {
      const outcome = { name: file.name, toast };
      show(outcomeToast(outcomes, outcome));
      outcomes.push(outcome);
    };
    const refusal = refusalOf(file);
    if (refusal) {
      report(refusal);
      return null;
    }
    const run = {};
    const advance = (share: number) => {
      shares.current.set(run, share);
      onProgress?.(share);
      update();
    };
    advance(0);
    try {
      const url = await uploadPicture(api, file, { onProgress: advance, ...(signal ? { signal } : {}) });
      // The upload has succeeded even if the file cannot be read again.
      report((await animationNote(file).catch(() => null)) ?? UPLOADED);
      return url;
    } catch (error) {
      if (signal?.aborted) return null;
      const address = keep && isAway(error) ? await keep(file).catch(() => null) : null;
      if (address !== null) {
        report(KEPT);
        return address;
      }
      report(failureToast(error, "Upload failed", "Could not upload image"));
      return null;
    } finally {
      shares.current.delete(run);
      update();
    }
  }
  return { progress, upload };
}
