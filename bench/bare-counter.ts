/** The baseline for counting: every request is answered 204, with nothing around it but `node:http`. */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  // Also what tells that it serves.
  response.writeHead(request.method === "POST" ? 204 : 200).end();
});
server.listen(Number(process.env.PORT), "127.0.0.1");
