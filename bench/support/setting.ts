import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { ROOT } from "./child.ts";

const GIB = 2 ** 30;

/** Where figures come from, one line each: the machine, then the versions of what was measured and of its peers. */
export function describeSetting(commit: string, peers: Record<string, string>): string[] {
  const [first] = cpus();
  const machine = `Machine: ${cpus().length} × ${first?.model.trim() ?? "unknown"}, ${(totalmem() / GIB).toFixed(0)} GiB, ${process.platform}`;
  const versions = Object.entries({ Node: process.versions.node, Jarida: commit, ...peers });
  return [machine, `Versions: ${versions.map(([name, version]) => `${name} ${version}`).join(", ")}`];
}

/** The commit of the measured program, with a `+` where files differ from it; `unknown` outside a repository. */
export function currentCommit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    // What is only written about the program (docs/, this table above all) does not change it.
    const changed = git("status", "--porcelain", "--", ".", ":!docs", ":!*.md");
    return `${git("rev-parse", "--short=9", "HEAD")}${changed === "" ? "" : "+"}`;
  } catch {
    return "unknown";
  }
}
