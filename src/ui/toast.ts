import type { ToastMessage } from "./toast-stage.tsx";

/** Duration of a plain toast in milliseconds: longer than the library's, which pauses under a pointer. */
const PLAIN_TOAST_TTL_MS = 8_000;

let plain: HTMLElement | undefined;

/**
 * Shows a toast of the public layout (4 s, three visible, 356 px, Alt+T). The library is loaded with the first toast,
 * not with the page; if that fails, as without a connection, a plain box shows the same text.
 */
export async function showToast(message: ToastMessage): Promise<void> {
  try {
    const { present } = await import("./toast-stage.tsx");
    present(message);
  } catch {
    presentPlain(message);
  }
}

function presentPlain({ title, description, variant }: ToastMessage): void {
  plain?.remove();
  const box = document.createElement("div");
  plain = box;
  box.role = "alert";
  box.className = `fixed end-4 bottom-4 z-50 w-[min(356px,100%-32px)] border border-s-4 border-rule bg-paper p-4 text-sm raised ${variant === "destructive" ? "border-s-down" : "border-s-up"}`;
  for (const [text, className] of [
    [title, "font-bold"],
    [description, "mt-1 text-muted"],
  ]) {
    const line = document.createElement("p");
    line.className = className ?? "";
    line.textContent = text ?? "";
    box.append(line);
  }
  document.body.append(box);
  setTimeout(() => box.remove(), PLAIN_TOAST_TTL_MS);
}
