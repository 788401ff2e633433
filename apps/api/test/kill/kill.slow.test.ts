import { expect, it } from 'vitest';
import { runKillRounds } from './kill-rounds.ts';

it(
  'loses no acknowledged write and doubles none when the server or the database is killed',
  { timeout: 180_000 },
  async () => {
    const report = await runKillRounds({ rounds: 10, writers: 128, seed: 1 });
    expect(report).toMatchObject({ rounds: 10, lost: [], doubled: [] });
    expect(report.acknowledged).toBeGreaterThan(500);
    expect(report.inFlightWhenKilled).toBeGreaterThan(1000);
  },
);
