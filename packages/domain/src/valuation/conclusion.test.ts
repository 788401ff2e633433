import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concludeValue, calculateSensitivity, type ConcludedMethod } from './conclusion.ts';

const createMethod = (changes: Partial<ConcludedMethod>): ConcludedMethod => ({
  method: 'sde',
  metricCents: 400_000_00,
  low: 1.5,
  high: 3,
  lowCents: 600_000_00,
  highCents: 1_200_000_00,
  pointCents: null,
  confidence: 'medium',
  ...changes,
});

describe('a conclusion of value', () => {
  it('is the range of the only method, and says that there is just one', () => {
    expect(concludeValue([createMethod({})])).toEqual({
      lowCents: 600_000_00,
      highCents: 1_200_000_00,
      valueCents: 900_000_00,
      methods: [{ method: 'sde', weightBps: 10_000, middleCents: 900_000_00 }],
      waterfall: [{ kind: 'start', method: 'sde', cents: 900_000_00 }],
      cautions: ['one_method'],
    });
  });

  it('weighs methods by kind and confidence, as worked by hand', () => {
    // SDE 3 × 2 = 6, EBITDA 2 × 1 = 2, revenue 1 × 1 = 1.
    const conclusion = concludeValue([
      createMethod({ method: 'revenue', lowCents: 500_000_00, highCents: 700_000_00, confidence: 'low' }),
      createMethod({
        method: 'ebitda',
        metricCents: 250_000_00,
        lowCents: 800_000_00,
        highCents: 1_000_000_00,
        confidence: 'low',
      }),
      createMethod({}),
    ]);
    expect(conclusion).toMatchObject({
      // (6 × 600,000 + 2 × 800,000 + 500,000) / 9 and (6 × 1,200,000 + 2 × 1,000,000 + 700,000) / 9
      lowCents: 633_333_33,
      highCents: 1_100_000_00,
      // (6 × 900,000 + 2 × 900,000 + 600,000) / 9
      valueCents: 866_666_67,
      methods: [
        { method: 'sde', weightBps: 6667 },
        { method: 'ebitda', weightBps: 2222 },
        { method: 'revenue', weightBps: 1111 },
      ],
      waterfall: [
        { kind: 'start', method: 'sde', cents: 900_000_00 },
        { kind: 'method', method: 'ebitda', cents: 0 },
        { kind: 'method', method: 'revenue', cents: -33_333_33 },
      ],
      cautions: [],
    });
  });

  it('puts EBITDA first for businesses that companies buy', () => {
    const conclusion = concludeValue([
      createMethod({}),
      createMethod({
        method: 'ebitda',
        metricCents: 1_000_000_00,
        lowCents: 4_000_000_00,
        highCents: 6_000_000_00,
      }),
    ]);
    expect(conclusion?.methods[0]).toMatchObject({ method: 'ebitda', weightBps: 6000 });
    expect(conclusion?.cautions).toEqual(['methods_differ']);
  });

  it('moves to the assumed score, as the last step of the waterfall', () => {
    const conclusion = concludeValue([createMethod({ pointCents: 1_020_000_00 })]);
    expect(conclusion).toMatchObject({
      valueCents: 1_020_000_00,
      waterfall: [
        { kind: 'start', cents: 900_000_00 },
        { kind: 'score', cents: 120_000_00 },
      ],
    });
  });

  it('warns if every multiple has low confidence, and returns nothing without a value', () => {
    expect(concludeValue([createMethod({ confidence: 'low' })])?.cautions).toContain('low_confidence');
    expect(concludeValue([createMethod({ lowCents: null, highCents: null })])).toBeNull();
    expect(concludeValue([])).toBeNull();
  });

  it('has a waterfall that adds up to the value, within the range, with weights of 100%', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000_000_00 });
    const confidence = fc.constantFrom('low' as const, 'medium' as const, 'high' as const);
    const range = fc.tuple(amount, amount, fc.integer({ min: 0, max: 100 }), confidence);
    fc.assert(
      fc.property(fc.tuple(range, range, range), fc.boolean(), (ranges, hasScore) => {
        const names = ['sde', 'ebitda', 'revenue'] as const;
        const methods = ranges.map(([one, other, score, reliability], index) => {
          const [lowCents, highCents] = [Math.min(one, other), Math.max(one, other)];
          const pointCents = hasScore ? lowCents + Math.floor(((highCents - lowCents) * score) / 100) : null;
          return createMethod({
            method: names[index] ?? 'sde',
            lowCents,
            highCents,
            pointCents,
            confidence: reliability,
          });
        });
        const conclusion = concludeValue(methods);
        if (conclusion === null) throw new Error('No conclusion');
        const { waterfall, valueCents, lowCents, highCents, methods: weighted } = conclusion;
        expect(waterfall.reduce((sum, { cents }) => sum + cents, 0)).toBe(valueCents);
        expect(weighted.reduce((sum, { weightBps }) => sum + weightBps, 0)).toBe(10_000);
        expect(valueCents).toBeGreaterThanOrEqual(lowCents - 1);
        expect(valueCents).toBeLessThanOrEqual(highCents + 1);
      }),
    );
  });
});

it('shows how the value follows earnings and multiple', () => {
  const grid = calculateSensitivity(400_000_00, 2.5);
  expect(grid[2]?.[2]).toBe(1_000_000_00);
  expect(grid[0]?.[2]).toBe(800_000_00);
  expect(grid[4]?.[4]).toBe(1_440_000_00);
  expect(calculateSensitivity(400_000_00, 0.3)[2]?.[0]).toBe(0);
});
