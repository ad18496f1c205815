import { PRODUCT_VERSION } from "#shared/product-version.ts";
import { EnvError } from "../env.ts";
import { readSettings } from "../settings-file.ts";
import { commands, runCommand } from "./commands.ts";

const listed = Object.entries(commands).map(([name, { usage, summary }]) => ({ call: `${name} ${usage}`, summary }));
const width = Math.max(...listed.map(({ call }) => call.length)) + 2;

const HELP = `Jarida ${PRODUCT_VERSION}. Usage: npm run jarida -- COMMAND

${listed.map(({ call, summary }) => `  ${call.padEnd(width)}${summary}`).join("\n")}
  ${"help".padEnd(width)}shows this
  ${"version".padEnd(width)}shows the version

The commands read the same variables as npm start. All commands except restore can be used while the server is running.
`;

async function main([name = "help", ...args]: string[]): Promise<number> {
  if (name === "help" || name === "--help") {
    process.stdout.write(HELP);
    return 0;
  }
  if (name === "version" || name === "--version") {
    process.stdout.write(`${PRODUCT_VERSION}\n`);
    return 0;
  }
  const command = commands[name];
  if (!command) {
    process.stderr.write(`Unknown command: ${name}.\n\n${HELP}`);
    return 1;
  }
  const { source, warnings } = readSettings(process.env);
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
  return runCommand(source, command, args);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(error instanceof EnvError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
    process.exit(1);
  },
);
