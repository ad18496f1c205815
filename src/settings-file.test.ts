import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "./settings-file.ts";

function settingsFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "settings.env");
  writeFileSync(path, text);
  return path;
}

test("reads the settings file, and prefers what the environment sets", () => {
  const path = settingsFile('# The name\nSITE_NAME="The Ledger"\nPORT=4000\nSMTP_URL=smtp://mail.example\n');
  const { source, warnings } = readSettings({ ENV_FILE: path, PORT: "5000", SMTP_URL: "" });
  expect(source).toMatchObject({ SITE_NAME: "The Ledger", PORT: "5000", SMTP_URL: "smtp://mail.example" });
  expect(warnings).toEqual([]);
});

test("warns of unknown names in the file, and of near misses in the environment", () => {
  const path = settingsFile("SITE_NAM=The Ledger\nCOLOUR=red\n");
  const { warnings } = readSettings({ ENV_FILE: path, SMPT_URL: "smtp://mail.example", HOME: "/root", PATH: "/bin" });
  expect(warnings).toEqual([
    `${path}: COLOUR is not a setting and is ignored.`,
    `${path}: SITE_NAM is not a setting and is ignored. Did you mean SITE_NAME?`,
    "SMPT_URL is not a setting and is ignored. Did you mean SMTP_URL?",
  ]);
});

test("rejects a named file that is missing, but not a missing default one", () => {
  expect(() => readSettings({ ENV_FILE: "/nonexistent/settings" })).toThrow(
    "ENV_FILE: /nonexistent/settings cannot be read (ENOENT)",
  );
  const before = process.cwd();
  process.chdir(tmpdir());
  onTestFinished(() => process.chdir(before));
  expect(readSettings({ PORT: "4000" })).toEqual({ source: { PORT: "4000" }, warnings: [] });
});
