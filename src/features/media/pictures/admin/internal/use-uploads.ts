import { useRef, useState } from "react";
import type { UploadOutcome } from "../upload-outcomes.ts";
import { useUpload } from "../use-upload.ts";

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
