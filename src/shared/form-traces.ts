/** Nobody opens a page, fills in a form and sends it in less, in milliseconds. */
export const MIN_FILL_MS = 1_000;

/** What a form sends along to tell people from machines; see platform/machine-forms.ts. */
export type SentTraces = { website: string; elapsed: number };

/**
 * The traces of a form that a person has sent. Who was faster than people are, with a helper that fills in forms, waits
 * out the rest of the second: nobody is asked anything or turned away for it.
 */
export async function formTracesOf(form: HTMLFormElement): Promise<SentTraces> {
  const website = String(new FormData(form).get("website") ?? "");
  const rest = MIN_FILL_MS - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  return { website, elapsed: Math.ceil(performance.now()) };
}
