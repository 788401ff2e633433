import type { MalwareScanner } from '#adapters/malware/malware-scanner.ts';
import type { MailTransport } from '#adapters/mail/transport.ts';
import type { DnsLookup } from '#adapters/mail/verify-sender.ts';
import type { ObjectStore } from '#adapters/storage/object-store.ts';
import type { Storage } from '#adapters/storage/storage.ts';
import type { Config } from '#lib/config.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { Logger } from '#lib/logger.ts';
import type { Snapshot } from './backup/snapshot.queries.ts';
import type { RequestLimits } from './http/request-limits.ts';
import type { LiveHub } from './live/hub.ts';
import type { Pages } from './pages/pages.ts';
import type { Records } from './records/record.ts';
import type { RateLimits } from './rate-limits.ts';
import type { WorkRunner } from './work.ts';

/** Shared services that each feature's factory receives. */
export type Platform = {
  readonly config: Config;
  readonly logger: Logger;
  readonly keyring: Keyring;
  readonly runner: WorkRunner;
  readonly limits: RateLimits;
  readonly requestLimits: RequestLimits;
  readonly storage: Storage;
  /** Null if the operator has configured none. */
  readonly scanner: MalwareScanner | null;
  /** The encrypted objects below `storage`, for backups and garbage collection. */
  readonly objects: ObjectStore;
  readonly pages: Pages;
  readonly mail: MailTransport;
  readonly dns: DnsLookup;
  readonly live: LiveHub;
  readonly records: Records;
  /** Opens a consistent view of the current database. */
  openSnapshot(): Promise<Snapshot>;
};
