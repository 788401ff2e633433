import { expect, it } from 'vitest';
import { readSize, describeFigures } from '../sizes.ts';
import { runKillRounds } from './kill-rounds.ts';

const rounds = readSize('KILL_ROUNDS', 10);
const seed = readSize('TORTURE_SEED', 1);

it(
  'loses no acknowledged write and doubles none when the server or the database is killed',
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const report = await runKillRounds({ rounds, writers: 128, seed });
    describeFigures({
      'kill rounds': report.rounds,
      'writes acknowledged': report.acknowledged,
      'writes in flight when killed': report.inFlightWhenKilled,
      'acknowledged writes lost': report.lost.length,
      'writes doubled': report.doubled.length,
    });
    expect(report).toMatchObject({ rounds, lost: [], doubled: [] });
    expect(report.acknowledged).toBeGreaterThanOrEqual(30 * rounds);
    expect(report.inFlightWhenKilled).toBeGreaterThanOrEqual(100 * rounds);
  },
);
