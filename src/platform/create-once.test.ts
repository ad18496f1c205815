import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createOnce } from "./create-once.ts";

function newPath(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), "jarida-once-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, "secret") };
}

test("makes a file once, for its user only, and answers it ever after", () => {
  const { folder, path } = newPath();
  expect(createOnce(path, () => "first")).toBe("first");
  expect(createOnce(path, () => "second")).toBe("first");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("of two at once the first one's stands, and both answer it", () => {
  const { folder, path } = newPath();
  const answer = createOnce(path, () => {
    createOnce(path, () => "the other's");
    return "mine";
  });
  expect(answer).toBe("the other's");
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("where making it fails, there is no file, neither half nor empty", () => {
  const { folder, path } = newPath();
  const fail = () =>
    createOnce(path, () => {
      throw new Error("no randomness");
    });
  expect(fail).toThrow("no randomness");
  expect(readdirSync(folder)).toEqual([]);
});
