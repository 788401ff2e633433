import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import { sendProofOfFunds } from '@handover/contract/buyers/proof-of-funds.ts';
import { requireProofSender, sendProof } from '#features/buyers/proofs/proofs.service.ts';
import { loadBuyer } from '#features/buyers/buyers.service.ts';
import { presentBuyer } from '#features/buyers/buyers.presenter.ts';
import { uploadDocument } from '#features/documents/documents.service.ts';
import { receivePdfOrImage } from '#platform/files/files.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';

/** Buyers send proof of funds as a document of their record, which their broker then accepts or returns. */
export function sendProofRoutes(routes: Routes, platform: Pick<Platform, 'records' | 'storage'>): void {
  routes.add(sendProofOfFunds, async ({ actor, params, query, request, work, writeOnce }) => {
    const { name, ...proof } = query;
    const { id: buyerId } = params;
    const { customer_id: recordId } = await requireProofSender(work, actor, { buyerId, ...proof });
    await uploadDocument(actor, {
      input: { name, recordType: 'customer', recordId },
      platform,
      request,
      work,
      writeOnce,
      audience: 'client',
      action: 'sendProofOfFunds',
      receive: () => receivePdfOrImage(request, platform.storage, attachmentMaxBytes),
      onAdded: async (write, { id: documentId }) =>
        void (await sendProof(write, actor, { buyerId, ...proof, documentId })),
    });
    return { buyer: presentBuyer(actor, await loadBuyer(work, actor, buyerId), work.now) };
  });
}
