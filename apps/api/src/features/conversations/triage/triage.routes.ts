import * as contract from '@handover/contract/triage.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import {
  getUnknownSender,
  ignoreUnknownSender,
  listUnknownSenders,
  restoreUnknownSender,
} from './triage.service.ts';

/** Mail of unknown senders: reading it and putting it aside. Filing spans nouns and is a workflow. */
export function triageRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listTriage, ({ actor, query, work }) =>
    listUnknownSenders(work, actor, { query, keyring }),
  );
  routes.add(contract.getTriageMail, async ({ actor, params, work }) => ({
    mail: await getUnknownSender(work, actor, params.id),
  }));
  routes.add(contract.ignoreTriageMail, async ({ actor, params, body, work }) => ({
    mail: await ignoreUnknownSender(work, actor, { messageId: params.id, asSpam: body.asSpam }),
  }));
  routes.add(contract.restoreTriageMail, async ({ actor, params, work }) => ({
    mail: await restoreUnknownSender(work, actor, params.id),
  }));
}
