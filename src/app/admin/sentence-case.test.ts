import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Strings that the specification fixes, and those that are named like them. */
const SPECIFIED = new Set([
  ...["Add Ad Space", "Add Article", "Add Category", "Add New Ad Space", "Add New Article", "Add New Category"],
  ...["Ad Management", "Ad Name", "Ad Type", "Admin Dashboard", "Admin Login", "Article Count", "Author Profile"],
  ...["Edit Ad Space", "Edit Article", "Edit Category", "Featured Article", "Log In", "Log Out", "Logged Out"],
  ...["Logging In", "Login Failed", "Login Successful", "Manage Ad Spaces", "Manage Articles", "Manage Categories"],
  ...["Refresh Articles", "Update Ad Space", "Update Article", "Update Category", "Update Profile", "Upload Image"],
]);

/** The sample ads have names of their own. */
const isDesk = (path: string) => /\/(admin|declaration\.ts)/.test(path) && !/\.test\.|sample-ads/.test(path);

/** Texts between tags, on a line of their own, or in quotes, in which a later word has a capital. */
const TITLE = /(?:>|["`'(]|^ +)([A-Z][a-z]+(?: [a-z]+)*(?: [A-Z][a-z]+)+(?: [A-Za-z]+)*)(?:\.\.\.)?(?:<|["`']|$)/gm;

test("labels, headings and messages of the desk are in sentence case, unless the specification fixes them", () => {
  const paths = globSync("src/**/*.{ts,tsx}").filter(isDesk);
  const found = paths.flatMap((path) => {
    const lines = readFileSync(path, "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "");
    return [...lines.matchAll(TITLE)].map(([, words = ""]) => words);
  });
  expect(found.length).toBeGreaterThan(20);
  expect([...new Set(found)].filter((words) => !SPECIFIED.has(words))).toEqual([]);
});
