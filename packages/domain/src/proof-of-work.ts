/**
 * Proof of work for guests: an answer whose SHA-256 hash with the challenge begins with a number of zero bits. Each bit
 * doubles the work. A browser finds 16 bits in a fraction of a second; a program that registers thousands of times
 * needs hours.
 */
export function isAnswer(challenge: string, answer: string, bits: number): boolean {
  const [first = 0, second = 0] = sha256(`${challenge}:${answer}`);
  const zeros = first === 0 ? 32 + Math.clz32(second) : Math.clz32(first);
  return zeros >= bits;
}

/** The first valid answer within a number of attempts starting at `from`; null if there is none. */
export function findAnswer(
  challenge: string,
  { bits, from, attempts }: { readonly bits: number; readonly from: number; readonly attempts: number },
): string | null {
  for (let number = from; number < from + attempts; number += 1)
    if (isAnswer(challenge, String(number), bits)) return String(number);
  return null;
}

/** The eight words of SHA-256 (FIPS 180-4) of an ASCII text. Browsers provide it only in secure contexts. */
export function sha256(text: string): readonly number[] {
  const words = padMessage(text);
  const hash = Int32Array.from(initial);
  const schedule = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    schedule.set(words.subarray(block, block + 16));
    for (let i = 16; i < 64; i += 1) schedule[i] = extendSchedule(schedule, i);
    addBlock(hash, schedule);
  }
  return [...hash];
}

function addBlock(hash: Int32Array, schedule: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + sum1 + choice + getWord(constants, i) + getWord(schedule, i)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = getWord(hash, i) + word;
}

function extendSchedule(schedule: Int32Array, i: number): number {
  const [x, y] = [getWord(schedule, i - 15), getWord(schedule, i - 2)];
  const low = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
  const high = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
  return getWord(schedule, i - 16) + low + getWord(schedule, i - 7) + high;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function getWord(words: Int32Array, i: number): number {
  return words[i] ?? 0;
}

function padMessage(text: string): Int32Array {
  const words = new Int32Array((((text.length + 8) >> 6) + 1) * 16);
  for (let i = 0; i <= text.length; i += 1)
    words[i >> 2] =
      getWord(words, i >> 2) | ((i === text.length ? 0x80 : text.charCodeAt(i)) << (24 - (i % 4) * 8));
  words[words.length - 1] = text.length * 8;
  return words;
}

const primes = Array.from({ length: 312 }, (_, i) => i).filter(
  (n) => n > 1 && Array.from({ length: n }, (_, i) => i).every((d) => d < 2 || n % d !== 0),
);
/** The first 32 bits of the fractional parts of the roots of the first primes. */
const calculateRootFraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const constants = Int32Array.from(primes.slice(0, 64), (prime) => calculateRootFraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => calculateRootFraction(Math.sqrt(prime)));
