/** The first letters of the first and last word of a name, in upper case. */
export function getInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 0);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return `${getFirstLetter(first)}${getFirstLetter(last)}`.toUpperCase();
}

/** One of `count` tones; always the same one for the same text. */
export function getTone(text: string, count: number): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % count;
}

function getFirstLetter(word: string): string {
  return [...word][0] ?? '';
}
