import * as contract from '@handover/contract/documents/quarantines.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { keepQuarantined, list, open, release } from './review-quarantines.service.ts';

/** Emails, notes, and files that may contain patient information. */
export function reviewQuarantineRoutes(
  routes: Routes,
  { keyring, records }: Pick<Platform, 'keyring' | 'records'>,
): void {
  routes.add(contract.listQuarantines, ({ actor, query, work }) =>
    list(work, actor, { query, keyring, records }),
  );
  routes.add(contract.openQuarantine, ({ actor, params, work }) =>
    open(work, actor, { id: params.id, records }),
  );
  routes.add(contract.releaseQuarantine, async ({ actor, params, body, work }) => ({
    quarantine: await release(work, actor, { id: params.id, input: body, records }),
  }));
  routes.add(contract.keepQuarantine, async ({ actor, params, body, work }) => ({
    quarantine: await keepQuarantined(work, actor, { id: params.id, input: body, records }),
  }));
}
