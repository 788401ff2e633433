import { expect, it } from 'vitest';
import { startMailServer } from '../mail/mail-server.ts';
import { describeCauses, describeFigures, readSize } from '../sizes.ts';
import { listCauses, openClient } from './client.ts';
import { openEmbedded, openWithWorker, password } from './installations.ts';
import { runKillRounds } from './kill-rounds.ts';
import { sendConstantLoad, importFiles, sendMails, writeNotes } from './load.ts';

const allRounds = readSize('KILL_ROUNDS', 10);
const seed = readSize('TORTURE_SEED', 1);
const half = Math.ceil(allRounds / 2);

it(
  'loses and duplicates no acknowledged write when launcher, server, database, or a backend is killed',
  { timeout: 120_000 + half * 30_000 },
  async () => {
    const installation = await openEmbedded();
    try {
      const client = await openClient(installation.address, password);
      const notes = writeNotes(client, installation, 128);
      const inFlight = await runKillRounds({ installation, client, notes }, { rounds: half, seed });
      const written = await notes.finish();
      describeFigures({
        'kill rounds': half,
        'writes acknowledged': written.acknowledged,
        'writes in flight when killed': inFlight,
        'acknowledged writes lost': written.lost.length,
        'writes doubled': written.doubled.length,
        'answers 503 while something was down': client.counts.unavailable,
        'answers 5xx other than 503': client.failures.length,
      });
      const causes = listCauses(client.failures, installation.output());
      describeCauses(causes);
      expect({ ...written, causes }).toMatchObject({ lost: [], doubled: [], causes: [] });
      expect(written.acknowledged).toBeGreaterThanOrEqual(30 * half);
      expect(inFlight).toBeGreaterThanOrEqual(64 * half);
    } finally {
      await installation.stop();
    }
  },
);

it(
  'loses and duplicates no note, email, or imported row when the worker is killed under slow and idle clients',
  { timeout: 480_000 + half * 30_000 },
  async () => {
    const mailServer = await startMailServer();
    const installation = await openWithWorker({ SMTP_URL: mailServer.url });
    try {
      const client = await openClient(installation.address, password);
      const slow = sendConstantLoad(client, 40);
      const notes = writeNotes(client, installation, 96);
      const mails = sendMails(client, installation, { mailServer, atOnce: 4 });
      const imports = importFiles(client, installation);
      const rounds = allRounds - half;
      const inFlight = await runKillRounds({ installation, client, notes }, { rounds, seed: seed + 1 });
      const outcomes = {
        notes: await notes.finish(),
        imports: await imports.finish(),
        mails: await mails.finish(),
      };
      slow.stop();
      describeFigures({
        'kill rounds': rounds,
        'writes acknowledged': outcomes.notes.acknowledged,
        'writes in flight when killed': inFlight,
        'acknowledged writes lost': outcomes.notes.lost.length,
        'writes doubled': outcomes.notes.doubled.length,
        'emails acknowledged': outcomes.mails.acknowledged,
        'emails marked as uncertain': mails.uncertain(),
        'emails lost': outcomes.mails.lost.length,
        'emails doubled': outcomes.mails.doubled.length,
        'imported rows acknowledged': outcomes.imports.acknowledged,
        'imported rows lost': outcomes.imports.lost.length,
        'imported rows doubled': outcomes.imports.doubled.length,
        'slow and silent connections': slow.opened(),
        'answers 503 while something was down': client.counts.unavailable,
        'answers 5xx other than 503': client.failures.length,
      });
      const causes = listCauses(client.failures, installation.output());
      describeCauses(causes);
      for (const [load, { lost, doubled }] of Object.entries(outcomes))
        expect({ load, lost, doubled, causes }).toEqual({ load, lost: [], doubled: [], causes: [] });
      expect(outcomes.mails.acknowledged).toBeGreaterThan(0);
      expect(outcomes.imports.acknowledged).toBeGreaterThan(0);
    } finally {
      await installation.stop();
      await mailServer.close();
    }
  },
);
