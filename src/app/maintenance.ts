import { createServer, type OutgoingHttpHeaders, type Server } from "node:http";
import { securityHeaders } from "#platform/security-headers.ts";
import type { ErrorBody } from "#shared/schema.ts";
import { API_BASE } from "#shared/urls.ts";
import type { Env } from "../env.ts";
import { escapeHtml, htmlDocument } from "./render/document.ts";
import { HANDED_OVER } from "./supervisor.ts";

/** When clients should try again, in seconds. */
const RETRY_AFTER_S = 120;
/** Health checks succeed, so that load balancers continue to send readers here, who get the page below. */
const CHECKS = new Set(["/healthz", "/readyz"]);
/** How long connections in use may outlive a hand-over, in milliseconds. */
const MAX_DRAIN_MS = 2_000;
const SENTENCE = "The site is down for maintenance and will be back shortly.";
const ERRORS = {
  maintenance: { code: "maintenance", detail: SENTENCE },
  database_unavailable: { code: "database_unavailable", detail: "The database is not responding." },
} as const satisfies Record<string, ErrorBody>;

type Site = Pick<Env, "siteName" | "siteUrl">;

/**
 * Responds to everything but health checks with 503, and opens no database, so that it can be restored or moved. A
 * proxy that may use stale pages shows those. While a start waits for the database, `/readyz` is 503 as well.
 */
export function maintenanceServer({ siteName, siteUrl }: Site, reason: keyof typeof ERRORS = "maintenance"): Server {
  const isSecure = siteUrl.startsWith("https:");
  const page = pageOf(siteName);
  return createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "/";
    const isCheck = CHECKS.has(path);
    const isGood = isCheck && (path === "/healthz" || reason === "maintenance");
    const isApi = isCheck || path === API_BASE || path.startsWith(`${API_BASE}/`);
    const body = isGood ? `{"status":"${reason}"}` : isApi ? JSON.stringify(ERRORS[reason]) : page;
    const headers: OutgoingHttpHeaders = {
      ...securityHeaders(isApi ? "api" : "mail", isSecure),
      "content-type": isApi ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
      "cache-control": "no-store",
    };
    if (!isGood) headers["retry-after"] = String(RETRY_AFTER_S);
    response.writeHead(isGood ? 200 : 503, headers).end(request.method === "HEAD" ? undefined : body);
    // Discards the request's body.
    request.resume();
  });
}

/** Closes the server and ends the process on a signal, or once its successor serves. */
export function stopOnSignal(server: Server): void {
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, stop);
  process.on("message", (message) => {
    if (message !== HANDED_OVER) return;
    server.close(() => process.exit(0));
    setTimeout(stop, MAX_DRAIN_MS);
  });
}

/** Has its own style: nothing of a build is served during maintenance. */
function pageOf(siteName: string): string {
  const name = escapeHtml(siteName);
  const head = `<meta name="color-scheme" content="light dark">
<title>${name}</title>
<style>
body { margin: 0 auto; padding: 20vh 24px; max-width: 32rem; font: 1.125rem/1.6 Georgia, serif; background: #faf7f2; color: #14171f; }
h1 { margin: 0 0 1rem; font-size: 2rem; font-weight: 500; line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0; text-wrap: pretty; }
@media (prefers-color-scheme: dark) { body { background: #14171f; color: #efeae0; } }
</style>`;
  return htmlDocument({ head, body: `<h1>${name}</h1>\n<p>${SENTENCE}</p>` });
}
