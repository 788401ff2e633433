import { Readable } from 'node:stream';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { attachFile } from '#features/documents/documents.public.ts';
import { recordFile, storeBytes } from '#platform/files/files.ts';
import { listOpenWorkspaces } from '#platform/installation/archived.queries.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { Platform } from '#platform/platform.ts';
import { publishAgreement } from './agreement-events.ts';
import { createAgreementDocument, getSignedFileName } from './agreement-document.ts';
import { listWithoutPdf, setFile } from './agreement-writes.queries.ts';
import { findAgreement, type AgreementRow } from './agreements.queries.ts';

export const agreementPdfQueue = 'agreement.pdf';
const maxBytes = 20 * 1024 * 1024;
/** The job of the signature may be retried this long. */
const retriedMinutes = 10;

type Parts = Pick<Platform, 'runner' | 'storage' | 'keyring' | 'records'>;

/** Makes the signed PDF of an NDA, once. If all its retries fail, `queueMissingPdfs` queues it again. */
export function agreementPdfJob(platform: Parts): JobDefinition {
  return {
    queue: agreementPdfQueue,
    isRestored: true,
    handler: async ({ workspaceId, agreementId }) => {
      const key = { workspaceId: String(workspaceId), agreementId: String(agreementId) };
      const row = await findAgreement(platform.runner.db, key);
      if (row?.status === 'signed' && row.file_id === null) await makePdf(platform, row);
    },
  };
}

/**
 * Queues the PDFs of NDAs that were signed a while ago and have neither one nor a waiting job, such as those of an outage
 * of the file store.
 */
export async function queueMissingPdfs({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  const { db, clock } = runner;
  const queue = agreementPdfQueue;
  const now = clock.now();
  const signedBefore = addMinutes(now, -retriedMinutes);
  for (const { id: workspaceId } of await listOpenWorkspaces(db, now))
    for (const { id: agreementId } of await listWithoutPdf(db, { workspaceId, signedBefore, queue }))
      await runner.transact((work) => work.enqueue(queue, { workspaceId, agreementId }));
}

/** Stores the PDF and attaches it to the buyer, for the client too, and to each business and the deal, for staff. */
async function makePdf(platform: Parts, row: AgreementRow): Promise<void> {
  const { workspace_id: workspaceId, id: agreementId, sent_by: createdBy } = row;
  const stored = await storeBytes(
    platform.storage,
    Readable.from([await drawSigned(platform, row)]),
    maxBytes,
  );
  const name = getSignedFileName(row);
  const contentType = 'application/pdf';
  await platform.runner.transact(async (work) => {
    const file = { workspaceId, stored, name, contentType, purpose: 'document', createdBy } as const;
    const { id: fileId } = await recordFile(work, file);
    // Another worker created the PDF first; the retry will find it.
    if (!(await setFile(work.db, { workspaceId, agreementId, fileId })))
      throw new AppError('CONFLICT', 'The PDF exists already.');
    for (const record of listAgreementRecords(row))
      await attachFile(work, platform.records, { ...record, workspaceId, fileId, name, createdBy });
    publishAgreement(work, row);
  });
}

/** Loads the signing code with the first NDA, because it takes memory and startup time. */
async function drawSigned({ runner, storage, keyring }: Parts, row: AgreementRow): Promise<Buffer> {
  const { signPdf } = await import('#platform/signatures/sign-pdf.ts');
  const { getSigningIdentity } = await import('#platform/signatures/signing-identity.ts');
  const brand = await getPdfBrand(runner.db, storage);
  const identity = await getSigningIdentity(runner.db, {
    keyring,
    organization: brand.name,
    now: runner.clock.now(),
  });
  return signPdf(await createPdf(createAgreementDocument(row, brand)), identity, {
    signer: brand.name,
    reason: `Signed by ${row.signer_name ?? ''}: ${row.title}`,
    signedAt: row.closed_at ?? row.sent_at,
  });
}

type FiledWith = Pick<Parameters<typeof attachFile>[2], 'recordType' | 'recordId' | 'audience'>;

/**
 * The records to attach the PDF to. Each gets its own document, because the seller reads documents shared with the
 * client of a business.
 */
export function listAgreementRecords(
  row: Pick<AgreementRow, 'customer_id' | 'deal_id'> & {
    readonly businesses: readonly { readonly id: string }[];
  },
): FiledWith[] {
  return [
    { recordType: 'customer', recordId: row.customer_id, audience: 'client' } as const,
    ...row.businesses.map(({ id }) => ({ recordType: 'business', recordId: id, audience: 'staff' }) as const),
    ...(row.deal_id === null
      ? []
      : [{ recordType: 'deal', recordId: row.deal_id, audience: 'staff' } as const]),
  ];
}
