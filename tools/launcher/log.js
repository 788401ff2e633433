/** An error whose message says all the person at the terminal needs. */
export class PlainError extends Error {
  isPlain = true;
}

/** @param {string} line */
export function log(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints when a step begins, its progress every few seconds, and how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {() => string} [progress] what to add to the elapsed time
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
