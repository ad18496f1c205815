import { useRef, useState } from "react";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { ANIMATED, isAnimated } from "#shared/pictures.ts";
import { isAway } from "#ui/admin/session/retry.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import type { UploadEndpoints } from "../endpoints.ts";

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

/** The largest upload the server accepts, in bytes. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** The types a file chooser offers. The server checks by decoding, not by name. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/gif,image/webp,image/avif";

/** Checks a file before the upload: returns the error message, or null. */
export async function refusalOf(file: File): Promise<ToastMessage | null> {
  if (!file.type.startsWith("image/"))
    return { title: "Invalid file type", description: "Only image files are allowed", variant: "destructive" };
  if (file.size > MAX_UPLOAD_BYTES)
    return { title: "Upload failed", description: "The file is too large: at most 10 MiB.", variant: "destructive" };
  // The upload says so if a file cannot be read.
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
  return isAnimated(new Uint8Array(bytes))
    ? { title: "Upload failed", description: ANIMATED, variant: "destructive" }
    : null;
}

/** Uploads a picture; returns its address. Throws `ApiError` or `NetworkError`. */
export async function uploadPicture(
  api: EditorApi,
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  return (await editorClientOf<UploadEndpoints>().send(api, "POST /upload", { body: form, ...options })).body.url;
}

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
  title: "Image stored in this browser",
  description: "It will be uploaded as soon as the server is reachable.",
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
    const refusal = await refusalOf(file);
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
      report(UPLOADED);
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

/** Uploads several pictures one after another and shows the progress. `onStored` receives each address. */
export function useUploads(onStored: (url: string) => void) {
  const { progress: share, upload } = useUpload();
  const queue = useRef<File[]>([]);
  const [count, setCount] = useState(0);
  const [done, setDone] = useState(0);
  async function uploadAll(files: File[]) {
    const isRunning = queue.current.length > 0;
    queue.current.push(...files);
    setCount((before) => before + files.length);
    if (isRunning) return;
    const outcomes: UploadOutcome[] = [];
    for (let file = queue.current[0]; file; file = queue.current[0]) {
      const url = await upload(file, { outcomes });
      if (url !== null) onStored(url);
      queue.current.shift();
      setDone((before) => before + 1);
    }
    setCount(0);
    setDone(0);
  }
  const percent = count === 0 ? 0 : Math.floor((100 * (done + (share ?? 0))) / count);
  return { progress: count > 0 ? { count, percent: Math.min(99, percent) } : null, upload: uploadAll };
}
