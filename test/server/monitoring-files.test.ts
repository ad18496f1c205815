import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "#app/metrics.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { system } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { sumOf } from "#test/support/figures.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../deploy", name), "utf8");

type Rule = { alert: string; expr: string; for?: string; annotations: { summary: string; description: string } };
const { groups } = parse(read("prometheus-rules.yml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read("grafana-dashboard.json")) as {
  panels: { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }[];
};

async function startMetrics() {
  const metrics = await createMetrics();
  onTestFinished(() => metrics.register.clear());
  const { db } = await openSqliteForTest();
  metrics.watchState({ db });
  metrics.watchCache(() => ({ hits: 0, stale: 0, misses: 0, renders: 0, entries: 0, bytes: 0, maxBytes: 1 }));
  return { db, metrics, text: () => metrics.register.metrics() };
}

/** The metrics that an expression names, without the suffixes of a histogram. */
const namesIn = (expr: string) =>
  [...expr.matchAll(/\b(?:jarida|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));

test("alert rules and the dashboard name only metrics that exist", async () => {
  const types = [...(await (await startMetrics()).text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr)),
  ];
  const names = new Set(expressions.flatMap(namesIn));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !types.includes(name))).toEqual([]);
});

test("the table of metrics in docs/operations.md lists every metric of Jarida", async () => {
  const table = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const types = [...(await (await startMetrics()).text()).matchAll(/^# TYPE (jarida_\S+)/gm)].map(([, name]) => name);
  expect(types.filter((name) => !new RegExp(`\`${name}[\`{]`).test(table))).toEqual([]);
});

test("every alert says what happened and what to do", () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, annotations } of rules) {
    expect(alert).toMatch(/^Jarida[A-Z]/);
    expect(annotations.summary, alert).toMatch(/^[A-Z].*[^.]$/);
    expect(annotations.description, alert).toMatch(/\.$/);
    expect((expr.match(/\(/g) ?? []).length, expr).toBe((expr.match(/\)/g) ?? []).length);
  }
});

test("no two panels of the dashboard overlap", () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

test("metrics say when a backup was made and whether the last attempt failed", async () => {
  const { db, text } = await startMetrics();
  const value = async (name: string) => sumOf(await text(), `jarida_backup_last_${name}`);
  expect([await value("success_timestamp_seconds"), await value("attempt_failed")]).toEqual([0, 0]);
  const clock = testClock();
  await recordEntry(db, clock, { by: system, action: "publication.backup", subject: { kind: "publication" } });
  const run = { id: 1 as const, started_by: null, place: "/backups/1", scheduled_for: null };
  const times = { started_at: 1_000, alive_at: 1_000, finished_at: 2_000 };
  await db
    .insertInto("backup_run")
    .values({ ...run, ...times, error: "No space is left." })
    .execute();
  expect(await value("success_timestamp_seconds")).toBe(clock.now() / 1000);
  expect([await value("attempt_timestamp_seconds"), await value("attempt_failed")]).toEqual([1, 1]);
  await db.updateTable("backup_run").set({ error: "" }).execute();
  expect(await value("attempt_failed")).toBe(0);
});

test("metrics count the runs of jobs, and say when each last succeeded and failed", async () => {
  const { db, metrics, text } = await startMetrics();
  const row = { name: "ad counters", ran_at: 9_000, took_ms: 5 };
  await db
    .insertInto("job_run")
    .values({ ...row, succeeded_at: 3_000, failed_at: 9_000 })
    .execute();
  let isFailing = false;
  const job = metrics.watchJob({
    name: "ad counters",
    every: 1_000,
    async run() {
      if (isFailing) throw new Error("The disk is full.");
    },
  });
  const { signal } = new AbortController();
  await job.run(signal);
  isFailing = true;
  await expect(job.run(signal)).rejects.toThrow("The disk is full.");
  const found = await text();
  const of = (name: string, ...labels: string[]) => sumOf(found, `jarida_job_${name}`, 'name="ad counters"', ...labels);
  expect([of("runs_total", 'outcome="ok"'), of("runs_total", 'outcome="error"')]).toEqual([1, 1]);
  expect([of("last_success_timestamp_seconds"), of("last_failure_timestamp_seconds")]).toEqual([3, 9]);
});
