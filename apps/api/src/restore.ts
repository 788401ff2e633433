import { formatCount } from '@handover/domain/format-count.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { boot } from './boot.ts';
import { runCommand } from './command.ts';
import { allRecords, listJobs } from './registry.ts';
import { loadConfig, type Config } from './lib/config.ts';
import { openKeyring } from './lib/keyring.ts';
import { createLogger } from './lib/logger.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { findSecretKey, loadSecretKey } from './platform/installation/secret-key.ts';
import { finishRestore } from './workflows/restore-backup/finish-restore.ts';
import {
  checkArchive,
  restoreBackup,
  type Archive,
  type RestoreResult,
} from './workflows/restore-backup/restore-backup.ts';

const usage = `
  npm run restore -- FILE [--new-key]
      restores a backup into the empty data folder, or the empty database in DATABASE_URL. Provide the secret
      key of that installation first, as SECRET_KEY or as secret.key in the data folder. --new-key restores
      without it: encrypted settings must be entered again, and the files cannot be opened.
`;

const options = { 'new-key': { type: 'boolean' } } as const;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    process.stdout.write(`${usage}\n`);
    process.exitCode = 1;
    return;
  }
  const given = loadConfig(process.env);
  const config = { ...given, dataDir: resolve(given.dataDir) };
  log('Checking the archive');
  const archive = await checkArchive(resolve(process.env['INIT_CWD'] ?? process.cwd(), name));
  await requireKey(config, { archive, isNewKey: values['new-key'] === true });
  printResult(archive, await restore(config, archive));
}

/** Throws if the backup was made with another key, unless allowed. */
async function requireKey(
  config: Config,
  { archive, isNewKey }: { archive: Archive; isNewKey: boolean },
): Promise<void> {
  if (isNewKey) return;
  const key = await findSecretKey({ configured: config.secretKey, dataDir: config.dataDir });
  const { keyFingerprint: wanted } = archive.manifest;
  if (key !== null && openKeyring(key).fingerprint === wanted) return;
  const found =
    key === null
      ? 'No secret key was found'
      : `The secret key here has the fingerprint ${openKeyring(key).fingerprint}`;
  throw new Error(
    `${found}; this backup was encrypted with the key that has the fingerprint ${wanted}.
Set SECRET_KEY to that key, or put its secret.key into ${config.dataDir}. If it is lost, add --new-key: two-step
sign-in, the passwords of mail servers and mailboxes, and webhook secrets must then be set up again, unsubscribe links
in emails already sent stop working, and documents, attachments, and pictures cannot be opened. Nothing was changed.`,
  );
}

async function restore(given: Config, archive: Archive): Promise<RestoreResult> {
  const { config, connectionString, close } = await openConfiguredDatabase(given);
  try {
    const keyring = openKeyring(
      await loadSecretKey({ configured: config.secretKey, dataDir: config.dataDir }),
    );
    const restored = await restoreBackup(
      { connectionString, config, keyring, now: new Date(), records: allRecords, log },
      archive,
    );
    await completeRestore(config, connectionString);
    return restored;
  } finally {
    await close();
  }
}

async function completeRestore(config: Config, connectionString: string): Promise<void> {
  const logger = createLogger('warn');
  const { background, jobs, database } = await boot({ config, connectionString, logger, isRestoring: true });
  try {
    const definitions = listJobs(background);
    await jobs.start(definitions);
    await finishRestore({ connectionString, runner: background.runner, definitions });
  } finally {
    await jobs.stop();
    await database.close();
  }
}

function printResult(
  { manifest: { madeAt, tables, files } }: Archive,
  { uncertainMails, access, lost }: RestoreResult,
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  log(`Restored ${formatCount(rows, 'row')} and ${formatCount(files.count, 'file')} from ${madeAt}.`);
  log('Everyone must sign in again and create new calendar links.');
  const { pendingNdas, pendingApprovals, ...valid } = access;
  if (pendingNdas > 0)
    log(`Links to sign no longer work. Pending NDAs to send again: ${pendingNdas.toLocaleString('en')}.`);
  if (pendingApprovals > 0)
    log(
      `Links to approve no longer work. Pending teasers and CIMs to send again: ${pendingApprovals.toLocaleString('en')}.`,
    );
  if (Object.values(valid).some((count) => count > 0))
    log(
      `These were restored and are valid again, even if they were revoked after the backup: ${formatCount(valid.apiKeys, 'API key')}, ${formatCount(valid.invitations, 'invitation')}, ${formatCount(valid.sharedLinks, 'shared link')}, access to ${formatCount(valid.accessGrants, 'record')}, and ${formatCount(valid.inboundAddresses, 'address', 'addresses')} for received email and portal inquiries. Review them.`,
    );
  if (uncertainMails > 0)
    log(
      `Queued emails, now marked uncertain: ${uncertainMails.toLocaleString('en')}. Resend them manually if needed.`,
    );
  if (files.lost.length > 0)
    log(
      `Not restored, because already missing when the backup was created: ${formatCount(files.lost.length, 'file')}.`,
    );
  if (lost !== null)
    log(
      `Set up again under the new key: two-step sign-in for ${formatCount(lost.secondFactors, 'person', 'people')}, the passwords of ${formatCount(lost.mailServers, 'mail server')} and ${formatCount(lost.mailboxes, 'mailbox', 'mailboxes')}, and the secrets of ${formatCount(lost.webhooks, 'webhook')} (now turned off).`,
    );
  if (lost !== null && lost.files > 0)
    log(`Cannot be opened, because sealed with the previous secret key: ${formatCount(lost.files, 'file')}.`);
  process.stdout.write('\n  Start it with npm start.\n\n');
}

function log(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

await runCommand(main);
