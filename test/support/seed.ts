/** The seed of a test's random input: `SEED=123 npx vitest run FILE` repeats a run whose title names it. */
export const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
