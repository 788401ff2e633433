import { describe, expect, it } from 'vitest';
import { findMention, splitMentions, toStored, toTyped } from './mentions.ts';

const ann = { id: '0199a000-0000-7000-8000-000000000001', displayName: 'Ann Lee' };
const annMarie = { id: '0199a000-0000-7000-8000-000000000002', displayName: 'Ann Lee Marie' };

describe('a mention', () => {
  it('is stored with the id and typed as the name, and back', () => {
    const stored = toStored('Ask @Ann Lee, then @Ann Lee Marie!', [ann, annMarie]);
    expect(stored).toBe(`Ask @[Ann Lee](${ann.id}), then @[Ann Lee Marie](${annMarie.id})!`);
    expect(toTyped(stored)).toEqual({
      text: 'Ask @Ann Lee, then @Ann Lee Marie!',
      mentioned: [ann, annMarie],
    });
  });

  it('needs the person to be picked, and the whole name', () => {
    expect(toStored('@Ann Lee', [])).toBe('@Ann Lee');
    expect(toStored('@Ann Leeson', [ann])).toBe('@Ann Leeson');
  });

  it('is set apart from the text around it', () => {
    expect(splitMentions(`a @[Ann Lee](${ann.id}) b`)).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'mention', text: '@Ann Lee' },
      { kind: 'text', text: ' b' },
    ]);
  });
});

describe('what is typed after an @', () => {
  it('is looked up from the caret back to the @', () => {
    expect(findMention('Ask @an', 7)).toEqual({ start: 4, query: 'an' });
    expect(findMention('Ask @ann l', 10)).toEqual({ start: 4, query: 'ann l' });
    expect(findMention('@', 1)).toEqual({ start: 0, query: '' });
  });

  it('is no mention inside an email address or far behind', () => {
    expect(findMention('write ann@example', 17)).toBeNull();
    expect(findMention('@ann lee was here', 17)).toBeNull();
  });
});
