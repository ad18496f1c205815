import type { IncomingMessage, ServerResponse } from "node:http";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Database } from "#db/open.ts";
import { guardRoutes } from "#features/accounts/policy.ts";
import { accountRoutes } from "#features/accounts/routes.ts";
import { GUESSING_WINDOW_MS } from "#features/accounts/rules.ts";
import { createSessions } from "#features/accounts/sessions.ts";
import type { AdCounters } from "#features/ads/jobs.ts";
import { adRedirects, adRoutes } from "#features/ads/routes.ts";
import { articleRoutes } from "#features/articles/routes.ts";
import { audienceRoutes } from "#features/audience/routes.ts";
import { categoryRoutes } from "#features/categories/routes.ts";
import type { ContactParts } from "#features/contact/commands.ts";
import { contactRoutes } from "#features/contact/routes.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { discoveryRoutes, relatedRoutes } from "#features/discovery/routes.ts";
import { issueRoutes } from "#features/issues/routes.ts";
import type { MarketData } from "#features/market/jobs.ts";
import { marketRoutes } from "#features/market/routes.ts";
import { mediaFiles, mediaRoutes, uploadRoutes } from "#features/media/routes.ts";
import type { ListParts } from "#features/newsletter/commands.ts";
import { newsletterRoutes } from "#features/newsletter/routes.ts";
import { outboxRoutes } from "#features/outbox/routes.ts";
import { publicationRoutes } from "#features/publication/routes.ts";
import { searchRoutes } from "#features/search/routes.ts";
import { taskRoutes } from "#features/tasks/routes.ts";
import { attemptsWithin } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import { type ClientTimeouts, createHttpServer, type HttpServer } from "#platform/http-server.ts";
import type { Images } from "#platform/images.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { signedTokens } from "#platform/signed-tokens.ts";
import type { Storage } from "#platform/storage.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import type { Env } from "../env.ts";
import { adminPage } from "./admin-page.ts";
import { api } from "./api.ts";
import { browserBuild } from "./browser-build.ts";
import { confirmPage } from "./confirm-page.tsx";
import { replyWithError } from "./errors.ts";
import { formPosts } from "./form-posts.ts";
import { healthRoutes } from "./health.ts";
import type { Listeners } from "./listeners.ts";
import type { MailServices } from "./mail.ts";
import { PICTURE_USES } from "./picture-uses.ts";
import { readInProcess } from "./read-in-process.ts";
import { limitReads, readLimit } from "./read-limits.ts";
import { createPages, isPagePath, type SiteRenderer } from "./render/pages.ts";
import { receiveBodies } from "./request-bodies.ts";

/** What the app is made of; main gives the real parts, tests and development their own. */
export type AppParts = Pick<Listeners, "articleListeners" | "categoryListeners"> & {
  env: Pick<
    Env,
    "siteUrl" | "siteName" | "social" | "secretKey" | "rateLimits" | "trustProxy" | "confirmSubscribers" | "publication"
  > & { mail: Pick<Env["mail"], "contactEmail"> };
  database: Database;
  clock: Clock;
  storage: Storage;
  images: Images;
  content: ContentPreparer;
  market: MarketData;
  views: ReaderCounter;
  ads: AdCounters;
  mail: Pick<MailServices, "postbox" | "forget">;
  renderer: SiteRenderer;
  /** Folder of the browser build; none in development, where Vite serves it. */
  clientDir: string | undefined;
  logger: FastifyBaseLogger;
  /** How long slow clients are waited for, where the usual is not wanted. */
  timeouts?: Partial<ClientTimeouts>;
  /** Answers a request before the app does; true when it has. Development puts Vite here. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

declare module "fastify" {
  interface FastifyInstance {
    /** Stops serving without cutting anything off, before `close` ends the rest. Times in milliseconds. */
    drain: HttpServer["drain"];
  }
}

/** What a call takes unless it says otherwise, in bytes. */
const BODY_LIMIT = 1024 * 1024;
/** A path longer than this is no address of ours. */
const MAX_PARAMETER_LENGTH = 300;
/** Addresses that cannot be decoded or are too long name nothing. */
const NO_ADDRESS = new Set(["FST_ERR_BAD_URL", "FST_ERR_MAX_PARAM_LENGTH"]);

/** Builds the whole server, not yet listening. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { env, database, clock, storage, images, content, market, views, ads, renderer, logger, mail } = parts;
  const { articleListeners, categoryListeners } = parts;
  const site: SiteInfo = { name: env.siteName, url: env.siteUrl, social: env.social };
  const secure = env.siteUrl.startsWith("https:");

  // In development Vite brings scripts of its own into the pages.
  const headers = renderer.transform ? {} : securityHeaders("api", secure);

  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  const http = createHttpServer({
    secure,
    log: logger,
    timeouts: parts.timeouts,
    answerAtOnce: (request, response) => pages.serveCached(request, response),
    answer: (request, response) => {
      if (parts.middleware) parts.middleware(request, response, () => handle(request, response));
      else handle(request, response);
    },
  });

  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handler) => {
      handle = handler;
      return http.server;
    },
    clientErrorHandler: http.onClientError,
    bodyLimit: BODY_LIMIT,
    // The one proxy before us: what it appended last. What stands before that in the header, a client may have written.
    trustProxy: env.trustProxy ? (_address, hop) => hop === 0 : false,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    // No hook has run here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      if (NO_ADDRESS.has(error.code)) error.statusCode = 404;
      if (error.statusCode === 404 && isPagePath(request.raw.url ?? "/"))
        pages.servePage(request, reply).catch((fault: Error) => replyWithError(fault, request, reply));
      else replyWithError(error, request, reply);
    },
  });
  app.decorate("drain", http.drain);
  app.decorate("endpoints", new Map());
  // What every answer carries; kinds with a policy of their own put it in this one's place.
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  receiveBodies(app, http.askForBody);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  // Every address can be read (the pages' route takes the rest), so what comes here is another method.
  app.setNotFoundHandler((_request, reply) =>
    reply.status(405).header("allow", "GET, HEAD").send({ detail: "This address can only be read." }),
  );

  if (env.rateLimits) await app.register(rateLimit, { global: false, errorResponseBuilder: tooManyRequests });
  const limit = env.rateLimits ? readLimit(app) : undefined;
  const pages = createPages({ database, clock, site, renderer, readApi: readInProcess(app), limit });

  await app.register(healthRoutes({ database, isStopping: http.isStopping }));
  const tokenSettings = { secretKey: env.secretKey, issuer: env.siteUrl, clock };
  const accessTokens = await signedTokens(app, "access", tokenSettings);
  const attempts = attemptsWithin(database, clock, GUESSING_WINDOW_MS);
  const sessions = createSessions({
    database,
    clock,
    accessTokens,
    refreshTokens: await signedTokens(app, "refresh", tokenSettings),
    deviceTokens: await signedTokens(app, "device", tokenSettings),
    attempts,
    secretKey: env.secretKey,
  });
  const { postbox } = mail;
  const forms = {
    database,
    clock,
    postbox,
    secretKey: env.secretKey,
    attempts: env.rateLimits ? attempts : undefined,
  };
  const list: ListParts = { ...forms, asksToConfirm: env.confirmSubscribers };
  const contact: ContactParts = { ...forms, contactEmail: env.mail.contactEmail };
  await app.register(
    api({
      siteName: env.siteName,
      secure,
      limit,
      guard: (scope) => guardRoutes(scope, { database, clock, accessTokens }),
      features: [
        accountRoutes({ database, sessions }),
        categoryRoutes({ database, clock, categoryListeners }),
        searchRoutes({ database, clock }),
        relatedRoutes({ database, clock }),
        articleRoutes({ store: { database, clock, storage, images, content, articleListeners }, views }),
        uploadRoutes({ store: { database, clock, storage, images } }),
        mediaRoutes({ store: { database, clock, storage, images, pictureUses: PICTURE_USES } }),
        adRoutes({ database, counters: ads }),
        marketRoutes({ market }),
        publicationRoutes({ publication: env.publication }),
        newsletterRoutes(list),
        audienceRoutes({ database, clock, postbox, forgetMail: mail.forget }),
        issueRoutes({ database, clock, postbox, secretKey: env.secretKey, secure }),
        contactRoutes(contact),
        outboxRoutes({ database, clock, wake: postbox.wake }),
        taskRoutes({ database, clock }),
      ],
    }),
    { prefix: "/api" },
  );
  await app.register(mediaFiles({ database, storage, secure }));
  await app.register(adRedirects({ database, counters: ads, siteUrl: site.url, notFound: pages.servePage }));
  await app.register(async (scope) => {
    if (limit) limitReads(scope, limit);
    await scope.register(discoveryRoutes({ database, clock, site, content }));
  });
  await app.register(formPosts({ list, contact, pages }));
  await app.register(confirmPage({ list, pages }));
  if (parts.clientDir) await app.register(browserBuild(parts.clientDir, secure));
  await app.register(adminPage({ site, renderer, secure }));
  pages.register(app);
  return app;
}

const tooManyRequests = (_request: unknown, { ttl }: { ttl: number }) =>
  new TooManyRequestsError("Too many requests. Please try again later.", Math.ceil(ttl / 1000));
