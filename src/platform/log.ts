import type { FastifyServerOptions } from "fastify";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/**
 * The log: JSON lines, or readable lines on a terminal. A request is logged by method, path and status alone, an error
 * by its message and stack: query strings, headers, bodies and rows may contain tokens and addresses, so only listed
 * fields are logged.
 */
export async function loggerOptions(level: string): Promise<LoggerOptions> {
  const stream = process.stdout.isTTY ? await readableLines() : undefined;
  return {
    level,
    serializers: {
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        path: request.url && withoutKeys(request.url.split("?")[0] ?? ""),
      }),
      res: (response: { statusCode?: number }) => ({ status: response.statusCode }),
      err: describeError,
    },
    ...(stream ? { stream } : {}),
  } as LoggerOptions;
}

/** Other fields are dropped: PostgreSQL's errors, for example, quote the rejected row. */
function describeError({ name, message, code, stack, cause }: NodeJS.ErrnoException): object {
  const described = { type: name, message: withoutKeys(message), code, stack: stack && withoutKeys(stack) };
  return { ...described, ...(cause instanceof Error ? { cause: describeError(cause) } : {}) };
}

/** API keys in an address or a message by mistake: only their first characters, which the list of keys shows too. */
const withoutKeys = (text: string): string => text.replace(/(jarida_\w{8})\w+/g, "$1…");

/** Undefined if only production dependencies are installed, as in the image: then terminals get JSON too. */
async function readableLines() {
  const module = await import("pino-pretty").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  });
  return module?.default({ sync: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" });
}
