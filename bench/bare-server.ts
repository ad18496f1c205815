/**
 * The baseline for the page cache: the same bytes and headers from memory, with nothing around them but `node:http`.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as {
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body, "base64");

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(Number(process.env.PORT), "127.0.0.1");
