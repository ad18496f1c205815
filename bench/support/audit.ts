import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "lighthouse";
import { BROWSER_ARGS, browserPath } from "./browser.ts";
import { ROOT, runToEnd } from "./child.ts";

/** Occasionally Chromium's trace lacks the start of the navigation (NO_NAVSTART), and there is no result. */
const ATTEMPTS = 3;

/**
 * One audit by Lighthouse's CLI, which starts a fresh browser; `retried` is called with each run that gave no result.
 */
export function audit(url: string, categories: string[], retried: (reason: string) => void): Result {
  for (let attempt = 1; ; attempt += 1) {
    const result = runLighthouse(url, categories);
    if (!result.runtimeError) return result;
    if (attempt === ATTEMPTS) throw new Error(result.runtimeError.message);
    retried(result.runtimeError.code);
  }
}

/** Through a file: the CLI's output may be cut off, as it exits without flushing it. */
function runLighthouse(url: string, categories: string[]): Result {
  const folder = mkdtempSync(join(tmpdir(), "jarida-lighthouse-"));
  const report = join(folder, "report.json");
  try {
    runToEnd(
      {
        program: join(ROOT, "node_modules", ".bin", "lighthouse"),
        args: [
          url,
          "--output=json",
          `--output-path=${report}`,
          "--quiet",
          "--no-enable-error-reporting",
          `--only-categories=${categories.join(",")}`,
          `--chrome-flags=--headless=new ${BROWSER_ARGS.join(" ")}`,
        ],
        env: { CHROME_PATH: browserPath() },
      },
      // It writes its result, with the error in it, and exits with a failure.
      true,
    );
    return JSON.parse(readFileSync(report, "utf8")) as Result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
