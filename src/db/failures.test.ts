import { describe, expect, test } from "vitest";
import { ReplicaFailure, retryConflicts } from "./failures.ts";

/** As node-postgres reports an error of the server. */
const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** A transaction that fails in these ways, one after another, and then succeeds. */
function failing(...errors: unknown[]) {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs <= errors.length) throw errors[runs - 1];
    return `run ${runs}`;
  };
  return { run, runs: () => runs };
}

describe("a transaction", () => {
  test.each([
    ["could not be brought into an order with another one", failure("40001")],
    ["was the victim of a deadlock", failure("40P01")],
    ["lost the replica that it read from", new ReplicaFailure(failure("08006"))],
  ])("that %s is run again", async (_what, error) => {
    const { run } = failing(error);
    expect(await retryConflicts(run)).toBe("run 2");
  });

  test.each([
    ["a rule that was broken", failure("23505")],
    ["a connection that broke: it may have been committed", failure("08006")],
    ["a fault without a code", new Error("a bug")],
    ["a code that is a number", Object.assign(new Error("odd"), { code: 40_001.5 })],
    ["something that is no error", "text"],
    ["nothing at all", undefined],
  ])("is not run again after %s, which is thrown as it is", async (_what, error) => {
    const { run, runs } = failing(error);
    await expect(retryConflicts(run)).rejects.toBe(error);
    expect(runs()).toBe(1);
  });

  test("is run four times at most, and then the last conflict is thrown", async () => {
    const errors = ["40001", "40P01", "40001", "40P01", "40001"].map(failure);
    const { run, runs } = failing(...errors);
    await expect(retryConflicts(run)).rejects.toBe(errors[3]);
    expect(runs()).toBe(4);
  });

  test("that meets another fault when it is run again ends with that", async () => {
    const broken = failure("23505");
    const { run, runs } = failing(failure("40001"), broken);
    await expect(retryConflicts(run)).rejects.toBe(broken);
    expect(runs()).toBe(2);
  });
});
