declare module "@20minutes/s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** The part of the package's interface that is used; it has no types of its own. */
  // biome-ignore lint/style/noDefaultExport: the package exports its class so.
  export default class S3rver {
    constructor(options: {
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    middleware: ((context: { path: string; state: { vhost: boolean } }, next: () => Promise<void>) => Promise<void>)[];
    logger: { exceptions: { unhandle(): void }; close(): void };
  }
}
