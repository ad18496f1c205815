/** `npm start`: set up whatever is missing, then serve. */
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, environment, NODE, ROOT } from "./project.mjs";

ensureInstalled({ withTools: false });
ensureBuilt();
process.env.PATH = environment.PATH;
// This process supervises the server itself, without another one in between: npm may be killed, and nothing must be
// left behind on the port.
const { supervise } = await import(join(ROOT, "dist/server/supervisor.js"));
supervise({ node: NODE, program: join(ROOT, "dist/server/server.js"), followParent: true });
