import { addSignals, readSignals } from './care-signals.ts';
import { findTopic } from './find-in-tables.ts';
import { roleBefore, roleBehind } from './names.ts';
import type { Person } from './people.ts';
import type { Passage } from './phi-kinds.ts';
import type { PhiDocument } from './read-document.ts';
import { listContexts, splitText } from './segments.ts';

/**
 * Finds people with care near them. A line or sentence has points for conditions, procedures, and drugs, and fewer for
 * words about visits and payments. Words about work and deals take points away. Names of staff and owners don't count.
 */
export function* findPeopleInCare({ text, tables }: PhiDocument): Iterable<Passage> {
  const segments = splitText(text);
  const signals = segments.map((segment) => readSignals(segment.text));
  for (const [at, { people }] of segments.entries()) {
    const [first] = people;
    const topic = first === undefined ? 'work' : findTopic(tables, first.start);
    if (topic === 'work' || (topic === 'other' && signals[at]?.care === 0)) continue;
    const contexts = listContexts(segments, at).map((indexes) =>
      addSignals(indexes.flatMap((index) => signals[index] ?? [])),
    );
    const points = Math.max(
      ...contexts.map(({ care, hints, business }) => (care > 0 ? care + hints - business : 0)),
    );
    const around = addSignals(signals.slice(Math.max(0, at - 1), at + 2));
    const isRegular = contexts.some(({ hints, business }) => hints > 2 * Math.max(business, around.business));
    for (const person of people) {
      if (isOther(text, person)) continue;
      const needed = getNeededPoints(text, person, people);
      if (points >= needed || (isRegular && needed <= 2))
        yield { kind: 'patient', start: person.start, end: person.end, confidence: 0.6 };
    }
  }
}

/** Full names need 2 points. A surname needs 3, unless it is in a list or the words beside it are about a patient. */
function getNeededPoints(text: string, person: Person, people: readonly Person[]): number {
  if (person.form === 'full' || isLabeled(text, person)) return 2;
  const listed = people.filter(({ form }) => form !== 'full');
  const isFrequent = listed.some(({ form }) => form === 'surname');
  if (listed.length > 1) return isFrequent || listed.length > 2 ? 2 : 3;
  return isFrequent ? 3 - Number(isItem(text, person)) : Infinity;
}

/** Whether a name is an item by itself: "Case back: Whitfield, upper". */
function isItem(text: string, { start, end }: Person): boolean {
  return (
    /(?:^|[\n:;,-])\s*$/.test(text.slice(Math.max(0, start - 4), start)) &&
    /^(?: ?[,:(-]| called)/.test(text.slice(end, end + 8))
  );
}

const patientLabel = /\b(?:patients?|residents?|pts?\.?):? $/i;
const reporting = /^ (?:reports|denies|endorses|complains|c\/o|tolerated|refused|vomited|presents)\b/;
/** "The Kranz knee", "the Ellison baby". */
const caseOf =
  /^(?:'s)? (?:knee|hip|shoulder|back|spine|eye|foot|ankle|baby|newborn|twins|boys?|girls?|kids?|child|family)\b/;

/** Whether the words beside a surname make it a patient's. */
function isLabeled(text: string, { start, end }: Person): boolean {
  const [before, behind] = [text.slice(Math.max(0, start - 12), start), text.slice(end, end + 16)];
  return (
    patientLabel.test(before) || reporting.test(behind) || (/\bthe $/i.test(before) && caseOf.test(behind))
  );
}

const acting =
  /^,? (?:will |can |could |has |have |is |to |please )*(?:sen[dt]s?|sending|emails?|emailed|bring\w*|brought|buys?|bought|sold|wired?|review\w*|report(?:ed|s)|presented (?!with|for|to the)|manages?|approved?|prepared?|confirm\w*|donated?|sponsor\w*|visited|toured|quoted|runs|leads|believes?|prefers?|thinks|handles?|took over|collects|works|does|performs|treats|refers|places|joined|covers|teaches|drives|from(?! (?:school|work|the|his|her)))\b/i;
const greeting =
  /\b(?:hi|hello|hey|dear|good (?:morning|afternoon)|thanks|thank you|best|regards|sincerely|cheers),?\s*$/i;
const endOfGreeting = /^\s*(?:[,:!-]|\n|$)/;
const relativeOf =
  /\b(?:mom|mother|dad|father|parents?|wife|husband|son|daughter|grand\w+|family|guardian|poa) of $/i;
const company =
  /^(?:'s)? (?:\p{Lu}\p{Ll}+ )?(?:Realty|Dental|Family|Holdings|Clinic|Pharmacy|Consulting|Law|Bank|Bakery|Nails|Properties|Supply|Insurance|Foundation|Capital|Advisors)\b/u;
/** "Lane's attorney", "Lane, Dr. Kim". */
const otherRole = /^(?:'s|\W*dr\b\.? \p{Lu})/iu;
const provider = /(?<!\bsigned )\b(?:by|dr\.?|doctor|contact)\s$/i;

function isOther(text: string, { start, end }: Person): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const behind = text.slice(end, end + 60);
  return (
    (roleBehind.test(behind) && !otherRole.test(behind)) ||
    company.test(behind) ||
    (acting.test(behind) && !relativeOf.test(before)) ||
    [roleBefore, provider].some((pattern) => pattern.test(before)) ||
    (greeting.test(before) && endOfGreeting.test(behind))
  );
}
