import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { Offer, OfferTermsInput } from '@handover/contract/deals/deal-offers.ts';
import type { DealStage } from '@handover/contract/deals/deal-stages.ts';
import { answerRequest, closeRequest, createRequest } from '#features/deals/closing/requests.service.ts';
import { getClosing, updateClosing } from '#features/deals/closing/closing.service.ts';
import { createOffer, moveOffer } from '#features/deals/offers/offers.service.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { backdate } from './sample-businesses.ts';

type SampleDeal = {
  readonly deal: { readonly id: string; readonly business: { readonly id: string } };
  readonly stage: DealStage;
  readonly priceCents: number;
};

const requests = [
  ['Tax returns for the last three years', 'Shared in the files of the business.'],
  ['Lease with all amendments', 'The lease ends in 2031 with one option of five years.'],
  ['Payer contracts and fee schedules', null],
] as const;

/** An offer with its counter-offer, and the steps that follow up to the stage of the deal. */
export async function writeSampleOffers(
  work: Work,
  admin: Member,
  { deal, stage, priceCents }: SampleDeal,
): Promise<void> {
  const dealId = deal.id;
  const exclusivityEnd = toCalendarDate(backdate(work, 75).now, admin.timeZone);
  const low = Math.round((priceCents * 0.9) / 100_000) * 100_000;
  const middle = Math.round((priceCents * 0.96) / 100_000) * 100_000;
  const draft = await createOffer(work, admin, {
    dealId,
    input: { ...createTerms(low, exclusivityEnd), side: 'buyer' },
  });
  const first = await moveOffer(work, admin, {
    offerId: draft.id,
    input: { version: draft.version, state: 'submitted' },
  });
  const counter = await createOffer(backdate(work, 2), admin, {
    dealId,
    input: { ...createTerms(middle, exclusivityEnd), side: 'seller', countersId: first.id },
  });
  if (stage === 'loi') return;
  await moveOffer(backdate(work, 3), admin, {
    offerId: counter.id,
    input: { version: counter.version, state: 'accepted' },
  });
  await writeRequests(backdate(work, 4), admin, { dealId, isDone: stage !== 'due_diligence' });
  if (stage === 'closing') await writeClosing(backdate(work, 5), admin, { dealId, offer: counter });
}

/** A letter of intent with a tenth as a seller note. */
function createTerms(priceCents: number, exclusivityEnd: string): OfferTermsInput {
  const noteCents = Math.round(priceCents / 10);
  return {
    kind: 'loi',
    priceCents,
    cashCents: priceCents - noteCents,
    sellerNoteCents: noteCents,
    noteRateBasisPoints: 600,
    noteMonths: 60,
    isNoteOnStandby: false,
    earnOutCents: 0,
    earnOutMonths: 0,
    assumedDebtCents: 0,
    inventoryCents: 0,
    realEstateCents: 0,
    depositCents: 25_000_00,
    contingencies: 'Financing, lease assignment, licenses',
    exclusivityEnd,
    expiresOn: null,
  };
}

/** A finished checklist, a balanced funds flow, and one date. */
async function writeClosing(
  work: Work,
  admin: Member,
  { dealId, offer }: { dealId: string; offer: Offer },
): Promise<void> {
  const { checklist } = await getClosing(work, admin, dealId);
  let version = 0;
  for (const { key } of checklist)
    ({ version } = await updateClosing(work, admin, {
      dealId,
      input: { version, item: { key, state: 'done' } },
    }));
  const { cashCents, sellerNoteCents, priceCents } = offer;
  await updateClosing(work, admin, {
    dealId,
    input: {
      version,
      fundsFlow: [
        { side: 'source', label: 'Buyer’s cash and bank loan', amountCents: cashCents },
        { side: 'source', label: 'Seller note', amountCents: sellerNoteCents },
        { side: 'use', label: 'Purchase price', amountCents: priceCents },
      ],
      dates: { transition: toCalendarDate(backdate(work, 120).now, admin.timeZone) },
    },
  });
}

async function writeRequests(
  work: Work,
  admin: Member,
  { dealId, isDone }: { dealId: string; isDone: boolean },
): Promise<void> {
  for (const [title, answer] of requests) {
    const { id, version } = await createRequest(work, admin, { dealId, input: { title } });
    if (answer === null && !isDone) continue;
    const input = { version, answer: answer ?? 'Sent by email.' };
    const answered = await answerRequest(work, admin, { requestId: id, input });
    if (isDone)
      await closeRequest(work, admin, {
        requestId: id,
        input: { version: answered.version, isClosed: true },
      });
  }
}
