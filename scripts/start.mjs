/** `npm start`: set up whatever is missing, then serve. */
import { join } from "node:path";
import { ensureRelease, environment } from "./project.mjs";

const release = await ensureRelease();
process.env.PATH = environment.PATH;
// This process supervises the server itself, without another one in between: npm may be killed, and nothing must be
// left behind on the port.
const { supervise, currentProgram } = await import(join(release, "dist/server/supervisor.js"));
supervise({
  node: join(release, "node"),
  program: join(release, "dist/server/server.js"),
  findProgram: () => currentProgram?.(release),
  followParent: true,
});
