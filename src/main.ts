import { join } from "node:path";
import { currentProgram, supervise } from "#app/supervisor.ts";

const RELEASE = join(import.meta.dirname, "..", "..");
const own = { node: process.execPath, program: join(import.meta.dirname, "server.js") };

supervise({ ...own, findProgram: () => currentProgram(RELEASE) ?? own });
