/** No person opens a page, fills in a form and sends it faster than this, in milliseconds. */
export const MIN_FILL_MS = 1_000;

/** What a form sends to distinguish people from machines; see platform/machine-forms.ts. */
export type SentTraces = { website: string; elapsed: number };

/**
 * The traces of a form that a person has sent. A faster submission, as with autofill, waits out the rest of the time:
 * nobody is rejected for it.
 */
export async function formTracesOf(form: HTMLFormElement): Promise<SentTraces> {
  const website = String(new FormData(form).get("website") ?? "");
  const rest = MIN_FILL_MS - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  return { website, elapsed: Math.ceil(performance.now()) };
}
