/** Waiting, but not for ever. */

/**
 * Whether something is done in time. It is not stopped, nor does waiting keep the program alive after it.
 *
 * @param limit - milliseconds.
 * @param work - is waited for.
 */
export async function within(limit: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, limit);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
