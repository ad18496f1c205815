/** `npm run dev`: serves with hot reload. Browser code is replaced in the page; server code starts the app anew. */
import { ensureInstalled, handOver } from "./project.mjs";

ensureInstalled();
process.env.NODE_ENV = "development";
handOver(["scripts/dev-server.mjs"]);
