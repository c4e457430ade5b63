import { run } from "certamen-client";

import { program } from "./bot.js";

await run(program);
