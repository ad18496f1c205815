import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { isAnimated } from "#shared/pictures.ts";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import type { UploadEndpoints } from "../endpoints.ts";

/** The largest upload the server accepts, in bytes. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** The types a file chooser offers. The server checks by decoding, not by name. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/gif,image/webp,image/avif";

/** Checks a file before the upload: returns the error message, or null. */
export function refusalOf(file: File): ToastMessage | null {
  if (!file.type.startsWith("image/"))
    return { title: "Invalid file type", description: "Only image files are allowed", variant: "destructive" };
  if (file.size > MAX_UPLOAD_BYTES)
    return { title: "Upload failed", description: "The file is too large: at most 10 MiB.", variant: "destructive" };
  return null;
}

/** The message about an animated file; null for any other. */
export async function animationNote(file: File): Promise<ToastMessage | null> {
  if (!isAnimated(new Uint8Array(await file.arrayBuffer()))) return null;
  // Shown as a failure, so that no later success hides it.
  return { title: "Animation not kept", description: "Readers see only its first frame", variant: "destructive" };
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
