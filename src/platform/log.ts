import type { FastifyServerOptions } from "fastify";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/**
 * The log: JSON lines, or readable lines on a terminal. A request is logged by method, path and status alone: query
 * strings, headers and bodies may carry tokens and addresses (safety.md, Logs redact by allow-list).
 */
export async function loggerOptions(level: string): Promise<LoggerOptions> {
  const stream = process.stdout.isTTY ? await readableLines() : undefined;
  return {
    level,
    serializers: {
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        path: request.url?.split("?")[0],
      }),
      res: (response: { statusCode?: number }) => ({ status: response.statusCode }),
    },
    ...(stream ? { stream } : {}),
  } as LoggerOptions;
}

async function readableLines() {
  const { default: pretty } = await import("pino-pretty");
  return pretty({ sync: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" });
}
