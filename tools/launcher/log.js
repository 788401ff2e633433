/** An error whose message is all that the user of the terminal needs to know. */
export class PlainError extends Error {
  isPlain = true;
}

/** @param {string} line */
export function log(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints the start of a step, its progress every few seconds, and how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {() => string} [progress] text to add to the elapsed time
 * @returns {Promise<T>}
 */
export async function runStep(title, work, progress = () => '') {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  log(`${title} …`);
  const ticker = setInterval(() => log(`  ${seconds()}${progress()}`), 5000);
  try {
    const result = await work();
    log(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
