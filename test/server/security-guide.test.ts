import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const guide = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** The rows of a chapter's table: the requirements, whether they are met, and by what one knows. */
const rows = guide.split("\n").flatMap((line) => {
  const [, requirements = "", met = "", , checked = ""] = line.split(/ *\| */);
  return /^\d/.test(requirements) ? [{ requirements, met, checked }] : [];
});
/** A name without a folder is of a server or a failure test. */
const pathOf = (file: string) =>
  ["", "test/server", "test/faults"].map((folder) => join(ROOT, folder, file)).find((path) => existsSync(path)) ?? "";

describe("the table of security requirements", () => {
  test("names a test of everything that is met, or says how it was checked", () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter(({ met, checked }) => met.startsWith("yes") && checked === "")).toEqual([]);
  });

  test("names tests and scripts that there are", () => {
    const wrong = rows.flatMap(({ requirements, checked }) => {
      const files = [...checked.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, file = ""]) => file);
      return files.filter((file) => pathOf(file) === "").map((file) => `${requirements}: ${file}`);
    });
    expect(wrong).toEqual([]);
  });

  test("names tests by their titles", () => {
    const wrong = rows.flatMap(({ requirements, checked }) =>
      checked.split("; `").flatMap((part) => {
        const [file = "", ...titles] = part.split(" › ");
        const path = file.match(/[\w./-]+\.test\.ts/g)?.at(-1);
        if (!path) return [];
        const source = readFileSync(pathOf(path), "utf8");
        return titles.filter((title) => !source.includes(`"${title}"`)).map((title) => `${requirements}: ${title}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("has each chapter's requirements under their chapter", () => {
    const astray = guide.split(/^## V/m).flatMap((chapter) => {
      const number = Number.parseInt(chapter, 10);
      const own = chapter.split("\n").filter((line) => /^\| \d/.test(line));
      return own.filter((line) => number && !line.startsWith(`| ${number}.`));
    });
    expect(astray).toEqual([]);
  });
});
