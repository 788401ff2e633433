import { expect, it } from 'vitest';
import { businessStages, canMove, isClosed, listNextStages, needsReason } from './business-stages.ts';

it('a business can move through every stage to Sold without a reason', () => {
  const way = ['lead', 'valuation', 'engaged', 'packaging', 'on_market', 'under_offer', 'sold'] as const;
  for (const [index, from] of way.slice(0, -1).entries()) {
    const to = way[index + 1] as (typeof way)[number];
    expect(canMove(from, to), `${from} to ${to}`).toBe(true);
    expect(needsReason(from, to), `${from} to ${to}`).toBe(to === 'sold');
  }
});

it('skips no stage, and moves nothing to its current stage', () => {
  expect(canMove('lead', 'on_market')).toBe(false);
  expect(canMove('valuation', 'sold')).toBe(false);
  for (const stage of businessStages) expect(canMove(stage, stage), stage).toBe(false);
});

it('allows every open business to be withdrawn, with a reason', () => {
  for (const stage of businessStages.filter((name) => !isClosed(name))) {
    expect(canMove(stage, 'withdrawn'), stage).toBe(true);
    expect(needsReason(stage, 'withdrawn'), stage).toBe(true);
  }
});

it('allows a closed business to be reopened, with a reason', () => {
  for (const stage of businessStages.filter(isClosed)) {
    const reopened = listNextStages(stage).filter((to) => !isClosed(to));
    expect(reopened.length, stage).toBeGreaterThan(0);
    for (const to of reopened) expect(needsReason(stage, to), `${stage} to ${to}`).toBe(true);
  }
});
