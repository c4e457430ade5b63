#!/usr/bin/env node
/** `certamen-bot NAME`: one of the package's bots as a program of its own. */

import { BOTS } from "./bots/index.js";
import { run } from "./index.js";

const [name, ...others] = process.argv.slice(2);
const program = BOTS.get(name ?? "");
if (program === undefined || others.length > 0) {
  process.stderr.write(`usage: certamen-bot ${[...BOTS.keys()].join("|")}\n`);
  process.stderr.write("The server's address comes from CERTAMEN_SERVER, the token from CERTAMEN_TOKEN.\n");
  process.exitCode = 2;
} else {
  await run(program);
}
