/** The content of a toast, in the public layout and in the admin area. */
export type ToastMessage = { title: string; description?: string; variant?: "default" | "destructive" };
