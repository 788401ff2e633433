import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { boot } from './boot.ts';
import { runCommand } from './command.ts';
import { allJobs } from './registry.ts';
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
  type Restored,
} from './workflows/restore-backup/restore-backup.ts';

const usage = `
  npm run restore -- FILE [--new-key]
      puts a backup into the empty data folder, or the empty database in DATABASE_URL. Give it the secret
      key of that installation first, as SECRET_KEY or as secret.key in the data folder. --new-key goes
      without it: what it sealed has to be entered again, and the files cannot be opened.
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
      ? 'There is no secret key here'
      : `The secret key here has the fingerprint ${openKeyring(key).fingerprint}`;
  throw new Error(
    `${found}; this backup was sealed with the one of fingerprint ${wanted}.
Set SECRET_KEY to that key, or put its secret.key into ${config.dataDir}. If it is lost, add --new-key: then two-step
sign-ins, the passwords of mail servers and mailboxes, and the secrets of webhooks have to be set up again, links to
unsubscribe in mails that were sent no longer work, and no document, attachment, or picture can be opened. Nothing was
changed.`,
  );
}

async function restore(given: Config, archive: Archive): Promise<Restored> {
  const { config, connectionString, close } = await openConfiguredDatabase(given);
  try {
    const keyring = openKeyring(
      await loadSecretKey({ configured: config.secretKey, dataDir: config.dataDir }),
    );
    const restored = await restoreBackup(
      { connectionString, config, keyring, now: new Date(), log },
      archive,
    );
    await finish(config, connectionString);
    return restored;
  } finally {
    await close();
  }
}

async function finish(config: Config, connectionString: string): Promise<void> {
  const logger = createLogger('warn');
  const { background, jobs, database } = await boot({ config, connectionString, logger, isRestoring: true });
  try {
    const definitions = allJobs(background);
    await jobs.start(definitions);
    await finishRestore({ connectionString, runner: background.runner, definitions });
  } finally {
    await jobs.stop();
    await database.close();
  }
}

function printResult(
  { manifest: { madeAt, tables, files } }: Archive,
  { uncertainMails, lost }: Restored,
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  log(
    `${rows.toLocaleString('en')} rows and ${files.count.toLocaleString('en')} files of ${madeAt} are back.`,
  );
  log(
    'Everyone has to sign in again, and calendar links have to be made again. API keys and addresses for portal inquiries are as they were in the backup.',
  );
  if (uncertainMails > 0)
    log(
      `${uncertainMails.toLocaleString('en')} emails were waiting to leave: they are marked uncertain, and a person decides.`,
    );
  if (files.lost.length > 0)
    log(
      `${files.lost.length.toLocaleString('en')} files were lost before the backup and are missing here too.`,
    );
  if (lost !== null)
    log(
      `Set up again under the new key: two-step sign-in of ${String(lost.secondFactors)} people, the passwords of ${String(lost.mailServers)} mail servers and ${String(lost.mailboxes)} mailboxes, the secrets of ${String(lost.webhooks)} webhooks, which are turned off.`,
    );
  if (lost !== null && lost.files > 0)
    log(
      `${lost.files.toLocaleString('en')} files cannot be opened: their keys were sealed with the previous secret key.`,
    );
  process.stdout.write('\n  Start it with npm start.\n\n');
}

function log(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

await runCommand(main);
