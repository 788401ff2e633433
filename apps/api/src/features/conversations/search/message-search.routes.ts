import * as contract from '@handover/contract/message-search.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { findMessages } from './message-search.service.ts';

/** Searching inside of messages. */
export function messageSearchRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.searchMessages, async ({ actor, query, work }) =>
    findMessages(work, actor, { query, keyring }),
  );
}
