declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** As much of it as the tests use. */
  // biome-ignore lint/style/noDefaultExport: the package exports its class so.
  export default class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: { body?: { id_token?: string } }, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ prompt: { name: string }; params: { client_id: string } }>;
  }
}
