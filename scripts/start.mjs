/** `npm start`: set up whatever is missing, then serve. */
import { basename, join } from "node:path";
import { ensureRelease, environment, ROOT } from "./project.mjs";
import { Releases } from "./releases.mjs";

const release = await ensureRelease();
// After a rollback to one of the first versions, its supervisor starts it.
const settings = new Releases(ROOT).settingsFor(basename(release));
Object.assign(process.env, { ...settings, ...process.env, PATH: environment.PATH });
// This process supervises the server itself, without another one in between: npm may be killed, and nothing must be
// left behind on the port.
const { supervise, currentProgram } = await import(join(release, "dist/server/supervisor.js"));
supervise({
  node: join(release, "node"),
  program: join(release, "dist/server/server.js"),
  findProgram: () => currentProgram?.(release),
  followParent: true,
});
