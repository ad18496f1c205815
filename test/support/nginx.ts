import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { freePort } from "./free-port.ts";

/** A load balancer as docs/operations.md describes it, in front of servers on ports of this machine. */
export type LoadBalancer = {
  url: string;
  /** Sends what comes from now on to these ports, and lets what is under way end. */
  balance: (ports: number[]) => Promise<void>;
  /** Lines of the error log. */
  stop: () => Promise<void>;
};

/** nginx, on the path or where Debian installs it; null where it is missing. */
export const findNginx = (): string | null => findProgram("nginx");

/** Starts nginx on a free port. The caller stops it. */
export async function startNginx(program: string, ports: number[]): Promise<LoadBalancer> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-nginx-"));
  // Its workers run as another user where the tests run as root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  const configure = (to: number[], version: number) => writeFileSync(file, configuration(folder, port, to, version));
  configure(ports, 0);
  const server = spawn(program, ["-c", file, "-p", folder, "-e", join(folder, "error.log")], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await until(() => isListening(port));
  let version = 0;
  return {
    url,
    async balance(to) {
      version += 1;
      configure(to, version);
      server.kill("SIGHUP");
      await until(async () => (await fetch(`${url}/nginx-version`)).headers.get("x-version") === String(version));
    },
    async stop() {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error("nginx does not answer.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

const configuration = (folder: string, port: number, ports: number[], version: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_max_body_size 20m;
  upstream nodes {
${ports.map((node) => `    server 127.0.0.1:${node} max_fails=1 fail_timeout=1s;`).join("\n")}
    keepalive 32;
    keepalive_timeout 900ms;
  }
  server {
    listen 127.0.0.1:${port};
    location = /nginx-version { add_header x-version ${version}; return 204; }
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
    }
  }
}
`;
