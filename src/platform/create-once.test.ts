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

test("creates a file once, for its user only, and returns it from then on", () => {
  const { folder, path } = newPath();
  expect(createOnce(path, () => "first")).toBe("first");
  expect(createOnce(path, () => "second")).toBe("first");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("of two concurrent calls the first one's file is kept, and both return it", () => {
  const { folder, path } = newPath();
  const answer = createOnce(path, () => {
    createOnce(path, () => "the other's");
    return "mine";
  });
  expect(answer).toBe("the other's");
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("if creation fails there is no file, neither partial nor empty", () => {
  const { folder, path } = newPath();
  const fail = () =>
    createOnce(path, () => {
      throw new Error("no randomness");
    });
  expect(fail).toThrow("no randomness");
  expect(readdirSync(folder)).toEqual([]);
});
