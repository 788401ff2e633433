import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDecimals, getPricePosition, valueByMethod } from './valuation.ts';

const dental = { low: 1.5, high: 3 };
const calculateValue = (
  metricCents: number | null,
  multiple: typeof dental | null = dental,
  score: number | null = null,
) => valueByMethod({ metricCents, multiple, score });

describe('the value by a method', () => {
  it('is the metric times both ends of the range, without a point where there is no score', () => {
    expect(calculateValue(420_000_00)).toEqual({
      lowCents: 630_000_00,
      highCents: 1_260_000_00,
      pointCents: null,
      missing: null,
    });
  });

  it.each([
    [0, 630_000_00],
    [50, 945_000_00],
    [67, 1_052_100_00],
    [100, 1_260_000_00],
  ])('has its point at low + %i/100 of the way to high', (score, pointCents) => {
    expect(calculateValue(420_000_00, dental, score).pointCents).toBe(pointCents);
  });

  it('counts whole cents exactly, half a cent up, also for the largest amounts', () => {
    expect(calculateValue(1, { low: 0.5, high: 1.499 })).toMatchObject({ lowCents: 1, highCents: 1 });
    expect(calculateValue(333, { low: 0.333, high: 0.5 })).toMatchObject({ lowCents: 111, highCents: 167 });
    expect(calculateValue(99_999_999_999_999, { low: 0.001, high: 1.001 })).toMatchObject({
      lowCents: 100_000_000_000,
      highCents: 100_099_999_999_999,
    });
  });

  it('is one value where only one multiple is known, whatever the score', () => {
    const single = { low: 0.75, high: 0.75 };
    expect(calculateValue(1_000_000_00, single, 30)).toMatchObject({
      lowCents: 750_000_00,
      highCents: 750_000_00,
      pointCents: 750_000_00,
    });
  });

  it.each([
    ['without a multiple, as a laboratory by SDE', 420_000_00, null, 'no_multiple'],
    ['without a figure', null, dental, 'no_metric'],
    ['of nothing', 0, dental, 'not_positive'],
    ['of a loss', -5_000_00, dental, 'not_positive'],
  ])('is none %s', (_what, metric, multiple, missing) => {
    expect(calculateValue(metric, multiple, 50)).toEqual({
      lowCents: null,
      highCents: null,
      pointCents: null,
      missing,
    });
  });
});

it.each([
  [99, 'below'],
  [100, 'within'],
  [200, 'within'],
  [201, 'above'],
])('%i is %s a range from 100 to 200', (price, place) => {
  expect(getPricePosition(price, { lowCents: 100, highCents: 200 })).toBe(place);
});

it.each([
  [2.45, 3, true],
  [0.07, 2, true],
  [1.005, 2, false],
  [2.4567, 3, false],
  [8.1, 1, true],
])('%f with at most %i decimals: %s', (number, most, expected) => {
  expect(hasDecimals(number, most)).toBe(expected);
});

describe('whatever the figures', () => {
  const thousandths = fc.integer({ min: 1, max: 100_000 });
  const multiples = fc
    .tuple(thousandths, thousandths)
    .map(([a, b]) => ({ low: Math.min(a, b) / 1000, high: Math.max(a, b) / 1000 }));
  const metric = fc.integer({ min: 1, max: 1_000_000_000_00 });
  const scored = fc.integer({ min: 0, max: 100 });

  it('the point is within the range, which begins and ends with the scores 0 and 100', () => {
    fc.assert(
      fc.property(metric, multiples, scored, (metricCents, multiple, score) => {
        const { lowCents, highCents, pointCents } = calculateValue(metricCents, multiple, score);
        expect(lowCents).toBeLessThanOrEqual(pointCents ?? Number.NaN);
        expect(pointCents).toBeLessThanOrEqual(highCents ?? Number.NaN);
        expect(calculateValue(metricCents, multiple, 0).pointCents).toBe(lowCents);
        expect(calculateValue(metricCents, multiple, 100).pointCents).toBe(highCents);
      }),
    );
  });

  it('more earnings or a better score never make the value less', () => {
    fc.assert(
      fc.property(metric, metric, multiples, scored, scored, (one, other, multiple, a, b) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const [worse, better] = [Math.min(a, b), Math.max(a, b)];
        const [before, after] = [
          calculateValue(less, multiple, worse),
          calculateValue(more, multiple, better),
        ];
        for (const end of ['lowCents', 'pointCents', 'highCents'] as const)
          expect(after[end]).toBeGreaterThanOrEqual(before[end] ?? Number.NaN);
      }),
    );
  });
});
