import type { FastifyServerOptions } from "fastify";
import pretty from "pino-pretty";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/**
 * The log: JSON lines, or readable lines on a terminal. A request is logged by method, path and status alone: query
 * strings, headers and bodies may carry tokens and addresses (safety.md, Logs redact by allow-list).
 */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: {
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        path: request.url?.split("?")[0],
      }),
      res: (response: { statusCode?: number }) => ({ status: response.statusCode }),
    },
    ...(process.stdout.isTTY
      ? { stream: pretty({ sync: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" }) }
      : {}),
  } as LoggerOptions;
}
