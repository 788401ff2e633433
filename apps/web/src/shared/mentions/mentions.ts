import { mentionPattern } from '@handover/contract/records/notes.ts';

export interface Mention {
  readonly id: string;
  readonly displayName: string;
}

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string };

/** A stored text split at its mentions, in reading order. */
export function splitMentions(body: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of body.matchAll(mentionPattern)) {
    if (match.index > end) parts.push({ kind: 'text', text: body.slice(end, match.index) });
    parts.push({ kind: 'mention', text: `@${match[1] ?? ''}` });
    end = match.index + match[0].length;
  }
  if (end < body.length) parts.push({ kind: 'text', text: body.slice(end) });
  return parts;
}

/** A stored text in the form in which it is typed, with `@Name`, and the people it mentions. */
export function toTyped(body: string): { text: string; mentioned: Mention[] } {
  const mentioned = [...body.matchAll(mentionPattern)].map(([, displayName = '', id = '']) => ({
    id,
    displayName,
  }));
  return { text: body.replace(mentionPattern, '@$1'), mentioned };
}

/** The text to store: each picked `@Name` is written as `@[Name](id)`. If names share a prefix, the longest wins. */
export function toStored(text: string, mentioned: readonly Mention[]): string {
  const byName = new Map(mentioned.map((person) => [`@${person.displayName}`, person]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const pattern = new RegExp(`(?:${names.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(pattern, (name) => {
    const person = byName.get(name);
    return person === undefined ? name : `@[${person.displayName}](${person.id})`;
  });
}

/** The text being typed after an `@` right before the caret, or null. */
export function findMention(text: string, caret: number): { start: number; query: string } | null {
  const match = /(?:^|[\s(])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*)?)$/u.exec(text.slice(0, caret));
  const query = match?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
