/**
 * For every test file: `SEED=N npx vitest run FILE` repeats the property tests of a failed run. Without it each run has
 * a seed of its own, which a failure prints.
 */
if (process.env.SEED) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ seed: Number(process.env.SEED) });
}

export {};
