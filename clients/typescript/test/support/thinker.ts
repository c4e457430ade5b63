/** A bot that thinks for 1.5 seconds without awaiting anything. */

import { run } from "certamen-client";

await run({
  name: "thinker",
  play: () => ({
    choose: ({ legalActions }) => {
      const start = performance.now();
      while (performance.now() - start < 1_500);
      return legalActions[0];
    },
  }),
});
