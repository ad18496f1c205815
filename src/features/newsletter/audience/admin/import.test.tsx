import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { Task } from "#features/tasks/endpoints.ts";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { ColumnRole, ImportReport } from "../endpoints.ts";
import { newestImport, taskOf } from "./calls.ts";
import { ImportMapping, ImportOutcome, NO_CHOICES, openQuestions, peopleIn } from "./import-report.tsx";
import { ImportProgress, ImportSubscribers } from "./import-subscribers.tsx";

const EMPTY = { unclear: 0, columns: [], statuses: [] };
const TASK: Task = {
  id: 9,
  kind: "import-subscribers",
  state: "running",
  done: 0,
  total: 0,
  last_error: "",
  result: null,
  due_at: "2026-11-20T12:00:00.000Z",
  created_at: "2026-11-20T12:00:00.000Z",
  finished_at: null,
};

test.each([
  [0, "0 subscribers"],
  [1, "1 subscriber"],
  [1_200, "1,200 subscribers"],
])("%i people are called %s", (count, words) => {
  expect(peopleIn(count)).toBe(words);
});

describe("what an import would do", () => {
  const REPORT = { rows: 1_200, added: 1_100, known: 3, repeated: 4, left: 5, invalid: 0, problems: [], ...EMPTY };
  const outcomeOf = (change: Partial<ImportReport>) => adminMarkup(<ImportOutcome report={{ ...REPORT, ...change }} />);

  test("says so where nobody would be added, and shows no table of problems where there are none", () => {
    expect(outcomeOf({ added: 0 })).toContain("The file has no new subscribers.");
    expect(outcomeOf({ added: 1 })).not.toContain("no new subscribers");
    expect(outcomeOf({})).not.toContain("<table");
  });
});

test("the states of a file are listed under the names of their columns", () => {
  const column = (heading: string, role: ColumnRole) => ({ heading, role, samples: [], is_unclear: false });
  const report: ImportReport = {
    rows: 1,
    added: 0,
    known: 0,
    repeated: 0,
    left: 0,
    invalid: 0,
    problems: [],
    unclear: 0,
    columns: [column("E-Mail", "email"), column("Statut", "status"), column("actif", "yes")],
    statuses: [{ value: "résilié", count: 1, meaning: "left" }],
  };
  const html = adminMarkup(
    <ImportMapping report={report} choices={NO_CHOICES} next="check again" onChange={() => {}} />,
  );
  expect(wordsOf(html)).toContain("States in “Statut” and “actif”");
});

test("a column that is not understood waits for an answer, and several can be left out together", () => {
  const column = (heading: string, isUnclear: boolean) => ({
    heading,
    role: "ignore" as const,
    samples: ["x"],
    is_unclear: isUnclear,
  });
  const report: ImportReport = {
    ...{ rows: 1, added: 0, known: 0, repeated: 0, left: 0, invalid: 0, problems: [] },
    ...{ ...EMPTY, columns: [column("สมาชิก", true), column("กลุ่ม", true), column("city", false)] },
  };
  expect(openQuestions(report, NO_CHOICES)).toBe(2);
  const words = wordsOf(
    adminMarkup(<ImportMapping report={report} choices={NO_CHOICES} next="check again" onChange={() => {}} />),
  );
  expect(words).toContain("2 answers are missing");
  expect(words).toContain("Do not import the 2 columns without an answer");
});

describe("the progress of an import", () => {
  function progressOf(task: Partial<Task>) {
    const { client, has } = clientOfAnswers();
    has(taskOf(9), { ...TASK, ...task });
    return adminMarkup(<ImportProgress id={9} label="Importing subscribers" onOver={() => {}} />, { client });
  }

  test("is a named bar without a value until it is known how much there is to do", () => {
    const html = progressOf({ state: "queued" });
    expect(html).toContain("Reading the file...");
    expect(html).toMatch(/<progress [^>]*aria-label="Importing subscribers"><\/progress>/);
  });

  test("tells why it is tried again", () => {
    const html = progressOf({ state: "queued", last_error: "The database is away." });
    expect(html).toContain("The database is away.");
    expect(html).not.toContain("You can leave this page");
  });

  test("goes on, for all that is known, while the server does not answer", async () => {
    const { client, fails } = clientOfAnswers();
    await fails(taskOf(9), new NetworkError());
    const html = adminMarkup(<ImportProgress id={9} label="Importing" onOver={() => {}} />, { client });
    expect(html).toContain("The server is not responding right now. The import continues anyway.");
  });
});

describe("the card that imports subscribers", () => {
  const CARD: ReactNode = <ImportSubscribers onImported={() => {}} onUnsaved={() => {}} />;
  function cardWith(newest: Task[]) {
    const { client, has } = clientOfAnswers();
    has(newestImport(), newest);
    has(taskOf(9), { ...TASK, done: 500, total: 1_000 });
    return wordsOf(adminMarkup(CARD, { client }));
  }

  test.each<[Task["state"], boolean]>([
    ["queued", true],
    ["running", true],
    ["done", false],
    ["failed", false],
  ])("shows an import that was begun before it was opened, which is %s: %j", (state, isShown) => {
    const words = cardWith([{ ...TASK, state }]);
    expect(words.includes("An import is running")).toBe(isShown);
    expect(words.includes("500 of 1,000 addresses")).toBe(isShown);
  });
});
