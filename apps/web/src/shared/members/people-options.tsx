import type { ReactElement } from 'react';

interface Person {
  readonly id: string;
  readonly displayName: string;
}

interface PeopleOptionsProps {
  people: readonly Person[];
  /** What the select holds. */
  value: string | undefined;
  /** Values that have options elsewhere in the select. */
  aside: readonly string[];
  /** More people are asked for. */
  isComing: boolean;
}

/**
 * People as options of a `<select>`, and whoever it holds without being one of them. Each keeps their element
 * while others come: a browser whose chosen option is taken away chooses another one by itself.
 */
export function PeopleOptions({ people, value, aside, isComing }: PeopleOptionsProps): ReactElement {
  const isListed = value === undefined || aside.includes(value) || people.some(({ id }) => id === value);
  const unlisted = isListed ? [] : [{ id: value, displayName: isComing ? '…' : 'Not a member' }];
  return (
    <>
      {[...people, ...unlisted].map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
    </>
  );
}
