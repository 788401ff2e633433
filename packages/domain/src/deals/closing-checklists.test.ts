import { expect, it } from 'vitest';
import { withStateRule } from './closing-checklists.ts';

const lines = [
  { key: 'con', area: 'approval', title: 'Certificate of need', hint: 'Varies by state: verify' },
  { key: 'lease', area: 'lease', title: 'Lease', hint: null },
] as const;

it('adds the state’s requirement to the certificate-of-need line only', () => {
  const hintsOf = (rule: Parameters<typeof withStateRule>[1]) =>
    withStateRule(lines, rule).map(({ hint }) => hint);
  expect(hintsOf(null)).toEqual(['Varies by state: verify', null]);
  expect(hintsOf({ stateName: 'Texas', con: 'none', asOf: '2026-11-22' })).toEqual([
    'Texas has no certificate-of-need program, as of Nov 22, 2026: verify',
    null,
  ]);
  expect(hintsOf({ stateName: 'Florida', con: 'program', asOf: '2026-11-22' })[0]).toMatch(
    /^Florida has a certificate/,
  );
});
