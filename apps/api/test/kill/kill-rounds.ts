import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '#workflows/sample-data/random.ts';
import type { Client } from './client.ts';
import type { Installation } from './installations.ts';
import type { Load } from './load.ts';

const writesPerRound = 30;
const maxRecoveryMs = 60_000;

/**
 * Kills the processes of an installation in turn, at random moments under load, and continues without intervention.
 * Returns the number of writes that were in flight when a process was killed.
 */
export async function runKillRounds(
  { installation, client, notes }: { installation: Installation; client: Client; notes: Load },
  { rounds, seed }: { rounds: number; seed: number },
): Promise<number> {
  const random = createRandom(seed);
  const { victims } = installation;
  let inFlightWhenKilled = 0;
  for (let round = 0; round < rounds; round += 1) {
    await waitUntilWriting(notes);
    await pause(random.below(800));
    inFlightWhenKilled += client.counts.inFlight;
    const victim = victims[round % victims.length];
    if (victim !== undefined) await installation.kill(victim);
  }
  await waitUntilWriting(notes);
  return inFlightWhenKilled;
}

/** Waits however long recovery takes, so that every kill hits an installation that works again. */
async function waitUntilWriting({ acknowledged }: Load): Promise<void> {
  const enough = acknowledged.size + writesPerRound;
  const deadline = Date.now() + maxRecoveryMs;
  while (acknowledged.size < enough) {
    if (Date.now() > deadline) throw new Error('No write succeeded for a minute after a kill');
    await pause(10);
  }
}
