/** Rules for what npm installs: everything that runs is named by a hash, and nothing is fetched or run on installation. */

/** What is wrong with the packages of a lock file. */
export function lockProblems(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (!path) return [];
    const problems = [];
    // What is inside of another package's archive is covered by the hash of that archive.
    const isHashed = entry.inBundle ? isBundled(path, packages) : hasHash(entry);
    if (!isHashed) problems.push(`${path} has no sha512`);
    if (entry.hasInstallScript) problems.push(`${path} runs a script on installation`);
    if (entry.resolved || entry.link) problems.push(`${path} names the place that it comes from`);
    return problems;
  });
}

const hasHash = ({ integrity = "" }) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);

function isBundled(path, packages) {
  const parent = packages[path.slice(0, path.lastIndexOf("/node_modules/"))];
  return parent?.bundleDependencies !== undefined && hasHash(parent);
}

/** What is wrong with a project's settings for npm: with these, it runs no script and writes no registry into the lock. */
export function npmProblems(settings) {
  const lines = settings.split("\n").map((line) => line.trim());
  return ["ignore-scripts=true", "omit-lockfile-registry-resolved=true"]
    .filter((line) => !lines.includes(line))
    .map((line) => `the line ${line} is missing`);
}
