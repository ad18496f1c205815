export type ToastMessage = { title: string; description?: string; variant?: "default" | "destructive" };

/**
 * Shows a toast of the public layout (spec section 9: 4 s, three visible, 356 px, Alt+T). The library comes with the
 * first toast, not with the page.
 */
export async function showToast(message: ToastMessage): Promise<void> {
  const { present } = await import("./toast-stage.tsx");
  present(message);
}
