const realTimeout = globalThis.setTimeout;
const now = performance.now.bind(performance);
const LIMIT_MS = 15_000;

/** The next turn of the event loop, also under a fake clock. */
export const turn = (milliseconds = 5): Promise<void> =>
  new Promise((resolve) => {
    realTimeout(resolve, milliseconds);
  });

/** Repeats `attempt` until it throws nothing. */
export async function patiently<Result>(attempt: () => Result, limit = LIMIT_MS): Promise<Result> {
  const start = now();
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (now() - start > limit) throw error;
    }
    await turn();
  }
}
