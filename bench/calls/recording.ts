import { join } from 'node:path';
import type { Call } from './call.ts';
import type { Session } from './http-load.ts';
import { vacuum, withServer, type Place, type RunningBench } from '../running.ts';
import { recordCalls, type RecordedCall } from './statements.ts';

const recorder = new URL('../../apps/api/test/statement-recorder.ts', import.meta.url).href;

/**
 * Records the statements of the calls. A server that records its statements is slower, so it is never the one that is
 * timed.
 */
export function recordInServer(
  place: Place,
  makeCalls: (session: Session) => Promise<Call[]>,
): Promise<RecordedCall[]> {
  return withRecorder(place, async ({ session }, record) => record(await makeCalls(session)));
}

/** Runs `act` with a server that records its statements, after vacuuming the tables. */
export function withRecorder<T>(
  place: Place,
  act: (running: RunningBench, record: (calls: readonly Call[]) => Promise<RecordedCall[]>) => Promise<T>,
): Promise<T> {
  const file = join(place.dataDir, 'statements');
  const env = { NODE_OPTIONS: `--import ${recorder}`, STATEMENTS_FILE: file };
  return withServer({ ...place, callers: 1, env }, async (running) => {
    await vacuum(running);
    return act(running, (calls) => recordCalls(running.session, { calls, file }));
  });
}
