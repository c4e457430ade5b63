/** The thread in which a link lives, so that signs of life are given while the bot thinks. */

import { parentPort, workerData } from "node:worker_threads";

import { Link, type LinkSettings } from "./link.js";
import type { FromLink, ToLink } from "./remote.js";

const port = parentPort;
if (port === null) throw new Error("this module is the main one of a worker thread");

const link = new Link(workerData as LinkSettings, {
  response: (bytes) => {
    // A copy of its own: what gRPC hands out is part of a larger buffer, which would be sent along.
    const own = Uint8Array.from(bytes);
    port.postMessage({ kind: "response", bytes: own } satisfies FromLink, [own.buffer]);
  },
  ended: (failure) => {
    port.postMessage({ kind: "ended", failure } satisfies FromLink);
    port.close();
  },
  log: (level, text) => {
    port.postMessage({ kind: "log", level, text } satisfies FromLink);
  },
});

port.on("message", (order: ToLink) => {
  switch (order.kind) {
    case "request":
      link.send(order.bytes, order.welcomes);
      break;
    case "leave":
      link.leave();
      break;
    case "close":
      link.close();
      break;
  }
});
link.open();
