import type { Token } from './read-text.ts';
import type { Passage } from './text-view.ts';
import { getWordKind, ordinals } from './words.ts';

export function isOrdinal({ text }: Pick<Token, 'text'>): boolean {
  return /^\d+(?:st|nd|rd|th)$/.test(text) || ordinals.has(text);
}

/** A street with another one: "Poplar at Cleveland", "Third & Main", but not "Second and Third operatories". */
export function findCrossStreet(tokens: readonly Token[], { first, last }: Passage): Passage | null {
  if (!isStreet(tokens[last])) return null;
  const behind = countJoints(tokens, last + 1);
  const end = last + 1 + (behind ?? 0);
  if (behind !== null && isStreet(tokens[end]) && !isCounted(tokens, end)) return { first, last: end };
  for (const before of [first - 1, first - 2])
    if (isStreet(tokens[before]) && before + 1 + (countJoints(tokens, before + 1) ?? -9) === first)
      return isCounted(tokens, last) ? null : { first: before, last };
  return null;
}

/** The number of words that join two streets at a position: 1 for "at", 0 for "&". Null if nothing joins them. */
function countJoints(tokens: readonly Token[], at: number): 0 | 1 | null {
  const [joint, next] = [tokens[at], tokens[at + 1]];
  if (joint === undefined) return null;
  if (/^ ?[&@/] ?$/.test(joint.gap)) return 0;
  return /^(?:at|and)$/.test(joint.text) && joint.gap === ' ' && next?.gap === ' ' ? 1 : null;
}

function isStreet(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (isOrdinal(token)) return token.isCapitalized || /^\d/.test(token.text);
  return token.isCapitalized && getWordKind(token.text) !== 'generic';
}

/** Whether an ordinal numbers a thing behind it: "Third operatories". */
function isCounted(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  return token !== undefined && isOrdinal(token) && next?.gap === ' ' && !next.isCapitalized;
}
