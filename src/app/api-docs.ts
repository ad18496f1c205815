import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { compressReplies } from "#platform/compression.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError } from "#shared/errors.ts";
import { DOCS_ADDRESS } from "#shared/urls.ts";
import { replyWithError } from "./errors.ts";

/** The bar at the top contains only the framework's logo. */
const OWN_LOOK = ".swagger-ui .topbar { display: none }";

/** The page to read and try the API, from its OpenAPI `document`: a separate app, as it needs a different policy. */
export async function createApiDocs(
  document: StaticDocumentSpec["document"],
  secure: boolean,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
  });
  const headers = securityHeaders("docs", secure);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ ...headers, "cache-control": "no-cache" });
  });
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler(() => {
    throw new NotFoundError("unknown_address", "Unknown API address.");
  });
  compressReplies(app);
  await app.register(swagger, { mode: "static", specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: DOCS_ADDRESS,
    uiConfig: { tryItOutEnabled: true },
    theme: { title: document.info.title, css: [{ filename: "theme.css", content: OWN_LOOK }] },
  });
  await app.ready();
  return app;
}
