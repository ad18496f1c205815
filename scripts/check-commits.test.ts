import { describe, expect, test } from "vitest";
import { faultOfSubject } from "./check-commits.mjs";

describe("a commit subject", () => {
  test.each([
    "fix(presence): ignore reads that finish out of order",
    "feat!: require approvals",
    "docs(decisions): name what is missing",
    "refactor(ui/admin): merge the dialogs",
  ])("%j is accepted", (subject) => {
    expect(faultOfSubject(subject)).toBeUndefined();
  });

  test.each([
    ["Improve things", /must have the form/],
    ["fix:no space", /must have the form/],
    ["mend(desk): x", /unknown type mend/],
    ["fix(desk): Let no row jump", /verb that names the change/],
    ["fix(desk): stop the row.", /full stop/],
    [`fix(desk): ${"x".repeat(100)}`, /111 characters/],
  ])("%j is rejected with the reason", (subject, reason) => {
    expect(faultOfSubject(subject)).toMatch(reason);
  });
});
