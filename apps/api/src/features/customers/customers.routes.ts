import { fold } from '@handover/domain/text/fold.ts';
import * as changes from '@handover/contract/customers/customer-changes.ts';
import * as contract from '@handover/contract/customers/customers.ts';
import { emailKey, phoneKey } from '#lib/text.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { listableCustomers } from './customer-list.queries.ts';
import { customerPhotoRoutes } from './customer-photo.routes.ts';
import { banCustomer, inviteCustomer, unbanCustomer } from './customer-status.service.ts';
import { presentCustomer } from './customers.presenter.ts';
import { findDuplicateRows } from './customers.queries.ts';
import {
  createCustomer,
  deleteCustomer,
  getCustomerOrMergeTarget,
  restoreCustomer,
  updateCustomer,
} from './customers.service.ts';

type Parts = Pick<Platform, 'keyring' | 'config' | 'mail' | 'storage'>;

export function customerRoutes(routes: Routes, platform: Parts): void {
  listRoutes(routes, platform);
  recordRoutes(routes);
  statusRoutes(routes, platform);
  customerPhotoRoutes(routes, platform);
}

function listRoutes(routes: Routes, { keyring }: Parts): void {
  routes.add(contract.listCustomers, async ({ actor, query, work }) => {
    const { rows, similar, ...page } = await listRecords(listableCustomers, {
      keyring,
      work,
      member: actor,
      query,
    });
    return { ...page, users: rows.map(presentCustomer), similar: similar.map(presentCustomer) };
  });
  routes.add(contract.countCustomers, ({ actor, query, work }) =>
    countRecords(listableCustomers, { work, member: actor, query }),
  );

  routes.add(contract.findDuplicates, async ({ actor, query, work }) => {
    const keys = {
      nameSort: query.name ? fold(query.name) : null,
      emailKey: query.email ? emailKey(query.email) : null,
      phoneKey: query.phone ? phoneKey(query.phone) : null,
      npi: query.npi ?? null,
      exceptId: query.exceptId ?? null,
    };
    if (Object.entries(keys).every(([name, key]) => name === 'exceptId' || key === null))
      return { duplicates: [] };
    const rows = await findDuplicateRows(work.db, actor, keys);
    const sameOf = (row: (typeof rows)[number]) => [
      ...(row.is_same_email ? (['email'] as const) : []),
      ...(row.is_same_npi ? (['npi'] as const) : []),
      ...(row.is_same_phone ? (['phone'] as const) : []),
      ...(row.is_same_name ? (['name'] as const) : []),
    ];
    const reasonsOf = (row: (typeof rows)[number]) => {
      const same = sameOf(row);
      return same.length > 0 ? same : (['similarName'] as const);
    };
    return {
      duplicates: rows.map((row) => ({
        id: row.id,
        name: row.name,
        email: row.email,
        phone: row.phone,
        company: row.company,
        npi: row.npi,
        reasons: [...reasonsOf(row)],
      })),
    };
  });
}

function recordRoutes(routes: Routes): void {
  routes.add(changes.createCustomer, async ({ actor, body, work }) => ({
    user: await createCustomer(work, actor, body),
  }));
  routes.add(contract.getCustomer, async ({ actor, params, work }) => ({
    user: await getCustomerOrMergeTarget(work, actor, params.id),
  }));
  routes.add(changes.updateCustomer, async ({ actor, params, body, work }) => ({
    user: await updateCustomer(work, actor, { customerId: params.id, input: body }),
  }));
  routes.add(changes.deleteCustomer, async ({ actor, params, work }) =>
    deleteCustomer(work, actor, params.id),
  );
  routes.add(changes.restoreCustomer, async ({ actor, params, work }) => ({
    user: await restoreCustomer(work, actor, params.id),
  }));
}

function statusRoutes(routes: Routes, platform: Parts): void {
  routes.add(changes.banCustomer, async ({ actor, params, body, work }) => ({
    user: await banCustomer(work, actor, { customerId: params.id, ...body }),
  }));
  routes.add(changes.unbanCustomer, async ({ actor, params, body, work }) => ({
    user: await unbanCustomer(work, actor, { customerId: params.id, ...body }),
  }));
  routes.add(changes.inviteCustomer, async ({ actor, params, work }) => {
    const { email, expiresAt, link } = await inviteCustomer(work, actor, { customerId: params.id, platform });
    return { invite: { email, expiresAt: expiresAt.toISOString(), link } };
  });
}
