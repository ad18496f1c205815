import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createOnce, newSecret, readSecrets, secretsIn, writeSecrets } from "./private-files.ts";

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

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "jarida-keys-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("secrets are read as they were written, the current one first", () => {
  const path = join(folder(), "secret");
  const secrets = [newSecret(), newSecret(), newSecret()];
  writeSecrets(path, secrets);
  expect(readSecrets(path)).toEqual(secrets);
  expect(new Set(secrets).size, "and are never the same").toBe(3);
  writeSecrets(path, secrets.slice(0, 1));
  expect(readSecrets(path), "former ones are forgotten").toEqual(secrets.slice(0, 1));
});

test("a file that an editor has touched is understood: other line ends, blank lines, spaces around", () => {
  expect(secretsIn("one\r\n\r\n  two\t\n\n")).toEqual(["one", "two"]);
  expect(secretsIn(" \n\n")).toEqual([]);
});

test("where there is no file there are no secrets, but what cannot be read is an error", () => {
  const place = folder();
  expect(readSecrets(join(place, "secret"))).toEqual([]);
  mkdirSync(join(place, "taken"));
  // Taken for a missing file, it would be replaced by a new key, and every session would end.
  expect(() => readSecrets(join(place, "taken"))).toThrow(/EISDIR/);
});

test("a file with secrets is for its user alone, also where it was readable before", () => {
  const path = join(folder(), "secret");
  writeFileSync(path, "old\n", { mode: 0o644 });
  writeSecrets(path, [newSecret()]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a change that fails leaves neither a half-written file nor a copy of the secrets", () => {
  const place = folder();
  mkdirSync(join(place, "secret", "full"), { recursive: true });
  expect(() => writeSecrets(join(place, "secret"), [newSecret()])).toThrow(/EISDIR/);
  expect(readdirSync(place)).toEqual(["secret"]);
  expect(() => writeSecrets(join(place, "nowhere", "secret"), [newSecret()])).toThrow(/ENOENT/);
});
