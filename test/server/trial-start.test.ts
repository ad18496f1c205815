import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../../scripts/project.mjs";
import { tryOut } from "../../scripts/trial-start.mjs";

/** A release with the build that is here, on the disk of the project so that its files can be linked. */
function release(): string {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache", "trial-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  spawnSync("cp", ["-al", join(ROOT, "dist"), join(ROOT, "package.json"), folder]);
  symlinkSync(process.execPath, join(folder, "node"));
  return folder;
}

test("a release passes if it serves its home page with all that this needs", async () => {
  await expect(tryOut(release())).resolves.toBeUndefined();
});

test("a release without a part of a script fails, and so does one that does not start", async () => {
  const folder = release();
  const assets = join(folder, "dist", "client", "assets");
  const react = readdirSync(assets).find((name) => name.startsWith("react-") && name.endsWith(".js")) ?? "";
  for (const name of readdirSync(assets)) if (name.startsWith(react)) rmSync(join(assets, name));
  await expect(tryOut(folder)).rejects.toThrow(`The new version does not serve /assets/${react}. Nothing was changed.`);
  rmSync(join(folder, "dist", "server", "server.js"));
  await expect(tryOut(folder)).rejects.toThrow("The new version does not serve /. Nothing was changed.");
});
