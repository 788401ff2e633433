import { findPeople, type Person } from './people.ts';

/** A line, or a sentence of a long line. */
export type Segment = {
  readonly start: number;
  /** With underscores in place of names, because a surname may be a word about care: "Anna Crown". */
  readonly text: string;
  readonly people: readonly Person[];
};

const line =
  /[^\n]{1,300}?(?:(?<!\b(?:Mr|Mrs|Ms|Dr|St|No|vs|pt|[A-Z]))[.!?](?=\s+[\p{Lu}"])|\n|$)|[^\n]{300}/gu;

export function splitText(text: string): Segment[] {
  const people = Array.from(findPeople(text));
  let next = 0;
  return Array.from(text.matchAll(line), ({ 0: found, index: start }) => {
    const first = next;
    while ((people[next]?.start ?? Infinity) < start + found.length) next += 1;
    const own = people.slice(first, next);
    return { start, text: hide(found, start, own), people: own };
  });
}

function hide(text: string, start: number, people: readonly Person[]): string {
  let [hidden, at] = ['', 0];
  for (const person of people) {
    const end = Math.min(text.length, person.end - start);
    hidden += text.slice(at, person.start - start) + '_'.repeat(end - (person.start - start));
    at = end;
  }
  return hidden + text.slice(at);
}

const pronoun = /^\W*(?:he|she|they|his|her|their|pt|patient|the patient|mom|dad|admitted|discharged|dx)\b/i;
/** "Her mother has dementia" is about somebody else. */
const ofKin =
  /^\W*(?:his|her|their) (?:mom|dad|mother|father|wife|husband|son|daughter|parents?|brother|sister|spouse|partner)\b/i;
/** The subject of an email, or a line with nothing but names. */
const heading = /^(?:re|fwd?|subject)\b|^[\s\W_]*$/i;
const maxBelow = 6;
const maxShort = 200;

/**
 * What may be about the people of a segment, by index: the segment with its caption, and these with the next sentence if
 * that begins with "She", with the lines below a heading, or with all of a short text.
 */
export function listContexts(segments: readonly Segment[], at: number): number[][] {
  const caption = findCaption(segments, at);
  const near = caption < 0 ? [at] : [caption, at];
  const isAbout = (index: number): boolean => !ofKin.test(segments[index]?.text ?? '');
  const last = segments.at(-1);
  if (last !== undefined && last.start + last.text.length <= maxShort)
    return [near, [...segments.keys()].filter(isAbout)];
  const isHeading = heading.test(segments[at]?.text ?? '');
  const below = Array.from({ length: isHeading ? maxBelow : 1 }, (_, index) => at + 1 + index).filter(
    (index) => isAbout(index) && (isHeading || pronoun.test(segments[index]?.text ?? '')),
  );
  return below.length > 0 ? [near, [...near, ...below]] : [near];
}

const maxAbove = 12;

/** The line above a list of people, or -1. */
function findCaption(segments: readonly Segment[], at: number): number {
  for (let above = at - 1; above >= Math.max(0, at - maxAbove); above -= 1) {
    const { text = '', people = [] } = segments[above] ?? {};
    if (!text.endsWith('\n')) return -1;
    if (/:\s*$/.test(text) || (people.length === 0 && text.length < 60)) return above;
    if (people.length === 0) return -1;
  }
  return -1;
}
