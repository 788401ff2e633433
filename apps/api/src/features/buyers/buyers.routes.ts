import * as contract from '@handover/contract/buyers/buyers.ts';
import { answerProofOfFunds } from '@handover/contract/buyers/proof-of-funds.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { presentBuyer } from './buyers.presenter.ts';
import { listableBuyers } from './buyers.queries.ts';
import {
  changeProofOfFunds,
  confirmBuyer,
  createBuyer,
  getBuyer,
  setBlocked,
  setDeleted,
  updateBuyer,
} from './buyers.service.ts';
import { answerProof } from './proofs/proofs.service.ts';

export function buyerRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listBuyers, async ({ actor, query, work }) => {
    const { rows, similar, ...page } = await listRecords(listableBuyers, {
      keyring,
      work,
      member: actor,
      query,
    });
    return {
      ...page,
      buyers: rows.map((row) => presentBuyer(actor, row, work.now)),
      similar: similar.map((row) => presentBuyer(actor, row, work.now)),
    };
  });
  routes.add(contract.countBuyers, ({ actor, query, work }) =>
    countRecords(listableBuyers, { work, member: actor, query }),
  );
  routes.add(contract.createBuyer, async ({ actor, body, work }) => ({
    buyer: await createBuyer(work, actor, body),
  }));
  routes.add(contract.getBuyer, async ({ actor, params, work }) => ({
    buyer: await getBuyer(work, actor, params.id),
  }));
  routes.add(contract.updateBuyer, async ({ actor, params, body, work }) => ({
    buyer: await updateBuyer(work, actor, { buyerId: params.id, input: body }),
  }));
  routes.add(contract.confirmBuyer, async ({ actor, params, work }) => ({
    buyer: await confirmBuyer(work, actor, params.id),
  }));
  routes.add(contract.setProofOfFunds, async ({ actor, params, body, work }) => ({
    buyer: await changeProofOfFunds(work, actor, { buyerId: params.id, ...body }),
  }));
  routes.add(answerProofOfFunds, async ({ actor, params, body, work }) => ({
    buyer: await answerProof(work, actor, { buyerId: params.id, ...body }),
  }));
  routes.add(contract.blockBuyer, async ({ actor, params, body, work }) => ({
    buyer: await setBlocked(work, actor, { buyerId: params.id, ...body }),
  }));
  routes.add(contract.deleteBuyer, async ({ actor, params, work }) => {
    await setDeleted(work, actor, { buyerId: params.id, isDeleted: true });
  });
  routes.add(contract.restoreBuyer, async ({ actor, params, work }) => ({
    buyer: await setDeleted(work, actor, { buyerId: params.id, isDeleted: false }),
  }));
}
