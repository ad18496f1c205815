import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { compressReplies } from "#platform/compression.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError } from "#shared/errors.ts";
import { DOCS_ADDRESS } from "#shared/urls.ts";
import { replyWithError } from "./errors.ts";
import type { OpenApiDocument } from "./openapi/schemas.ts";

/** The plugin's types end at OpenAPI 3.0; its page does not. */
type Static = StaticDocumentSpec["document"];

/** The bar at the top contains only the framework's logo, and no response has links. Phones have no room for tables. */
const OWN_LOOK = `
.swagger-ui .topbar { display: none }
.swagger-ui .filter .operation-filter-input { width: 100%; box-sizing: border-box }
.swagger-ui .info summary { cursor: pointer; padding: 2px 0 }
.swagger-ui .info li { margin-bottom: 6px; max-width: 100ch }
.swagger-ui .response-col_links { display: none }
.dark-mode .swagger-ui .headers td { color: inherit }
@media (max-width: 640px) {
  .swagger-ui .responses-table > thead { display: none }
  .swagger-ui .responses-table > tbody > tr > td { display: block; width: auto; max-width: none; padding-left: 0 }
  .swagger-ui .responses-table .headers :is(tr, td) { display: block; padding: 0 }
  .swagger-ui .responses-table .headers thead { display: none }
  .swagger-ui .responses-table .headers tr { padding-bottom: 8px }
  .swagger-ui .info td { overflow-wrap: anywhere }
}
`;

type Groups = {
  map: (change: (group: Group) => Group) => Groups;
  filter: (isKept: (group: Group) => boolean) => Groups;
};
type Group = { get: (name: "operations") => Operations; set: (name: "operations", operations: Operations) => Group };
type Operations = { filter: (isFound: (one: { toJS: () => Found }) => boolean) => Operations; size: number };
type Found = { path: string; method: string; operation: { operationId: string; summary: string; tags: string[] } };

/**
 * Finds operations by words of their path, name, summary and group, where the page itself searches in groups alone. It runs
 * in the browser: it may use nothing from outside.
 */
const search = {
  fn: {
    opsFilter: (groups: Groups, phrase: string) => {
      const words = phrase.toLowerCase().split(/\s+/);
      const isFound = ({ path, method, operation }: Found) => {
        const text = `${method} ${path} ${operation.operationId} ${operation.summary} ${operation.tags}`.toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return groups
        .map((group) =>
          group.set(
            "operations",
            group.get("operations").filter((one) => isFound(one.toJS())),
          ),
        )
        .filter((group) => group.get("operations").size > 0);
    },
  },
};

/** The page to read and try the API, from its OpenAPI `document`: a separate app, as it needs a different policy. */
export async function createApiDocs(
  document: OpenApiDocument,
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
  await app.register(swagger, { mode: "static", specification: { document: document as unknown as Static } });
  await app.register(swaggerUi, {
    routePrefix: DOCS_ADDRESS,
    uiConfig: {
      tryItOutEnabled: true,
      filter: true,
      docExpansion: "none",
      displayOperationId: true,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      plugins: [search as never],
    },
    theme: { title: document.info.title, css: [{ filename: "theme.css", content: OWN_LOOK }] },
  });
  await app.ready();
  return app;
}
