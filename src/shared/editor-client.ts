import { type Paged, shapeOf } from "./api-client.ts";
import { type ApiQuery, PAGE_SIZE } from "./api-query.ts";
import type { ApiResponse, EditorApi, SendOptions } from "./editor-api.tsx";
import type { EndpointTable, ResponseOf } from "./endpoint.ts";
import {
  type Address,
  type AnyAddress,
  client,
  type EndpointClient,
  type Optional,
  type Reads,
  type Request,
  type RowOf,
  urlOf,
} from "./endpoint-client.ts";

/** One page of a list, counted from 1, with the given number of rows. */
export type PageOfList<Row> = (page: number, size?: number) => ApiQuery<Paged<Row>>;

/** A feature's endpoints for editors. */
export type EditorClient<Table extends EndpointTable> = EndpointClient<Table> & {
  /** Sends a request with the editor's token. Throws `ApiError` or `NetworkError`. */
  send: <Name extends keyof Table>(
    api: EditorApi,
    name: Name,
    ...given: Optional<Request<Table, Name> & SendOptions>
  ) => Promise<ApiResponse<ResponseOf<Table[Name]>>>;
  /** Parses a success that was fetched in another way. Throws `NetworkError` if the connection breaks while reading. */
  parse: <Name extends keyof Table>(name: Name, response: Response) => Promise<ResponseOf<Table[Name]>>;
  /** The pages of a list, filtered by its query without empty texts. */
  list: <Name extends Reads<Table>>(
    name: Name,
    ...given: Optional<Address<Table, Name>>
  ) => PageOfList<RowOf<Table[Name]>>;
};

const editorClient = {
  ...client,
  send: (api: EditorApi, name: string, given: AnyAddress & SendOptions & { body?: unknown } = {}) => {
    const { params = {}, query = {}, body, ...options } = given;
    return api.send(methodOf(name), urlOf(name, { params, query }), body, options);
  },
  parse: (_name: string, response: Response) => shapeOf(response, "body"),
  list:
    (name: string, { params = {}, query = {} }: AnyAddress = {}) =>
    (page: number, size = PAGE_SIZE) => {
      const narrowed = Object.entries(query).filter(([, value]) => value !== "");
      const part = { limit: size, offset: (page - 1) * size };
      return client.paged(name, { params, query: { ...Object.fromEntries(narrowed), ...part } });
    },
};

const methodOf = (name: string) => name.slice(0, name.indexOf(" ")) as Parameters<EditorApi["send"]>[0];

/** A feature's endpoints for the admin area; see `clientOf`. */
export const editorClientOf = <Table extends EndpointTable>() => editorClient as unknown as EditorClient<Table>;
