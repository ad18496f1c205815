import { expect, test } from "vitest";
import { bySubject } from "../queries.ts";

const SUBJECTS = ["Validators at sea", "The week in rollups", "Rolling validators", "Zieliński speaks"];
const rows = SUBJECTS.map((subject) => ({ subject }));

test.each([
  ["valid", ["Validators at sea", "Rolling validators"]],
  ["ROLL valid", ["Rolling validators"]],
  ["vlaidators", ["Validators at sea", "Rolling validators"]],
  ["rolups week", ["The week in rollups"]],
  ["zielinski", ["Zieliński speaks"]],
  ["vld", []],
  ["!?", []],
])("'%s' finds %j", (query, subjects) => {
  expect(bySubject(rows, query).map(({ subject }) => subject)).toEqual(subjects);
});
