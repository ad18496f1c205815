import { join } from "node:path";
import { supervise } from "#app/supervisor.ts";

supervise({ node: process.execPath, program: join(import.meta.dirname, "server.js") });
