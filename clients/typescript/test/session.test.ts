import assert from "node:assert/strict";
import { test } from "node:test";

import { status } from "@grpc/grpc-js";

import {
  type Bot,
  BotError,
  type BotProgram,
  type Choice,
  type Decision,
  type MatchResult,
  playAll,
} from "certamen-client";

import {
  decision,
  end,
  event,
  illegal,
  MATCH,
  seed,
  start,
  startWithSeed,
  welcome,
} from "./support/messages.js";
import { type Conversation, withServer } from "./support/server.js";

/** A program whose bots choose like this; `told` collects the events' numbers. */
function program(choose: Bot["choose"], told: bigint[] = []): BotProgram {
  return {
    name: "tested",
    version: "3",
    games: ["juwelen"],
    play: () => ({
      choose,
      onEvent: ({ number }) => {
        told.push(number);
      },
    }),
  };
}

const first = ({ legalActions }: Decision): Choice => legalActions[0];

async function playMatch(
  bot: BotProgram,
  ...scripts: ((stream: Conversation) => Promise<void>)[]
): Promise<MatchResult[]> {
  return withServer(scripts, (server) => playAll(bot, { server, token: "secret" }));
}

async function sayGoodbye(stream: Conversation): Promise<void> {
  stream.send(end());
  await stream.next("leave");
  stream.end();
}

test("a match from hello to goodbye", async () => {
  const told: bigint[] = [];
  const results = await playMatch(program(first, told), async (stream) => {
    const hello = await stream.next("hello");
    assert.equal(stream.authorization, "Bearer secret");
    assert.deepEqual(
      [hello.protocolVersion, hello.botName, hello.botVersion, hello.games, hello.cursors, hello.batches],
      [1, "tested", "3", ["juwelen"], [], true],
    );
    stream.send(welcome(MATCH), start(), event(1), event(2), decision(1));
    const act = await stream.next("act");
    assert.deepEqual(act, { match: MATCH, decision: 1n, action: { $case: "code", value: 7 } });
    await sayGoodbye(stream);
  });
  assert.deepEqual(told, [1n, 2n]);
  assert.deepEqual(
    results.map(({ match, seat, outcome }) => [match, seat, outcome?.placements]),
    [[MATCH, 1, [2, 1]]],
  );
});

test("a seed that comes together with the end is checked", async () => {
  const lines: string[] = [];
  const log = (_level: string, line: string): void => {
    lines.push(line);
  };
  await withServer(
    [
      async (stream) => {
        await stream.next("hello");
        stream.send(welcome(MATCH), startWithSeed(), decision(1));
        await stream.next("act");
        stream.send({ $case: "batch", value: { messages: [{ message: end() }, { message: seed() }] } });
        await stream.next("leave");
        stream.end();
      },
    ],
    (server) => playAll(program(first), { server, token: "secret", log }),
  );
  assert.ok(lines.some((line) => line.includes("NOT the one that was committed to")));
});

test("a batch is taken message by message, in order", async () => {
  const told: bigint[] = [];
  await playMatch(program(first, told), async (stream) => {
    await stream.next("hello");
    const messages = [welcome(MATCH), start(), event(1), event(2), decision(1)].map((message) => ({
      message,
    }));
    stream.send({ $case: "batch", value: { messages } });
    assert.equal((await stream.next("act")).decision, 1n);
    await sayGoodbye(stream);
  });
  assert.deepEqual(told, [1n, 2n]);
});

for (const [kind, choice, action] of [
  ["code", 8, { $case: "code", value: 8 }],
  ["text", "play 9c", { $case: "text", value: "play 9c" }],
] as const) {
  test(`an answer by ${kind}, given later`, async () => {
    await playMatch(
      program(() => Promise.resolve(choice)),
      async (stream) => {
        await stream.next("hello");
        stream.send(welcome(MATCH), start(), decision(1));
        assert.deepEqual((await stream.next("act")).action, action);
        await sayGoodbye(stream);
      },
    );
  });
}

test("a broken stream: cursors, no event twice, the answer sent again, not asked twice", async () => {
  const told: bigint[] = [];
  let asked = 0;
  const choose = (asks: Decision): Choice => {
    asked += 1;
    return asks.legalActions[1] ?? asks.legalActions[0];
  };
  await playMatch(
    program(choose, told),
    async (stream) => {
      await stream.next("hello");
      stream.send(welcome(MATCH), start(), event(1), event(2), decision(1));
      await stream.next("act");
      stream.fail(status.UNAVAILABLE, "cut off");
    },
    async (stream) => {
      const hello = await stream.next("hello");
      assert.deepEqual(hello.cursors, [{ match: MATCH, lastEvent: 2n }]);
      stream.send(welcome(MATCH), event(2), event(3), decision(1));
      const act = await stream.next("act");
      assert.deepEqual([act.decision, act.action], [1n, { $case: "code", value: 8 }]);
      await sayGoodbye(stream);
    },
  );
  assert.equal(asked, 1);
  assert.deepEqual(told, [1n, 2n, 3n]);
});

test("a match that has ended is no longer named after a reconnect", async () => {
  await playMatch(
    program(first),
    async (stream) => {
      await stream.next("hello");
      stream.send(welcome(MATCH, "matches/two"), start(), start(1, "matches/two"), end());
      stream.fail(status.RESOURCE_EXHAUSTED, "too slow");
    },
    async (stream) => {
      const hello = await stream.next("hello");
      assert.deepEqual(hello.cursors, [{ match: "matches/two", lastEvent: 0n }]);
      stream.send(welcome("matches/two"), end("matches/two"));
      await stream.next("leave");
      stream.end();
    },
  );
});

test("an illegal action is chosen anew where the match allows more", async () => {
  const answers = [4, 9];
  await playMatch(
    program(() => answers.shift() ?? 0),
    async (stream) => {
      await stream.next("hello");
      stream.send(welcome(MATCH), start(3), decision(1));
      assert.deepEqual((await stream.next("act")).action, { $case: "code", value: 4 });
      stream.send(illegal(1));
      assert.deepEqual((await stream.next("act")).action, { $case: "code", value: 9 });
      await sayGoodbye(stream);
    },
  );
});

test("an illegal action is final where the match allows none", async () => {
  let asked = 0;
  await playMatch(
    program(() => {
      asked += 1;
      return 4;
    }),
    async (stream) => {
      await stream.next("hello");
      stream.send(welcome(MATCH), start(1), decision(1));
      await stream.next("act");
      stream.send(illegal(1));
      await sayGoodbye(stream);
    },
  );
  assert.equal(asked, 1);
});

for (const [what, choose] of [
  [
    "throws",
    (): Choice => {
      throw new RangeError("lost the thread");
    },
  ],
  ["rejects", (): Promise<Choice> => Promise.reject(new RangeError("lost the thread"))],
] as const) {
  test(`a bot that ${what} resigns its match, and the others go on`, async () => {
    const two = "matches/two";
    const bots: BotProgram = {
      name: "tested",
      play: ({ match }) => ({ choose: match === MATCH ? choose : first }),
    };
    const played = playMatch(bots, async (stream) => {
      await stream.next("hello");
      stream.send(welcome(MATCH, two), start(), start(1, two), decision(1));
      assert.deepEqual(await stream.next("resign"), { match: MATCH });
      stream.send(end(), decision(1, two));
      assert.equal((await stream.next("act")).match, two);
      stream.send(end(two));
      await stream.next("leave");
      stream.end();
    });
    await assert.rejects(played, (error) => {
      assert.ok(error instanceof BotError);
      assert.equal(error.message, "the bot failed in matches/one: RangeError: lost the thread");
      assert.ok(error.cause instanceof RangeError);
      return true;
    });
  });
}

test("what is no action at all is the bot's error", async () => {
  const none = (): Choice => undefined as unknown as Choice;
  const played = playMatch(program(none), async (stream) => {
    await stream.next("hello");
    stream.send(welcome(MATCH), start(), decision(1));
    await stream.next("resign");
    await sayGoodbye(stream);
  });
  await assert.rejects(
    played,
    /TypeError: choose must return one of decision.legalActions, or its code or text, not undefined/,
  );
});

test("the end of the match ends the thinking", async () => {
  let aborted = false;
  const choose = (_: Decision, signal: AbortSignal): Promise<Choice> =>
    new Promise(() => {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
    });
  await playMatch(program(choose), async (stream) => {
    await stream.next("hello");
    stream.send(welcome(MATCH), start(), decision(1));
    stream.send({ $case: "ping", value: { id: 5n } });
    assert.deepEqual(await stream.next("pong"), { id: 5n });
    await sayGoodbye(stream);
  });
  assert.ok(aborted);
});

test("what is newer than we are is passed over", async () => {
  await playMatch(program(first), async (stream) => {
    await stream.next("hello");
    stream.send(welcome(MATCH), start());
    stream.send(undefined as never); // a message with no member that we know
    const rejected = illegal(1);
    if (rejected.$case === "rejected") Object.assign(rejected.value, { reason: 99 });
    stream.send(rejected, decision(1));
    assert.equal((await stream.next("act")).decision, 1n);
    await sayGoodbye(stream);
  });
});

test("an answer rejected for a reason that is not known yet is chosen anew", async () => {
  await playMatch(program(first), async (stream) => {
    await stream.next("hello");
    stream.send(welcome(MATCH), start(3), decision(1));
    await stream.next("act");
    const rejected = illegal(1);
    if (rejected.$case === "rejected") Object.assign(rejected.value, { reason: 99 });
    stream.send(rejected);
    assert.equal((await stream.next("act")).decision, 1n);
    await sayGoodbye(stream);
  });
});

test("a token without matches: goodbye at once", async () => {
  const results = await playMatch(program(first), async (stream) => {
    await stream.next("hello");
    stream.send(welcome());
    await stream.next("leave");
    stream.end();
  });
  assert.deepEqual(results, []);
});

test("a session is ended from outside, without goodbye", async () => {
  const control = new AbortController();
  let quiet = false;
  const played = withServer(
    [
      async (stream) => {
        await stream.next("hello");
        stream.send(welcome(MATCH), start());
        setTimeout(() => {
          control.abort();
        }, 50);
        await stream.next("leave").catch(() => undefined);
        quiet = stream.isQuiet;
      },
    ],
    (server) => playAll(program(first), { server, token: "secret", signal: control.signal }),
  );
  await assert.rejects(played, { name: "AbortError" });
  assert.ok(quiet);
});
