/** What was typed is not on the server, and could not be brought there. The form shows why. */
export class NotStoredError extends Error {}

/** Stores what was typed, before what reads or replaces what is stored. Throws where it cannot be stored. */
export async function storeTyped(form: { flush: () => Promise<boolean> }): Promise<void> {
  if (!(await form.flush())) throw new NotStoredError("Your changes could not be stored.");
}

/** The description of a failure after `storeTyped`: that of the storing, or `fallback` for what came after it. */
export const afterStoring = (fallback: string) => (error: unknown) =>
  error instanceof NotStoredError ? "Your latest changes could not be saved first." : fallback;
