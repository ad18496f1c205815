import type { EditorApi } from "#shared/editor-api.tsx";
import { editorApiUrl } from "#shared/urls.ts";

/** The largest picture the server takes (contract section 2, Upload), in bytes. */
export const LARGEST_UPLOAD = 10 * 1024 * 1024;

/** What a file chooser offers. The server judges by decoding, not by name. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/gif,image/webp,image/avif";

/** The first check, before anything is sent (spec section 5, Image upload). */
export const isPicture = (file: File): boolean => file.type.startsWith("image/");

/** Uploads a picture; answers its address. Throws `ApiError` or `NetworkError`. */
export async function uploadPicture(
  api: EditorApi,
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  const { body } = await api.send<{ url: string }>("POST", editorApiUrl.upload(), form, options);
  return body.url;
}
