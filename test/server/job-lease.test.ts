import { expect, test } from "vitest";
import { jobLease } from "#platform/leases.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";

describeOnEngines("jobs that one of all processes does", (open) => {
  async function startThree() {
    const database = await open();
    const clock = testClock();
    const done: string[] = [];
    const processes = ["a", "b", "c"].map((name) => {
      const lease = jobLease(database, clock);
      const job = lease.alone({ name: "work", every: 1_000, run: async () => void done.push(name) });
      return { name, lease, run: () => job.run(new AbortController().signal) };
    });
    /** Who does the work when all of them try at once. */
    const round = async (tried = processes) => {
      done.length = 0;
      await Promise.all(tried.map(({ run }) => run()));
      return [...done];
    };
    return { clock, processes, round };
  }

  test("are done by the same one as long as it lives", async () => {
    const { clock, round } = await startThree();
    const first = await round();
    expect(first).toHaveLength(1);
    for (let second = 0; second < 90; second += 5) {
      clock.advance(5_000);
      expect(await round()).toEqual(first);
    }
  });

  test("go to another one at once when it stops, and after twenty seconds when it dies", async () => {
    const { clock, processes, round } = await startThree();
    const others = async (gone: string[]) => {
      const left = processes.filter(({ name }) => !gone.includes(name));
      return round(left);
    };
    const [first = ""] = await round();
    await processes.find(({ name }) => name === first)?.lease.release();
    const [second = ""] = await others([first]);
    expect([first, ""]).not.toContain(second);
    clock.advance(19_999);
    expect(await others([first, second])).toEqual([]);
    clock.advance(1);
    expect(await others([first, second])).toHaveLength(1);
  });
});
