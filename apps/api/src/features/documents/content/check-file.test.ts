import { describe, expect, it } from 'vitest';
import type { FileTextsTable } from '#db/schema/documents.ts';
import { getCheckState, requireChecked } from './check-file.ts';

const createFile = (state: FileTextsTable['state'] | null) => ({
  name: 'lease.pdf',
  content_type: 'application/pdf',
  text_state: state,
  scan_gap: null,
  blocked: null,
});

describe('a file with text', () => {
  it.each([
    [null, 'UNAVAILABLE', 'waiting'],
    ['unfinished', 'RULE_BROKEN', 'unfinished'],
  ] as const)('is closed to clients and links in the state %j', (state, code, check) => {
    expect(() => {
      requireChecked(createFile(state));
    }).toThrow(expect.objectContaining({ code }));
    for (const isClient of [true, false]) expect(getCheckState(createFile(state), { isClient })).toBe(check);
  });

  it.each(['ready', 'password', 'damaged', 'too-large'] as const)(
    'is open to them in the state %j',
    (state) => {
      expect(() => {
        requireChecked(createFile(state));
      }).not.toThrow();
    },
  );
});
