/** `npm run dev`: serves with hot reload. Browser code is replaced in the page; server code restarts the app. */
import { ensureInstalled, handOver } from "./project.mjs";

ensureInstalled({ withTools: false });
handOver(["scripts/dev-server.mjs"], { NODE_ENV: "development" });
